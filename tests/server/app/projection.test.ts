import { beforeAll, expect, it } from "vitest";
import { writeCell } from "../../../src/shared/domain/sheet/sheet-rows.ts";
import type { WireRow } from "../../../src/shared/protocol/list.ts";
import type { MenuEntry, ScreenModel } from "../../../src/shared/protocol/screen.ts";
import { statusOf } from "../../../src/web/kinds/status-of.ts";
import { questionOf } from "../../../src/web/pages/actions/action-request.ts";
import { describeEngine } from "../db/fixtures/test-database.ts";
import { call, openPortal, type Portal, shopModules, signIn } from "./fixtures/portal.ts";

describeEngine("the registry as a user sees it", (open) => {
  let portal: Portal;
  const tokens: Record<string, string> = {};
  beforeAll(async () => {
    portal = await openPortal({ open });
    for (const name of ["admin", "clerk", "s1", "s3", "mall01", "late"]) tokens[name] = await signIn(portal, name);
  });

  const screen = async (name: string, mdl: number): Promise<ScreenModel> => {
    const answer = await call(portal, tokens[name] ?? "", "Registry/GetModule", { mdl: String(mdl) });
    expect(answer.Code, answer.Msg).toBe(200);
    return answer.Result;
  };
  const pagesOf = async (name: string): Promise<number[]> => {
    const { Result } = await call(portal, tokens[name] ?? "", "Registry/GetModules");
    return Result.modules.flatMap(({ children }: MenuEntry) => children.map(({ MdlId }) => MdlId));
  };
  const actions = ({ actions }: ScreenModel) => actions.map(({ action }) => action);

  it("is a menu of granted modules in their groups", async () => {
    const { Result } = await call(portal, tokens.clerk ?? "", "Registry/GetModules");
    expect(Result).toMatchObject({ title: "供应链管理系统", version: portal.registry.version });
    expect(Result.modules).toHaveLength(1);
    expect(Result.modules[0]).toMatchObject({ MdlId: 89, PrtId: 0, path: "/logisticsReceiptsDemand", name: "logisticsReceiptsDemand" });
    expect(Result.modules[0].children).toMatchObject([
      { MdlId: 8901, PrtId: 89, path: "/logisticsReceiptsDemand/OrderManage", children: [] },
    ]);
    const all = await call(portal, tokens.admin ?? "", "Registry/GetModules");
    const pages: MenuEntry[] = all.Result.modules.flatMap(({ children }: MenuEntry) => children);
    // Hidden: what belongs to another page.
    const shown = pages.filter(({ hidden }) => !hidden).map(({ MdlId }) => MdlId);
    expect(shown.sort((a: number, b: number) => a - b)).toEqual(shopModules(portal));
  });

  it("has the actions of the user's side and functions only", async () => {
    expect(actions(await screen("admin", 8901))).toEqual(["create", "edit", "delete", "import", "audit", "unaudit", "close"]);
    expect(actions(await screen("clerk", 8901))).toEqual(["audit"]);
    expect(actions(await screen("s1", 8901))).toEqual(["provconfirm"]);
    expect((await screen("s1", 8901)).functions).toEqual(expect.arrayContaining(["query", "print", "provconfirm"]));
  });

  it("asks before whatever changes rows, or has the way back at hand", async () => {
    const asked: string[] = [];
    const returned: string[] = [];
    for (const name of ["admin", "s1", "mall01"])
      for (const page of await pagesOf(name)) {
        const model = await screen(name, page);
        for (const action of model.actions.filter(({ kind }) => kind === "transition" || kind === "delete")) {
          const rows: WireRow[] = [1, 2].map((Id) => ({ Id, ...({ _actions: [action.action] } as unknown as WireRow) }));
          const [one, ...more] = rows;
          // What is written, ticked or read first is a question of its own.
          const isAsked = (of: readonly WireRow[]) =>
            action.needsReason || action.ticks !== null || action.hasPreview === true || questionOf(action, of, model) !== null;
          const back = model.actions.find((each) => each.action === action.undo);
          const label = `${name} ${page} ${action.action}`;
          if (action.undo !== undefined) {
            expect(back, `${label}: the way back is a button of this user`).toBeDefined();
            expect([back?.needsReason, back?.ticks, back?.hasPreview, back?.danger], label).toEqual([false, null, undefined, false]);
          }
          expect(isAsked(one ? [one] : []) || back !== undefined, `${label}, of one`).toBe(true);
          if (action.bulk && more.length > 0) expect(isAsked(rows) || back?.bulk === true, `${label}, of several`).toBe(true);
          (isAsked(one ? [one] : []) ? asked : returned).push(label);
        }
      }
    expect(asked.length).toBeGreaterThan(100);
    expect(returned).toEqual(expect.arrayContaining(["admin 104 disable", "admin 104 enable", "admin 8901 audit"]));
    expect(asked).toEqual(expect.arrayContaining(["s1 8901 provconfirm", "admin 510 submit"]));
  });

  it("has no next step that is red", async () => {
    for (const name of ["admin", "s1"])
      for (const page of await pagesOf(name))
        for (const { action, isNext, danger } of (await screen(name, page)).actions)
          expect(isNext === true && danger, `${name} ${page} ${action}`).toBe(false);
  });

  it("has prints only with the right to print", async () => {
    expect((await screen("admin", 8901)).print).toEqual([{ template: "order", title: "订货单" }]);
    expect((await screen("clerk", 8901)).print).toEqual([]);
  });

  it("has the filters of the user's side", async () => {
    const fields = async (name: string) => (await screen(name, 8901)).filters.map(({ field }) => field);
    expect(await fields("admin")).toContain("Provider");
    expect(await fields("mall01")).toContain("Provider");
    expect(await fields("s1")).not.toContain("Provider");
  });

  it("opens on the last 31 days", async () => {
    const { filters } = await screen("admin", 8901);
    expect(filters.find(({ field }) => field === "busdate")).toMatchObject({
      control: "daterange",
      operator: "between",
      initial: ["2025-05-31", "2025-06-30"],
    });
  });

  it("calls no two states by one word, while what leaves the portal says what the specification says", async () => {
    for (const mdl of await pagesOf("admin")) {
      const { columns, filters } = await screen("admin", mdl);
      for (const { field, labels } of [...columns, ...filters.map(({ field, options }) => ({ field, labels: options }))]) {
        const words = labels.map(({ text }) => text);
        expect(words, `${mdl} ${field}`).toEqual([...new Set(words)]);
      }
    }
    const { filters } = await screen("admin", 8901);
    const options = filters.find(({ field }) => field === "Statu")?.options.map(({ value, text }) => [value, text]);
    expect(options).toEqual([
      [0, "录入"],
      [10, "待供应商确认"],
      [50, "已确认"],
    ]);
    const { Result } = await call(portal, tokens.admin ?? "", "Module/8901/GetPage", { rows: "200" });
    const rows: WireRow[] = Result.rows;
    for (const [code, text, shown] of [
      [0, "录入", undefined],
      [10, "审核", "待供应商确认"],
      [50, "审核", "已确认"],
    ] as const) {
      const found = rows.filter(({ Statu }) => Statu === code);
      expect(found.length, `orders at ${code}`).toBeGreaterThan(0);
      for (const { Statu_text, Statu_shown } of found) expect([Statu_text, Statu_shown]).toEqual([text, shown]);
    }
    const [column] = (await screen("admin", 8901)).columns.filter(({ field }) => field === "Statu");
    const [order] = rows.filter(({ Statu }) => Statu === 50);
    expect(statusOf(order ?? {}, { field: "Statu", labels: column?.labels ?? [] })).toEqual({ text: "已确认", tone: "success" });
    expect(writeCell("status", order ?? {}, "Statu")).toEqual({ t: "s", v: "审核" });
  });

  it("has readable columns, sums and lines, ready to be drawn", async () => {
    const model = await screen("s1", 8901);
    expect(model).toMatchObject({ MdlId: 8901, tableKey: 201, page: "list", title: "订单", version: portal.registry.version });
    expect(model.columns[0]).toMatchObject({ field: "Billid", title: "订单号", fixed: "left", sortable: true });
    expect(model.columns.find(({ field }) => field === "order_cost")).toMatchObject({ format: "money", align: "right" });
    expect(model.footer).toMatchObject({ label: "合计", sums: expect.arrayContaining([{ field: "order_cost", decimals: 2 }]) });
    expect(model.show.titleField).toBe("Billid");
    expect(model.show.sections[0]?.fields.map(({ field }) => field)).toContain("storeAddress");
    expect(model.show.lines[0]).toMatchObject({
      entity: "OrderLine",
      sums: expect.arrayContaining([{ field: "order_cost", decimals: 2 }]),
    });
  });

  it("never says more of a list than its rows carry", async () => {
    for (const name of ["admin", "s1", "mall01"]) {
      for (const mdl of [510, 8901]) {
        const [model, page] = [await screen(name, mdl), await call(portal, tokens[name] ?? "", `Module/${mdl}/GetPage`)];
        expect(page.Code, page.Msg).toBe(200);
        expect(Object.keys(page.Result.footer).sort()).toEqual(model.footer?.sums.map(({ field }) => field).sort() ?? []);
        for (const row of page.Result.rows) {
          for (const { field } of model.columns) expect(row, `${mdl} ${field}`).toHaveProperty(field);
        }
      }
    }
  });

  it.each([
    ["", { Code: 400, Msg: expect.stringContaining("mdl") }],
    ["abc", { Code: 400, Msg: expect.stringContaining("mdl") }],
    ["-1", { Code: 400 }],
    ["8901 ", { Code: 400 }],
    ["0x22c5", { Code: 400 }],
    ["99999", { Code: 404, Msg: expect.stringContaining("99999") }],
    ["510", { Code: 403, Msg: "不存在模块权限！" }],
    ["7777", { Code: 404 }],
  ])("refuses module %j", async (mdl, answer) => {
    expect(await call(portal, tokens.clerk ?? "", "Registry/GetModule", { mdl })).toMatchObject(answer);
    if (mdl !== "")
      expect(await call(portal, tokens.clerk ?? "", `Module/${encodeURIComponent(mdl)}/GetPage`)).toMatchObject({
        Code: expect.any(Number),
      });
  });

  it("tells about another version at once, and about none after a while", async () => {
    const { registry } = portal;
    const { version } = registry;
    const waiting = call(portal, tokens.admin ?? "", "Registry/Watch", { version });
    setTimeout(() => portal.changeRegistry({ ...registry, version: "another" }), 50);
    expect((await waiting).Result).toEqual({ version: "another" });
    expect((await call(portal, tokens.admin ?? "", "Registry/Watch", { version })).Result).toEqual({ version: "another" });
    expect(await call(portal, tokens.admin ?? "", "Registry/Watch")).toMatchObject({ Code: 400, Msg: expect.stringContaining("version") });
    portal.changeRegistry(registry);
  });
});
