import { mkdtempSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { FEATURES } from "../../src/server/features.ts";
import { BuildThread } from "../../src/server/registry/build-thread.ts";
import { openRegistry, RegistryError, type RegistrySource } from "../../src/server/registry/watch-registry.ts";
import type { Registry } from "../../src/shared/registry/model.ts";
import type { Problem } from "../../src/shared/registry/problem.ts";
import { type TemporaryRegistry, temporaryRegistry } from "./temporary-registry.ts";

const MESSAGES = "schemas/shared/messages.json";
/** A busy machine takes its time to start the thread that builds. */
const LONG = 120_000;
const messages = (text: string) => JSON.stringify({ messages: { NOLINE: text, USED: "已用" } });

let files: TemporaryRegistry;
let source: RegistrySource;
let lines: string[];
let told: (readonly Problem[])[];
/** What is done before an edit is served. */
let pass: (next: Registry) => Promise<void>;

beforeEach(async () => {
  files = temporaryRegistry();
  lines = [];
  told = [];
  pass = async () => undefined;
  source = await openRegistry({
    dir: files.dir,
    program: { features: FEATURES },
    log: (line) => lines.push(line),
    onProblems: (problems) => told.push(problems),
    gate: {
      async first(read) {
        if (!read.ok) throw new RegistryError(read.problems);
        return read;
      },
      async pass({ registry }) {
        await pass(registry);
        return true;
      },
      undone: () => [],
      settle: () => undefined,
      waiting: () => null,
      before: () => null,
    },
  });
});
afterEach(async () => {
  await source.close();
  files.remove();
});

const message = () => source.current().messages.NOLINE;
const eventually = (check: () => void) => vi.waitFor(check, { timeout: LONG, interval: 20 });

describe("a watched registry", () => {
  it("follows a valid edit at once, after everything is prepared for it", async () => {
    const before = source.current();
    const heard: string[] = [];
    pass = async (next) => {
      expect(source.current()).toBe(before);
      heard.push(next.version);
    };
    files.write(MESSAGES, messages("新"));
    const version = await source.waitForChange(before.version, LONG);
    expect(message()).toBe("新");
    expect(version).toBe(source.current().version);
    expect(heard).toEqual([version]);
    expect(lines).toEqual([`registry: version ${version} from now on, 6 modules`]);
    expect(before.messages.NOLINE).toBe("单据没有明细");
  });

  it("keeps the old one when the new one cannot be prepared, and takes the next that can", async () => {
    const { version } = source.current();
    pass = async (next) => {
      if (next.messages.NOLINE === "坏") throw new Error("the column cannot change its type");
    };
    files.write(MESSAGES, messages("坏"));
    await eventually(() => expect(lines).toHaveLength(2));
    expect(lines[0]).toContain(`version ${version} stays in use`);
    expect(lines[1]).toBe("  the column cannot change its type");
    expect(source.current().version).toBe(version);

    files.write(MESSAGES, messages("好"));
    await eventually(() => expect(message()).toBe("好"));
  });

  it("tries again what the database was too busy for", async () => {
    const { version } = source.current();
    let tries = 0;
    pass = async () => {
      tries += 1;
      if (tries === 1) throw Object.assign(new Error("canceling statement due to lock timeout"), { code: "55P03" });
    };
    files.write(MESSAGES, messages("新"));
    await eventually(() => expect(message()).toBe("新"));
    expect(lines.slice(0, 2)).toEqual([
      expect.stringMatching(`^registry: version [0-9a-f]{16} cannot be used yet, version ${version} stays in use:$`),
      "  canceling statement due to lock timeout",
    ]);
    expect(tries).toBe(2);
  });

  it("keeps the old one through an invalid edit and says where it is wrong", async () => {
    const { version } = source.current();
    files.write(MESSAGES, '{ "$schema": "../meta/shared.schema.json", "messages": { "NOLINE": 5, "USED": "已用" } }');
    await eventually(() => expect(lines).toHaveLength(2));
    expect(lines).toEqual([
      `registry: 1 problem; version ${version} stays in use`,
      "  schemas/shared/messages.json:1:68 /messages/NOLINE must be text, not 5",
    ]);
  });

  it("is right again after the next valid edit", async () => {
    files.write(MESSAGES, "{ }");
    await eventually(() => expect(told).toHaveLength(1));
    files.write(MESSAGES, messages("好"));
    await eventually(() => expect(message()).toBe("好"));
    expect(told.at(-1)).toEqual([]);
    expect(lines.at(-1)).toMatch(/^registry: version [0-9a-f]{16} from now on, 6 modules$/);
  });

  it("says so when an edit is taken back", async () => {
    const { version } = source.current();
    const file = path.join(files.dir, "modules.json");
    renameSync(file, `${file}.away`);
    await eventually(() => expect(lines.join()).toContain("the file is missing"));
    renameSync(`${file}.away`, file);
    await eventually(() => expect(lines.at(-1)).toBe(`registry: valid again, version ${version} as before`));
    expect(source.current().version).toBe(version);
  });

  it("does not complain about a file it saw half-written", async () => {
    const { version } = source.current();
    const { build } = BuildThread.prototype;
    // The file is whole as soon as its half was read.
    const reading = vi.spyOn(BuildThread.prototype, "build").mockImplementationOnce(async function (this: BuildThread, ...served) {
      const half = await build.apply(this, served);
      expect(half.ok).toBe(false);
      files.write(MESSAGES, messages("整"));
      return half;
    });
    writeFileSync(path.join(files.dir, MESSAGES), messages("整").slice(0, 20));
    await source.waitForChange(version, LONG);
    reading.mockRestore();
    expect(message()).toBe("整");
    expect(lines).toHaveLength(1);
    expect(told).toEqual([]);
  });

  it("sees new and removed files", async () => {
    files.write("schemas/entities/extra.json", '{ "name": "Extra", "title": "附", "tenancy": "shop", "like": ["base"], "fields": {} }');
    await eventually(() => expect(source.current().entities.Extra?.title).toBe("附"));
    rmSync(path.join(files.dir, "schemas/entities/extra.json"));
    await eventually(() => expect(source.current().entities.Extra).toBeUndefined());
  });

  it("follows links to folders and files, to what lies in them and to where they lead", async () => {
    const HELP = "页面说明来自别处的文件夹。";
    const shared = mkdtempSync(path.join(tmpdir(), "shared-"));
    try {
      const linked = (name: string) => {
        renameSync(path.join(files.dir, name), path.join(shared, path.basename(name)));
        symlinkSync(path.join(shared, path.basename(name)), path.join(files.dir, name));
      };
      linked("schemas/modules/bills");
      linked(MESSAGES);
      const page = path.join(shared, "bills/bills.json");
      const helps = () => Object.values(source.current().modules).map(({ help }) => help);
      writeFileSync(page, readFileSync(page, "utf8").replace("{", `{ "help": "${HELP}",`));
      await eventually(() => expect(helps()).toContain(HELP));
      // As editors and tools of deployment do it: another file takes its place.
      writeFileSync(path.join(shared, "new"), messages("乙"));
      renameSync(path.join(shared, "new"), path.join(shared, "messages.json"));
      await eventually(() => expect(message()).toBe("乙"));
      // Nothing has changed by a link that leads nowhere: it is told with the next edit.
      symlinkSync("gone", path.join(files.dir, "schemas/modules/lost"));
      files.write(MESSAGES, messages("丙"));
      await eventually(() => expect(lines).toContain("  schemas/modules/lost:1:1 / the file is missing"));
    } finally {
      rmSync(shared, { recursive: true });
    }
  });

  it("answers those who wait when nothing happens, and when it is closed", async () => {
    const { version } = source.current();
    expect(await source.waitForChange(version, 30)).toBe(version);
    expect(await source.waitForChange("older", LONG)).toBe(version);
    const waiting = source.waitForChange(version, LONG);
    await source.close();
    expect(await waiting).toBe(version);
  });
});

describe("a registry that is wrong from the start", () => {
  it("does not open, and says everything that is wrong", async () => {
    files.write(MESSAGES, "");
    files.write("schemas/overlays/plain.json", "{}");
    const failed = await openRegistry({ dir: files.dir, program: { features: FEATURES }, log: () => {} }).catch((error: unknown) => error);
    expect(failed).toBeInstanceOf(RegistryError);
    expect(failed instanceof RegistryError && failed.problems.map(({ file, message: text }) => [file, text])).toEqual([
      ["schemas/overlays/plain.json", '"flags" is missing'],
      ["schemas/overlays/plain.json", '"name" is missing'],
      ["schemas/overlays/plain.json", '"title" is missing'],
      [MESSAGES, "the file is empty"],
    ]);
  });
});
