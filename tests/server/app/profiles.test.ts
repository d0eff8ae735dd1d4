import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, test } from "vitest";
import { registryOf } from "../../../src/server/base/viewer.ts";
import { ENGINE_NEEDS } from "../../../src/server/engine/needs.ts";
import { runDue } from "../../../src/server/engine/run-due.ts";
import { runTransition } from "../../../src/server/engine/run-transition.ts";
import { sqlStore } from "../../../src/server/engine/store/sql-store.ts";
import { systemWork } from "../../../src/server/engine/system.ts";
import { loadFiles } from "../../../src/server/registry/registry-files.ts";
import { buildRegistry } from "../../../src/shared/build-registry.ts";
import type { Entity, Registry, Transition } from "../../../src/shared/registry/model.ts";
import { formatProblem } from "../../../src/shared/registry/problem.ts";
import { manualOf } from "../manual/fixtures/manuals.ts";
import { done, openLibrary, PAGE, SCHOOL, TOWN } from "./fixtures/library.ts";
import { call, type Portal, signIn } from "./fixtures/portal.ts";

/*
 * Long on purpose: one library whose school has two profiles, the second of which patches entities; every channel of the portal shows the
 * school's users and nobody else what it says (docs/decisions/76).
 */

const DESK = {
  name: "desk",
  title: "学校借阅台",
  shops: [SCHOOL],
  flags: {},
  entities: {
    Loan: {
      title: "借书单",
      fields: {
        Remark: { title: "用途" },
        duedate: { default: { today: 7 }, title: "还书日" },
        Statu: { values: { "10": { set: { title: "已借走" } } } },
      },
      hide: { supplier: { audittime: "add" } },
      save: { rules: { 须写明用途: { add: { require: { set: "Remark" }, field: "Remark" } } } },
      states: {
        Statu: {
          transitions: {
            lend: {
              title: "出借",
              guards: { 学校一次只借一本: { add: { require: { not: { gt: ["books", "1"] } } }, before: "NOLINE" } },
            },
            takeback: { title: "收回", by: { system: "add" }, when: { ne: ["Remark", "长期"] } },
          },
        },
      },
      due: { takeback: { add: { when: { eq: ["Remark", "当日"] } } } },
    },
    LoanLine: { fields: { CopyId: { where: { all: [{ eq: ["lent", false] }, { eq: ["BookId", "B1"] }] }, title: "馆藏条码" } } },
  },
  modules: { "201": { columns: { Provider: "remove" }, todos: { 待归还: { set: { tone: "error" } } } } },
};

let library: Portal;
let town: string;
let school: string;
let pupil: string;

beforeAll(async () => {
  library = await openLibrary(libraryWith({}));
  library.changeRegistry(libraryWith(DESK));
  [town, school, pupil] = [await signIn(library, "town"), await signIn(library, "school"), await signIn(library, "pupil")];
});

describe("what a profile says of an entity", () => {
  test("is in the page's columns, labels and buttons", async () => {
    const screens = await both("Registry/GetModule", { mdl: PAGE.loans });
    const fields = ({ columns }: { columns: { field: string }[] }) => columns.map(({ field }) => field);
    expect(fields(screens.town)).toContain("Provider");
    expect(fields(screens.school)).not.toContain("Provider");
    // Both profiles of the school count.
    expect(fields(screens.school)).not.toContain("deposit");
    const heading = ({ columns }: { columns: { field: string; title: string }[] }) =>
      columns.find(({ field }) => field === "duedate")?.title;
    expect([heading(screens.town), heading(screens.school)]).toEqual(["应还日期", "还书日"]);
    const buttons = ({ actions }: { actions: { name: string; title: string }[] }) => actions.map(({ title }) => title);
    expect(buttons(screens.town)).toEqual(expect.arrayContaining(["借出", "归还"]));
    expect(buttons(screens.school)).toEqual(expect.arrayContaining(["出借", "收回"]));
    const texts = (screen: object) => JSON.stringify(screen);
    expect(texts(screens.town)).not.toContain("已借走");
    expect(texts(screens.school)).toContain("已借走");
  });

  test("is in the rows of a list, those that are taken away, and the detail page", async () => {
    for (const purpose of [{}, { purpose: "export" }] as const) {
      const rows = await both(`Module/${PAGE.loans}/GetPage`, { page: "1", rows: "50", ...purpose });
      expect(JSON.stringify(rows.school)).toContain("已借走");
      expect(JSON.stringify(rows.town)).toContain("外借");
      expect(JSON.stringify(rows.town)).not.toContain("已借走");
    }
    const [lent] = (await done(library, school, `Module/${PAGE.loans}/GetPage`, { page: "1", rows: "50" })).rows.filter(
      ({ Statu }: { Statu: number }) => Statu === 10,
    );
    const shown = async (token: string) => JSON.stringify(await done(library, token, `Module/${PAGE.loans}/Get`, { id: String(lent.Id) }));
    expect(await shown(school)).toContain("audittime");
    expect(await shown(pupil)).not.toContain("audittime");
  });

  test("is in the form, what it proposes, what it refuses, and its choices", async () => {
    const screens = await both("Registry/GetModule", { mdl: PAGE.loans });
    expect(JSON.stringify(screens.school.form)).toContain("须写明用途");
    expect(JSON.stringify(screens.town.form)).not.toContain("须写明用途");
    const form = { provid: "P1", LoanLine: undefined };
    const lines = JSON.stringify([{ CopyId: "C1", amount: "1", price: "10.00" }]);
    const refused = await call(library, school, `Module/${PAGE.loans}/Save`, {
      provid: form.provid,
      lines: JSON.stringify({ LoanLine: JSON.parse(lines) }),
    });
    expect(refused).toMatchObject({ Code: 400 });
    expect(JSON.stringify(refused.Result)).toContain("须写明用途");
    const choices = async (token: string) =>
      (await done(library, token, `Module/${PAGE.loans}/Options`, { field: "CopyId", entity: "LoanLine", search: "C" })).map(
        ({ value }: { value: string }) => value,
      );
    expect(await choices(town)).toContain("C4");
    expect(await choices(school)).not.toContain("C4");
  });

  test("guards a transition of its shops alone", async () => {
    const two = [{ CopyId: "C1", amount: "2", price: "10.00" }];
    const ofSchool = await saved(school, { provid: "P1", Remark: "长期" }, two);
    const ofTown = await saved(town, { provid: "R1" }, [{ CopyId: "C1", amount: "2", price: "10.00" }]);
    const lend = (token: string, id: number) => call(library, token, `Module/${PAGE.loans}/Action`, { action: "lend", ids: String(id) });
    expect(await lend(school, ofSchool)).toMatchObject({ Code: 422, Msg: "学校一次只借一本" });
    expect(await lend(town, ofTown)).toMatchObject({ Code: 200 });
  });

  test("offers a transition, counts a to-do and runs what is due by its own conditions", async () => {
    const long = await saved(school, { provid: "P1", Remark: "长期" });
    const short = await saved(school, { provid: "P2", Remark: "当日" });
    const act = (token: string, action: string, id: number) =>
      call(library, token, `Module/${PAGE.loans}/Action`, { action, ids: String(id) });
    for (const id of [long, short]) expect(await act(school, "lend", id)).toMatchObject({ Code: 200 });
    const waiting = async (token: string) =>
      (await done(library, token, "login/GetHomePageData", {})).todos.find(({ title }: { title: string }) => title === "待归还");
    const { count, tone } = await waiting(school);
    expect(tone).toBe("error");
    expect((await waiting(town)).tone).toBe("warning");
    // The library has no text of its own for what is no longer offered.
    expect(await act(school, "takeback", long)).toMatchObject({ Code: 409, Msg: "单据状态已变化，请刷新后重试" });
    const ofTown = await saved(town, { provid: "R2", Remark: "长期" }, [{ CopyId: "C4", amount: "1", price: "10.00" }]);
    for (const action of ["lend", "takeback"]) expect(await act(town, action, ofTown)).toMatchObject({ Code: 200 });
    const { kysely: db } = library.database;
    const run = { db, registry: libraryWith(DESK), now: new Date("2025-06-30T02:00:00Z"), log: () => undefined };
    expect(await runDue(run)).toBe(1);
    expect((await waiting(school)).count).toBe(count - 1);
  });

  test("counts by the shop of the row, also for work that was begun with the files' own entity", async () => {
    const id = await saved(school, { provid: "P1", Remark: "短期" }, [{ CopyId: "C1", amount: "2", price: "10.00" }]);
    const registry = libraryWith(DESK);
    const entity = registry.entities.Loan as Entity;
    const transition = entity.transitions.lend as Transition;
    const actor = { kind: "shop", userId: "school", userName: "school" } as const;
    const request = { ...systemWork(registry, SCHOOL, new Date("2025-06-30T02:00:00Z"), "test"), registry, actor, entity, transition, id };
    const run = library.database.kysely.transaction().execute((trx) => runTransition(sqlStore(trx, SCHOOL), request));
    await expect(run).rejects.toThrow("学校一次只借一本");
  });

  test("is in the headings of what is printed", async () => {
    const rows = await both(`Module/${PAGE.loans}/GetPage`, { page: "1", rows: "1" });
    const print = async (token: string, id: number) =>
      JSON.stringify(await done(library, token, "Print/GetPrintDoc", { printtyp: "loan", ids: String(id), mdl: PAGE.loans }));
    expect(await print(school, rows.school.rows[0].Id)).toContain("馆藏条码");
    expect(await print(town, rows.town.rows[0].Id)).not.toContain("馆藏条码");
  });

  test("is in the manual", () => {
    const registry = libraryWith(DESK);
    const manual = (shopId: string) => JSON.stringify(manualOf(registryOf(registry, shopId), { side: "shop", shopId }));
    expect(manual(SCHOOL)).toContain("学校一次只借一本");
    expect(manual(TOWN)).not.toContain("学校一次只借一本");
  });

  test("makes one model for each shop, whichever shop's model it is asked of", () => {
    const registry = libraryWith(DESK);
    expect(registryOf(registry, SCHOOL).entities.Loan?.title).toBe("借书单");
    expect(registryOf(registryOf(registry, SCHOOL), TOWN)).toBe(registry);
    expect(registryOf(registry, TOWN)).toBe(registry);
    expect(registryOf(registryOf(registry, TOWN), SCHOOL)).toBe(registryOf(registry, SCHOOL));
  });
});

/** One call by a user of each shop. */
async function both(path: string, params: Readonly<Record<string, string>>) {
  return { town: await done(library, town, path, params), school: await done(library, school, path, params) };
}

async function saved(
  token: string,
  fields: Readonly<Record<string, string>>,
  lines = [{ CopyId: "C1", amount: "1", price: "10.00" }],
): Promise<number> {
  return (await done(library, token, `Module/${PAGE.loans}/Save`, { ...fields, lines: JSON.stringify({ LoanLine: lines }) })).id;
}

/** The library with one more profile. */
function libraryWith(overlay: object): Registry {
  const { files } = loadFiles(fileURLToPath(new URL("../../fixtures/registry-library", import.meta.url)));
  const more = Object.keys(overlay).length === 0 ? [] : [{ path: "schemas/overlays/desk.json", text: JSON.stringify(overlay, null, 1) }];
  const built = buildRegistry([...files, ...more], { features: [], needs: ENGINE_NEEDS });
  if (!built.ok) throw new Error(built.problems.map(formatProblem).join("\n"));
  return built.registry;
}
