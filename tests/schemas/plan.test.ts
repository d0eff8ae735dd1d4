import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { plan } from "../../scripts/plan.ts";
import { runScript } from "../project/run-script.ts";
import { type TemporaryRegistry, temporaryLibrary } from "./temporary-registry.ts";

let before: TemporaryRegistry;
let after: TemporaryRegistry;
beforeEach(() => {
  before = temporaryLibrary();
  after = temporaryLibrary();
});
afterEach(() => {
  before.remove();
  after.remove();
});

const edit = (file: string, text: string, instead: string) => {
  const old = readFileSync(join(after.dir, file), "utf8");
  expect(old).toContain(text);
  after.write(file, old.replace(text, instead));
};
const run = (...flags: string[]) => runScript(plan, "--dir", after.dir, ...flags);
const told = async (...flags: string[]) => (await run("--against", before.dir, ...flags)).out;

const FINE = "schemas/entities/fine.json";
const FINES = "schemas/modules/lending/fines.json";

describe("npm run plan", () => {
  it.each([
    ["the files", () => after],
    ["those to compare with", () => before],
  ])("says what of %s cannot be read, and tells nothing of a model without it", async (_which, where) => {
    // GBK of an old editor.
    where().write("schemas/prints/strange.json", Buffer.from([0x22, 0xd6, 0xd0, 0xce, 0xc4, 0x22]));
    const refused = { code: 1, out: "", err: expect.stringMatching(/strange\.json:1:1 .*is not UTF-8/) };
    expect(await run("--against", before.dir)).toEqual(refused);
    if (where() === after) expect(await run("--write", join(before.dir, "snapshot"))).toEqual(refused);
  });

  it("says that nothing differs", async () => {
    expect(await run("--against", before.dir)).toEqual({ code: 0, out: "nothing means anything else", err: "" });
  });

  it.each([
    [4, "a flag", "schemas/overlays/school.json", '"waiver": true', '"waiver": false', "profile school flag waiver changed: true → false"],
    [
      4,
      "a shop's profile",
      "schemas/overlays/school.json",
      '"0000000002"',
      '"0000000003"',
      "shop 0000000002 profile changed: school → plain",
    ],
    [4, "a tenancy", FINE, '"shop+supplier"', '"global"', "Fine tenancy changed: shop+supplier → global"],
    [
      4,
      "a type",
      FINE,
      '"rate": { "title": "每天", "type": "money"',
      '"rate": { "title": "每天", "type": "quantity"',
      'Fine.rate type changed: money → quantity; to keep what is stored, write "convert": { "from": "money" }',
    ],
    [
      4,
      "who may",
      FINE,
      '"by": ["shop"],\n          "key": "close"',
      '"by": ["shop", "supplier"],\n          "key": "close"',
      'Fine transition waive who may run it added: ["supplier"]',
    ],
    [4, "a field that goes", FINE, '"paid": { "title": "已交", "type": "money", "default": 0, "readonly": true },', "", ""],
    [3, "a column", FINES, '"paid", "stt", "taskcount"]', '"stt", "taskcount"]', ""],
    [0, "a title", FINE, '"title": "罚款",\n  "tenancy"', '"title": "滞纳金",\n  "tenancy"', "Fine title changed: 罚款 → 滞纳金"],
  ] as const)("exits with %i for %s", async (code, _what, file, text, instead, line) => {
    edit(file, text, instead);
    const { code: ended, out, err } = await run("--against", before.dir);
    expect(out + err).toContain(line);
    expect(ended).toBe(err === "" ? code : 1);
  });

  it("tells who sees a field, and where", async () => {
    edit(FINES, '"columns":', '"hide": { "supplier": ["rate"] }, "columns":');
    expect(await told()).toBe("rights and rules (1)\n  supplier users no longer see rate in list, export, page of 202 罚款");
    expect(await told("--lang", "zh")).toContain("供应商用户不再看到 202 罚款 的 每天(rate)：列表、导出、详情页");
  });

  it("compares with a snapshot, and speaks to programs", async () => {
    const snapshot = join(before.dir, "snapshot.json");
    expect(await runScript(plan, "--dir", before.dir, "--write", snapshot)).toMatchObject({ code: 0 });
    edit(FINE, '"shop+supplier"', '"global"');
    const { code, out } = await run("--against", snapshot, "--format", "json");
    expect(code).toBe(4);
    expect(JSON.parse(out)).toContainEqual(
      expect.objectContaining({
        class: "held",
        verb: "changed",
        part: "tenancy",
        at: { entity: "Fine" },
        was: "shop+supplier",
        is: "global",
      }),
    );
    expect((await run("--against", snapshot, "--format", "github")).out).toContain(
      "::error title=held until confirmed::Fine tenancy changed",
    );
    expect((await run("--against", snapshot, "--format", "markdown")).out).toContain(
      "### held until confirmed (4)\n- Fine tenancy changed",
    );
  });

  it.each([
    ["a field", '"rate"', '"perDay"', 'Fine.rate removed: 每天; to keep what is stored, write "was": ["rate"] at perDay'],
    ["a code", '"open"', '"unpaid"', 'Fine.stt code open removed: 未交; to keep what is stored, write "was": ["open"] at unpaid'],
    ["an entity", '"Fine"', '"Penalty"', 'Fine removed: 罚款; to keep what is stored, write "was": ["Fine"] at Penalty'],
    ["a module", '"id": 202', '"id": 203', '202 removed: 罚款; to keep what is stored, write "was": [202] at 203'],
  ])("says what to write where %s may have another name only, of a snapshot as of a directory", async (_what, old, instead, line) => {
    const snapshot = join(before.dir, "snapshot.json");
    expect(await runScript(plan, "--dir", before.dir, "--write", snapshot)).toMatchObject({ code: 0 });
    for (const name of readdirSync(after.dir, { recursive: true, encoding: "utf8" })) {
      const text = name.endsWith(".json") ? readFileSync(join(after.dir, name), "utf8") : "";
      if (text.includes(old)) after.write(name, text.replaceAll(old, instead));
    }
    for (const against of [snapshot, before.dir])
      expect(await run("--against", against)).toMatchObject({ code: expect.toBeOneOf([3, 4]), out: expect.stringContaining(line) });
    const word = line.slice(line.indexOf('"was"')).split(" at ");
    expect(await told("--lang", "zh")).toContain(`；要保留已存的值，请在 ${word[1]} 处写 ${word[0]}`);
  });

  it("says what is wrong with a call or with the files", async () => {
    expect(await run("--against", join(before.dir, "nowhere"))).toMatchObject({
      code: 2,
      err: expect.stringContaining("neither a registry"),
    });
    expect(await run("--against", before.dir, "--format", "xml")).toMatchObject({
      code: 2,
      err: expect.stringContaining("--format is one of"),
    });
    expect(await run("--mistake")).toMatchObject({ code: 2, err: expect.stringContaining("--mistake") });
    writeFileSync(join(after.dir, FINES), "{");
    expect(await run("--against", before.dir)).toMatchObject({ code: 1, err: expect.stringContaining(`${FINES}:1:2`) });
  });
});
