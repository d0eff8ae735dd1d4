import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ROOT, readSource, sourceFiles } from "./source-files.ts";

/** Rooms from below to above; rooms of one line know nothing of each other. `generated` and the root files are no rooms. */
const SERVER = [
  ["base"],
  ["db", "paper"],
  ["query"],
  ["auth", "registry", "screens", "tables"],
  ["engine", "models"],
  ["manual"],
  ["http"],
  ["features"],
  ["config"],
] as const;
const WEB = [["api"], ["data", "feedback"], ["providers"], ["kinds"], ["pages", "shell"], ["overrides"], ["app"]] as const;

/** A file that imports another one, and whether it may. */
interface Arrow {
  readonly from: string;
  readonly to: string;
  readonly allowed: boolean;
}

/** Every arrow between two rooms, from a file of the room and from one of a folder in it. */
function arrowsOf(side: string, rooms: readonly (readonly string[])[]): Arrow[] {
  const levels = rooms.flatMap((names, level) => names.map((name) => ({ name, level })));
  return levels.flatMap(({ name, level }) =>
    levels
      .filter((other) => other.name !== name)
      .flatMap((other) =>
        [`${name}/planted.ts`, `${name}/inner/planted.ts`]
          .map((file) => (name === "features" ? file.replace("/", "/payments/") : file))
          .map((file) => ({ from: `${side}/${file}`, to: `${side}/${other.name}/target.ts`, allowed: other.level < level })),
      ),
  );
}

const arrow = (from: string, to: string, allowed: boolean): Arrow => ({ from: `src/${from}`, to: `src/${to}`, allowed });

const ARROWS: readonly Arrow[] = [
  ...arrowsOf("src/server", SERVER),
  ...arrowsOf("src/web", WEB),
  arrow("server/engine/a.ts", "web/api/target.ts", false),
  arrow("web/api/a.ts", "server/base/target.ts", false),
  arrow("web/api/a.ts", "shared/registry/model.ts", true),
  arrow("web/api/a.ts", "shared/registry/build/target.ts", false),
  arrow("server/engine/a.ts", "shared/registry/build/target.ts", true),
  ...["base", "engine", "http", "config"].map((room) => arrow(`server/${room}/a.ts`, "demo/target.ts", false)),
  ...["base", "engine", "http", "config"].map((room) => arrow(`server/${room}/a.ts`, "server/app.ts", false)),
  arrow("server/app.ts", "demo/target.ts", false),
  arrow("server/start.ts", "server/features/payments/target.ts", true),
  arrow("main.ts", "demo/target.ts", true),
  arrow("demo/a.ts", "server/features/payments/target.ts", true),
  arrow("server/features/payments/a.ts", "server/features/invoices/target.ts", false),
  arrow("server/features/payments/a.ts", "server/features/invoices/feature.ts", true),
  arrow("server/features/payments/bank/a.ts", "server/features/invoices/target.ts", false),
  arrow("server/features/payments/bank/a.ts", "server/features/invoices/inner/target.ts", false),
  arrow("server/features/payments/bank/a.ts", "server/features/invoices/feature.ts", true),
  arrow("server/features/payments/bank/a.ts", "server/features/payments/target.ts", true),
  arrow("server/features/payments/bank/sandbox/a.ts", "server/features/invoices/target.ts", false),
  arrow("server/features/payments/bank/sandbox/a.ts", "server/features/payments/bank/target.ts", true),
  arrow("server/features/payments/a.ts", "server/features.ts", false),
  arrow("shared/registry/model.ts", "shared/registry/build/target.ts", false),
  arrow("shared/registry/model.ts", "shared/registry/dict.ts", true),
  arrow("shared/registry/model.ts", "shared/protocol/target.ts", false),
  arrow("shared/registry/build/a.ts", "shared/domain/target.ts", true),
  arrow("shared/protocol/a.ts", "shared/domain/target.ts", false),
  arrow("shared/protocol/a.ts", "shared/registry/checks/target.ts", false),
  arrow("shared/protocol/a.ts", "shared/registry/model.ts", true),
  arrow("shared/domain/a.ts", "shared/registry/parse.ts", false),
  arrow("shared/domain/a.ts", "shared/print/target.ts", false),
  arrow("shared/print/a.ts", "shared/registry/parse.ts", false),
  arrow("shared/print/a.ts", "shared/domain/target.ts", true),
  arrow("shared/print/a.ts", "shared/protocol/target.ts", true),
  arrow("shared/protocol/a.ts", "shared/print/target.ts", false),
  arrow("server/paper/a.ts", "shared/print/target.ts", true),
  arrow("shared/domain/form/a.ts", "shared/protocol/target.ts", true),
  arrow("shared/domain/a.ts", "server/base/target.ts", false),
];

/** What an import may look like; each is planted for every arrow. */
const IMPORTS = (to: string): string[] => [`import "${to}";`, `import type { A } from "${to}";`, `export type { B } from "${to}";`];

interface Report {
  readonly diagnostics: readonly {
    readonly category: string;
    readonly location: { readonly path: string; readonly start: { readonly line: number } };
  }[];
}

/** Rule and place of everything the linter says of the planted files, with the project's own rules. */
function lint(dir: string): string[] {
  const args = ["lint", "--vcs-enabled=false", "--reporter=json", "--max-diagnostics=none", "src"];
  const biome = join(ROOT, "node_modules/.bin/biome");
  const run = () => execFileSync(biome, args, { cwd: dir, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"], maxBuffer: 1 << 26 });
  let text = "";
  try {
    text = run();
  } catch (failure) {
    text = (failure as { readonly stdout: string }).stdout;
  }
  return (JSON.parse(text) as Report).diagnostics
    .filter(({ category }) => /noRestrictedImports|noImportCycles/.test(category))
    .map(({ category, location }) => `${category.replace(/.*\//, "")} ${location.path}:${location.start.line}`);
}

describe("arrows between rooms (rooms.biome.json)", () => {
  const dir = mkdtempSync(join(tmpdir(), "rooms-"));
  const write = (file: string, text: string) => {
    mkdirSync(dirname(join(dir, file)), { recursive: true });
    writeFileSync(join(dir, file), text);
  };
  const planted = new Map<string, string[]>();
  let said: string[] = [];
  beforeAll(() => {
    for (const file of ["biome.json", "rooms.biome.json"]) cpSync(join(ROOT, file), join(dir, file));
    for (const { from, to } of ARROWS) planted.set(from, [...(planted.get(from) ?? []), ...IMPORTS(specifier(from, to))]);
    for (const [file, lines] of planted) write(file, `${lines.join("\n")}\n`);
    write("src/server/base/cycle-a.ts", 'import type { B } from "./cycle-b.ts";\nexport interface A { readonly b: B | null }\n');
    write("src/server/base/cycle-b.ts", 'import type { A } from "./cycle-a.ts";\nexport interface B { readonly a: A | null }\n');
    said = lint(dir);
  }, 60_000);
  afterAll(() => rmSync(dir, { recursive: true, force: true }));

  const refused = ({ from, to }: Arrow) =>
    IMPORTS(specifier(from, to)).map((line) => said.includes(`noRestrictedImports ${from}:${(planted.get(from) ?? []).indexOf(line) + 1}`));

  test.each(ARROWS.map((planned) => [`${planned.from} ${planned.allowed ? "may" : "must not"} import ${planned.to}`, planned] as const))(
    "%s",
    (_, planned) => {
      expect(refused(planned)).toEqual(IMPORTS("").map(() => !planned.allowed));
    },
  );

  test("two files whose types need each other are refused", () => {
    expect(said.filter((line) => line.startsWith("noImportCycles"))).toEqual([
      "noImportCycles src/server/base/cycle-a.ts:1",
      "noImportCycles src/server/base/cycle-b.ts:1",
    ]);
  });

  test("every folder is a room with its line above", () => {
    const folders = (side: string) =>
      readdirSync(join(ROOT, side), { withFileTypes: true })
        // What is public is served as it is, and holds no code of any room.
        .filter((entry) => entry.isDirectory() && entry.name !== "generated" && entry.name !== "public")
        .map(({ name }) => name)
        .sort();
    expect(folders("src/server")).toEqual(SERVER.flat().sort());
    expect(folders("src/web")).toEqual(WEB.flat().sort());
    expect(folders("src/shared")).toEqual(["domain", "print", "protocol", "registry"]);
    // The rules about features count the folders above a file.
    const depths = sourceFiles("src/server/features").map((file) => file.split("/").length);
    expect(Math.max(...depths)).toBeLessThanOrEqual("src/server/features/payments/bank/sandbox/file.ts".split("/").length);
  });
});

function specifier(from: string, to: string): string {
  const path = relative(dirname(from), to).replaceAll("\\", "/");
  return path.startsWith(".") ? path : `./${path}`;
}

describe("one place each", () => {
  test("no shop id stands in code", () => {
    const named = sourceFiles("src").filter((file) => !file.startsWith("src/demo/") && /["'`]\d{10}["'`]/.test(readSource(file)));
    expect(named).toEqual([]);
  });

  test("the web app runs no text as code or markup", () => {
    const unsafe = sourceFiles("src").filter((file) => /dangerouslySetInnerHTML|new Function\(|\beval\(/.test(readSource(file)));
    expect(unsafe).toEqual([]);
  });

  test("raw SQL building of Kysely stays away from names of the wire", () => {
    const risky = sourceFiles("src").filter((file) => /sql\.raw|sql\.lit\b|dynamic\.ref|sql\.table\(/.test(readSource(file)));
    expect(risky.filter((file) => !/^src\/server\/(db|tables)\//.test(file))).toEqual([]);
  });
});
