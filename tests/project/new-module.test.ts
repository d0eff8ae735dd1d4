import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { newModule } from "../../scripts/new-module.ts";
import { PROGRAM } from "../../src/server/features.ts";
import { loadRegistry } from "../../src/server/registry/load-registry.ts";
import { loadFiles } from "../../src/server/registry/registry-files.ts";
import { buildRegistry } from "../../src/shared/build-registry.ts";
import { formatProblem } from "../../src/shared/registry/problem.ts";
import { temporaryLibrary } from "../schemas/temporary-registry.ts";
import { fillAnyRegistry, madeUsers } from "../server/any-registry/fixtures/made-rows.ts";
import { call, openPortal, signIn } from "../server/app/fixtures/portal.ts";
import { runScript } from "./run-script.ts";
import { ROOT } from "./source-files.ts";

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "scm-new-module-"));
  cpSync(join(ROOT, "modules.json"), join(dir, "modules.json"));
  cpSync(join(ROOT, "schemas"), join(dir, "schemas"), { recursive: true });
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

const run = (...flags: string[]) => runScript(newModule, "--dir", dir, ...flags);
const flagsFor = (entity: string) =>
  `--id 7777 --name Trial --title 样例 --group 89 --entity ${entity} --audience shop,supplier --schema logistics/trial`.split(" ");
const build = () => buildRegistry(loadFiles(dir).files);

test("a module over an existing entity is written, listed and valid", async () => {
  expect(await run(...flagsFor("BalancePlan"))).toMatchObject({ code: 0 });
  const built = build();
  expect(built.ok && built.registry.modules["7777"]?.columns.map(({ field }) => field)).toContain("TotalMoney");
  expect(built.ok && built.registry.modules["7777"]?.lines).toEqual([]);
  expect(built.ok && built.registry.modules["7777"]?.entry.path).toBe("/logisticsReceiptsDemand/Trial");
});

test("a module over an entity with lines names them", async () => {
  expect(await run(...flagsFor("Accept"))).toMatchObject({ code: 0 });
  const built = build();
  const [lines] = (built.ok && built.registry.modules["7777"]?.lines) || [];
  expect(lines?.columns.map(({ field }) => field)).toContain("GoodsName");
  expect(lines?.sums).toContain("sum_cost");
});

test("a module over a new entity brings the entity", async () => {
  expect(await run(...flagsFor("Trial"), "--new-entity", "样例单")).toMatchObject({ code: 0 });
  const built = build();
  expect(built.ok && built.registry.entities.Trial?.title).toBe("样例单");
});

test("a wrong answer is told and leaves every file as it was", async () => {
  const menu = readFileSync(join(dir, "modules.json"), "utf8");
  const instead = (flag: string, other: string) => flagsFor("BalancePlan").map((each) => (each === flag ? other : each));
  const taken = await run(...instead("7777", "8901"));
  expect(taken.code).toBe(1);
  expect(taken.err).toContain("8901");
  expect(readFileSync(join(dir, "modules.json"), "utf8")).toBe(menu);
  expect((await run(...instead("89", "77"))).err).toContain("there is no menu group 77");
  expect(existsSync(join(dir, "schemas/modules/logistics/trial.json"))).toBe(false);
  expect((await run(...flagsFor("Nothing"))).err).toContain("there is no entity Nothing");
  expect((await run("--id", "x")).err).toContain("--name is missing");
});

/** What is proposed is taken, but for what is told here by a part of the question. */
const answering = (answers: Readonly<Record<string, string>>, asked: string[] = []) => {
  return async (question: string) => {
    asked.push(question);
    return Object.entries(answers).find(([part]) => question.includes(part))?.[1] ?? "";
  };
};

test("somebody at a terminal is asked, with proposals that follow from the answers before", async () => {
  const asked: string[] = [];
  const answers = { "Chinese title": "投诉单", "Entity (there": "Complaint", "Menu group": "89" };
  const ask = (args: readonly string[]) => newModule(args, answering(answers, asked));
  expect(await runScript(ask, "--dir", dir)).toMatchObject({ code: 0, err: "" });
  expect(asked).toEqual([
    "Chinese title: ",
    "Entity (there, or a new name): ",
    "Title of the new entity [投诉单]: ",
    "Archetype (bill, application, master) [bill]: ",
    expect.stringMatching(/^Menu group \(1 基础信息, .*89 业务往来.*\): $/),
    expect.stringMatching(/^Module number \[89\d\d\]: $/),
    "Last part of its path [Complaint]: ",
    "Audience [shop,supplier]: ",
    "File below schemas/modules [logistics/complaint]: ",
  ]);
  const built = build();
  const made = built.ok ? Object.values(built.registry.modules).find(({ entity }) => entity === "Complaint") : undefined;
  expect(made?.actions.map(({ name }) => name)).toEqual(["create", "edit", "delete", "audit", "provconfirm", "unaudit"]);
  expect(built.ok && built.registry.entities.Complaint?.number).toEqual({ field: "Billid", prefix: "TS" });
});

test("an answer that does not fit is asked for again", async () => {
  let tries = 0;
  const groups = ["77", "89"];
  const ask = async (question: string) => (question.startsWith("Menu group") ? (groups[tries++] ?? "") : "");
  const said = await runScript(
    (args) => newModule(args, ask),
    "--dir",
    dir,
    "--title",
    "样例",
    "--entity",
    "BalancePlan",
    "--name",
    "Trial",
  );
  expect(said).toMatchObject({ code: 0, err: expect.stringContaining("there is no menu group 77") });
});

test("whoever leaves in the middle has changed nothing, nor who is refused by the check of all files", async () => {
  const before = loadFiles(dir).files;
  const leave = async (question: string) => {
    if (question.startsWith("Menu group")) throw Object.assign(new Error("left"), { name: "AbortError" });
    return question.startsWith("Entity") ? "Complaint" : "投诉单";
  };
  expect(await runScript((args) => newModule(args, leave), "--dir", dir, "--like", "bill")).toMatchObject({
    code: 130,
    err: expect.stringContaining("nothing was changed"),
  });
  const refused = await run(...flagsFor("Trial"), "--new-entity", "样例", "--like", "master");
  expect(refused).toMatchObject({ code: 1, err: expect.stringContaining("nothing was changed") });
  expect(refused.err).toContain("schemas/");
  expect(loadFiles(dir).files).toEqual(before);
});

test("rows of every kind of new entity can be created and are seen, in a registry of another trade", async () => {
  const library = temporaryLibrary();
  try {
    const kinds = { bill: "Complaint", application: "Request", master: "Shelf" } as const;
    for (const [like, name] of Object.entries(kinds)) {
      const flags = `--title ${name} --group 1 --entity ${name} --new-entity ${name} --like ${like}`.split(" ");
      expect(await runScript(newModule, "--dir", library.dir, ...flags)).toMatchObject({ code: 0, err: "" });
    }
    const built = loadRegistry(library.dir, PROGRAM);
    if (!built.ok) throw new Error(built.problems.map(formatProblem).join("\n"));
    const { registry } = built;
    const portal = await openPortal({ registry, features: [], fill: fillAnyRegistry });
    const [shop, supplier] = madeUsers(registry);
    const writers = { bill: shop, application: supplier, master: shop };
    for (const [like, name] of Object.entries(kinds)) {
      const { user = "" } = writers[like as keyof typeof writers] ?? {};
      const token = await signIn(portal, user);
      const page = Object.values(registry.modules).find(({ entity }) => entity === name)?.id;
      const fields = like === "bill" ? { provid: "S1", title: "new one" } : { title: "new one" };
      const saved = await call(portal, token, `Module/${page}/Save`, fields);
      const failure = portal.log.filter((line) => line.includes('"level":50')).join("\n");
      expect([saved.Code, saved.Msg], `${JSON.stringify(saved.Result)} ${failure}`).toEqual([200, "保存成功"]);
      const { Result } = await call(portal, token, `Module/${page}/GetPage`, { page: "1", rows: "100" });
      expect(Result.rows.map(({ title }: { readonly title: string }) => title)).toContain("new one");
    }
  } finally {
    library.remove();
  }
});

test("its file runs by itself, and says in either language how it ended", () => {
  const script = join(ROOT, "scripts/new-module.ts");
  const { status, stderr } = spawnSync(join(ROOT, "node_modules/.bin/tsx"), [script, "--id", "x", "--lang", "zh"], { encoding: "utf8" });
  expect([status, stderr]).toEqual([1, expect.stringContaining("缺少 --name")]);
});
