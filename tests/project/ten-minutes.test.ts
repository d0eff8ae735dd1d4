import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { checkSchemas } from "../../scripts/check-schemas.ts";
import { editor } from "../../scripts/editor.ts";
import { entityTypes } from "../../scripts/generate-types/entity-types.ts";
import { plan } from "../../scripts/plan.ts";
import { sqlStore } from "../../src/server/engine/store/sql-store.ts";
import { PROGRAM } from "../../src/server/features.ts";
import { loadRegistry } from "../../src/server/registry/load-registry.ts";
import { loadFiles } from "../../src/server/registry/registry-files.ts";
import { buildRegistry } from "../../src/shared/build-registry.ts";
import { formatProblem } from "../../src/shared/registry/problem.ts";
import { IS_LONG } from "../e2e/long.ts";
import { blocksOf, guidedRegistry } from "../fixtures/guide.ts";
import { shippedFiles } from "../fixtures/shipped-registry.ts";
import { call, openPortal, type Portal, signIn } from "../server/app/fixtures/portal.ts";
import { fillWorld, SHOP } from "../server/app/fixtures/world.ts";
import { runScript, type Said } from "./run-script.ts";
import { ROOT } from "./source-files.ts";

const GUIDES = ["docs/zh/ten-minutes.md", "docs/ten-minutes.md"];
const [GUIDE = ""] = GUIDES;
const PAGE = "8930";

let dir: string;
beforeAll(() => {
  dir = guidedRegistry(GUIDE);
});
afterAll(() => rmSync(dir, { recursive: true, force: true }));

/** The commands that a guide names, each with what is typed behind it. */
const commands = (guide: string) =>
  blocksOf(guide)
    .filter(({ language }) => language === "sh")
    .flatMap(({ text }) => text.trim().split("\n"))
    .map((line) => /^npm run ([\w:-]+)(?: -- (.*))?$/.exec(line)?.slice(1) ?? ["", line]);

/** They run within this process, on the copy; what is compared with is the project as it stands. */
const RUN: Readonly<Record<string, (...flags: string[]) => Promise<Said>>> = {
  editor: (...flags) => runScript(editor, "--dir", dir, ...flags),
  "check:schemas": (...flags) => runScript(checkSchemas, "--dir", dir, ...flags),
  plan: (...flags) => runScript(plan, "--dir", dir, "--against", ROOT, ...flags),
  "test:registry": async (...flags) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [join(ROOT, "scripts/test-registry.mjs"), "--dir", dir, ...flags], {
      encoding: "utf8",
    });
    return { code: status ?? 1, out: stdout, err: stderr };
  },
};

describe("a module in ten minutes", () => {
  it("is the same in both languages", () => {
    const [zh = [], en = []] = GUIDES.map((guide) => blocksOf(guide).filter(({ language }) => language === "json"));
    expect(en).toEqual(zh);
    expect(zh).toHaveLength(6);
    const [inChinese = [], inEnglish = []] = GUIDES.map((guide) => commands(guide).map(([name]) => name));
    expect(inEnglish).toEqual(inChinese);
  });

  // Opening a portal of every kind of user on the whole registry takes its time.
  it.each(commands(GUIDE).filter(([name]) => IS_LONG || name !== "test:registry"))("npm run %s %s", async (name = "", flags = "") => {
    const { code, out, err } = (await RUN[name]?.(...flags.split(" ").filter((flag) => flag !== ""))) ?? { code: 1, out: "", err: name };
    expect(err).toBe("");
    if (name === "plan") {
      // Nothing of a new page waits for a confirmation; who sees it is told.
      expect([0, 3]).toContain(code);
      expect(out).toContain("8930");
    } else expect([code, out]).toEqual([0, expect.any(String)]);
    if (name === "test:registry") expect(out).toMatch(/\n[1-9]\d* passed, 0 failed\n$/);
    if (name === "editor") expect(readFileSync(join(dir, ".cache/editor/language.schema.json"), "utf8")).toContain("ComplaintLine");
  });

  it("opens: the shop writes a ticket with lines, audits it, the supplier replies and never reads the note", async () => {
    const built = loadRegistry(dir, PROGRAM);
    if (!built.ok) throw new Error(built.problems.map(formatProblem).join("\n"));
    const { registry } = built;
    const portal = await openPortal({
      registry,
      fill: async (database) => {
        await fillWorld(database, registry);
        const { Goods: goods, GroupModule: rights } = registry.entities;
        if (!goods || !rights) throw new Error("no goods");
        await database.kysely.transaction().execute(async (trx) => {
          const store = sqlStore(trx, SHOP);
          await store.insert(goods, [{ provid: "102001", GoodsId: "G1", GoodsName: "苹果", Barcode: "6901234567892", statu: 1 }]);
          await store.insert(rights, [{ GroupId: "supplier", MdlId: Number(PAGE), Funcs: "query,print,provconfirm" }]);
        });
      },
    });
    const [shop, supplier] = [await signIn(portal, "admin"), await signIn(portal, "s1")];
    const lines = { ComplaintLine: [{ GoodsId: "G1", amount: "3", price: "2.50" }] };
    const ticket = { provid: "102001", kind: "1", happened: "2025-06-28", content: "烂果", note: "常有", lines: JSON.stringify(lines) };
    const { id } = await done(portal, shop, `Module/${PAGE}/Save`, ticket);
    expect((await rows(portal, shop))[0]).toMatchObject({ Billid: expect.stringMatching(/^TS\d{12}$/), amount: "3.000", claim: "7.50" });
    expect(await rows(portal, supplier)).toEqual([]);
    await done(portal, shop, `Module/${PAGE}/Action`, { action: "audit", ids: String(id) });
    await done(portal, supplier, `Module/${PAGE}/Action`, { action: "provconfirm", ids: String(id), reason: "已补发" });
    const { row } = await done(portal, supplier, `Module/${PAGE}/Get`, { id: String(id) });
    expect(row).toMatchObject({ Statu: 50, answer: "已补发" });
    expect(Object.keys(row)).not.toContain("note");
    const sheets = await done(portal, shop, "Print/GetPrintDoc", { printtyp: "complaint", ids: String(id), mdl: PAGE });
    expect(JSON.stringify(sheets.data)).toContain("柒元伍角");
  });
});

const rows = async (portal: Portal, token: string): Promise<readonly Record<string, unknown>[]> =>
  (await done(portal, token, `Module/${PAGE}/GetPage`, { page: "1", rows: "10" })).rows;

/** The Result of a call that must not fail. */
async function done(portal: Portal, token: string, path: string, params: Readonly<Record<string, string>>) {
  const { Code, Msg, Result } = await call(portal, token, path, params);
  if (Code !== 200) throw new Error(`${path}: ${Code} ${Msg}`);
  return Result;
}

describe("what the product's own tests say of it holds with the guide's module added", () => {
  it("as the pages, entities and prints it ships are looked at without it", () => {
    const [before, after] = [ROOT, dir].map((each) => buildRegistry(shippedFiles(loadFiles(each).files), PROGRAM));
    if (!before?.ok || !after?.ok) throw new Error("not valid");
    // Linked to code that is the same, and versions tell texts apart.
    const told = ({ registry: { version: _version, code: _code, ...registry } }: typeof before) => registry;
    expect(told(after)).toEqual(told(before));
    expect(existsSync(join(dir, "schemas/entities/complaint.json"))).toBe(true);
  });

  it("as the types of rows are those of the entities it ships", () => {
    expect(entityTypes(dir)).toBe(entityTypes(ROOT));
  });
});
