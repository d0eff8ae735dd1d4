import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { checkSchemas } from "../../scripts/check-schemas.ts";
import { FEATURES } from "../../src/server/features.ts";
import { loadRegistry } from "../../src/server/registry/load-registry.ts";
import { loadFiles } from "../../src/server/registry/registry-files.ts";
import { runScript } from "../project/run-script.ts";
import { type TemporaryRegistry, temporaryLibrary } from "./temporary-registry.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
/** The command within this process; its output by lines. */
async function run(...args: string[]) {
  const said = await runScript(checkSchemas, ...args);
  return { ...said, out: said.out.split("\n") };
}

let registry: TemporaryRegistry;
beforeEach(() => {
  registry = temporaryLibrary();
});
afterEach(() => registry.remove());

describe("npm run check:schemas", () => {
  it("says what is valid and exits with 0", async () => {
    expect(await run("--dir", registry.dir)).toMatchObject({
      code: 0,
      out: ["valid: 8 modules, 2 groups, 15 entities, 1 print template, 2 profiles"],
    });
  });

  it("prints every problem on a line of its own and exits with 1", async () => {
    registry.write(
      "schemas/modules/lending/fines.json",
      '{ "$schema": "../../meta/module.schema.json", "entity": "Fine",\n  "audience": ["shop"], "columns": ["FineID", "ratte"] }',
    );
    registry.write("schemas/shared/messages.json", "{");
    const { code, out } = await run("--dir", registry.dir);
    expect(code).toBe(1);
    expect(out).toEqual([
      'schemas/modules/lending/fines.json:2:37 /columns/0 unknown field "FineID" of Fine (did you mean "FineId"?) [known-fields]',
      'schemas/modules/lending/fines.json:2:47 /columns/1 unknown field "ratte" of Fine (did you mean "rate"?) [known-fields]',
      "schemas/shared/messages.json:1:2 / syntax error: a closing } is missing [json-syntax]",
      `3 problems in ${registry.dir}`,
    ]);
  });

  it("speaks Chinese when asked to", async () => {
    registry.write("schemas/shared/messages.json", "{");
    expect(await run("--dir", registry.dir, "--lang", "zh")).toMatchObject({
      code: 1,
      out: ["schemas/shared/messages.json:1:2 / 语法错误：缺少右花括号 } [json-syntax]", `${registry.dir} 中有 1 个问题`],
    });
  });

  it("knows the program's hand-written effects", async () => {
    const file = "schemas/entities/loan.json";
    const edit = (name: string, text: string, instead: string) =>
      registry.write(name, readFileSync(path.join(registry.dir, name), "utf8").replace(text, instead));
    edit("modules.json", '"groups":', '"features": ["accounts"], "groups":');
    edit(file, '{ "read": "supplier" }', '{ "named": "end-sesions" }');
    const { code, out } = await run("--dir", registry.dir);
    expect(code).toBe(1);
    expect(out).toContainEqual(
      expect.stringMatching(/unknown hand-written effect "end-sesions" \(did you mean "end-sessions"\?\) \[known-effects\]$/),
    );
  });

  it("tells what the engine misses", async () => {
    rmSync(path.join(registry.dir, "schemas/entities/attachment.json"));
    expect(await run("--dir", registry.dir)).toMatchObject({
      code: 1,
      out: ["modules.json:1:1 / the engine needs the entity Attachment, which is not there [contracts]", `1 problem in ${registry.dir}`],
    });
  });

  it("explains itself, and wrong flags with exit code 2", async () => {
    expect(await run("--help")).toMatchObject({ code: 0, out: expect.arrayContaining([expect.stringContaining("--dir DIR")]) });
    const { code, err } = await run("--directory", "x");
    expect(code).toBe(2);
    expect(err).toMatch(/Unknown option '--directory'[\s\S]*--dir DIR/);
  });

  it("answers for a directory that is not there, with an exit code", () => {
    const missing = path.join(registry.dir, "nowhere");
    const tsx = path.join(ROOT, "node_modules/.bin/tsx");
    const { status, stdout } = spawnSync(tsx, ["scripts/check-schemas.ts", "--dir", missing, "--lang", "en"], {
      cwd: ROOT,
      encoding: "utf8",
    });
    expect([status, stdout]).toEqual([1, `${missing}:1:1 / the directory is missing [known-file]\n1 problem in ${missing}\n`]);
  });
});

describe("loading a directory", () => {
  it("takes the files of the registry and leaves everything else", () => {
    mkdirSync(path.join(registry.dir, "schemas/meta"), { recursive: true });
    registry.write("schemas/meta/entity.schema.json", "no JSON at all");
    registry.write("schemas/entities/README.md", "no JSON either");
    registry.write("schemas/entities/.hidden.json", "");
    registry.write("package.json", "{}");
    expect(loadRegistry(registry.dir, { features: FEATURES }).ok).toBe(true);
  });

  it("does without the folders that are not there", () => {
    rmSync(path.join(registry.dir, "schemas"), { recursive: true });
    registry.write("modules.json", '{ "title": "空", "groups": [{ "id": 1, "name": "a", "title": "一", "modules": [] }] }');
    expect(loadRegistry(registry.dir, { features: FEATURES })).toMatchObject({ ok: true, registry: { title: "空" } });
  });

  it("makes problems of files that cannot be read", () => {
    rmSync(path.join(registry.dir, "modules.json"));
    mkdirSync(path.join(registry.dir, "modules.json"));
    writeFileSync(path.join(registry.dir, "schemas/shared/messages.json"), Buffer.from([0x7b, 0xb5, 0xa5, 0x7d]));
    rmSync(path.join(registry.dir, "schemas/prints"), { recursive: true });
    registry.write("schemas/prints", "");
    expect(loadFiles(registry.dir).problems.map(({ file, message }) => [file, message])).toEqual([
      ["modules.json", "is a folder, but should be a file"],
      ["schemas/shared/messages.json", "is not UTF-8: save it in that encoding"],
      ["schemas/prints", "is a file, but should be a folder"],
    ]);
  });

  it.skipIf(process.getuid?.() === 0)("makes a problem of a file without permission", () => {
    chmodSync(path.join(registry.dir, "modules.json"), 0);
    expect(loadFiles(registry.dir).problems.map(({ message }) => message)).toEqual(["cannot be read: no permission"]);
  });
});
