import { describe, expect, it } from "vitest";
import type { Registry } from "../../../src/shared/registry/model.ts";
import { buildMinimal, type Edit, minimalRegistry } from "./minimal.ts";

const registry = minimalRegistry();
const bill = registry.entities.Bill;
const bills = registry.modules["101"];

describe("the built registry", () => {
  it("is frozen to the bottom, and its dictionaries have no prototype", () => {
    const open: string[] = [];
    const walk = (value: unknown, path: string) => {
      if (typeof value !== "object" || value === null) return;
      if (!Object.isFrozen(value)) open.push(path);
      for (const [key, inner] of Object.entries(value)) walk(inner, `${path}/${key}`);
    };
    walk(registry, "");
    expect(open).toEqual([]);
    for (const dictionary of [registry.entities, registry.modules, registry.prints, registry.profiles, registry.messages, bill?.fields]) {
      expect(Object.getPrototypeOf(dictionary)).toBeNull();
    }
  });

  it("has a version that changes with any text and with nothing else", () => {
    expect(minimalRegistry().version).toBe(registry.version);
    expect(minimalRegistry(["schemas/shared/messages.json", ["messages", "NOLINE"], "无明细"]).version).not.toBe(registry.version);
  });

  it("has the menu with full paths", () => {
    expect(registry.title).toBe("Small");
    expect(registry.groups.map(({ path, icon, alwaysShow }) => ({ path, icon, alwaysShow }))).toEqual([
      { path: "/bills", icon: "file", alwaysShow: false },
      { path: "/system", icon: "", alwaysShow: false },
    ]);
    expect(bills?.entry).toEqual({
      id: 101,
      groupId: 1,
      name: "Bills",
      title: "All bills",
      path: "/bills/Bills",
      aliases: ["/old/Bills"],
      icon: "",
      hidden: false,
      affix: false,
      of: null,
      reminder: null,
    });
  });
});

describe("entities", () => {
  it("have the fields of what they are like first, tables, lines and owners", () => {
    expect(Object.keys(bill?.fields ?? {}).slice(0, 6)).toEqual(["Id", "SHOP_ID", "rowver", "provid", "Provider", "Billid"]);
    expect(bill).toMatchObject({ table: "bill", supplierField: "provid", lines: ["BillLine"], number: { field: "Billid", prefix: "DJ" } });
    expect(registry.entities.BillLine).toMatchObject({ table: "bill_line", supplierField: "provid", head: { entity: "Bill" } });
    expect(registry.entities.vLine).toMatchObject({ table: "v_line", view: { parts: [{ of: "BillLine" }], groupBy: [] } });
    expect(registry.entities.Payment).toMatchObject({ supplierReads: true, supplierField: null, view: null });
    expect(bill?.indexes).toEqual([
      [{ field: "busdate", descending: true }],
      [
        { field: "Kind", descending: false },
        { field: "Statu", descending: false },
      ],
    ]);
  });

  it("let an own field replace the mixin's in its place", () => {
    const { entities } = minimalRegistry(["schemas/entities/bill.json", ["fields", "Provider"], { title: "厂商", type: "string" }]);
    expect(Object.keys(entities.Bill?.fields ?? {})[4]).toBe("Provider");
    expect(entities.Bill?.fields.Provider?.title).toBe("厂商");
  });

  it("have fields with what their types leave open", () => {
    expect(bill?.fields.Total).toEqual({
      name: "Total",
      title: "金额",
      carries: null,
      type: "money",
      note: "",
      isRequired: false,
      isSensitive: false,
      isIdentity: false,
      convert: null,
      length: null,
      minLength: null,
      initial: "0.00",
      values: [],
      codeType: "int",
      ref: null,
      width: 120,
      format: "money",
      computed: null,
      aggregate: null,
      window: null,
      isState: false,
      isReadonly: false,
      isFixed: false,
      opening: null,
      setting: null,
      min: null,
      max: null,
      check: null,
      input: null,
      derived: null,
      prefill: null,
      readFrom: null,
    });
    expect(bill?.fields.Statu).toMatchObject({ format: "status", initial: 0, isState: true, codeType: "int" });
    expect(bill?.fields.Kind).toMatchObject({ codeType: "text", isState: false });
    expect(bill?.fields.isclose?.values.map(({ code, text }) => [code, text])).toEqual([
      [true, "是"],
      [false, "否"],
    ]);
    expect(bill?.fields.SHOP_ID?.ref).toEqual({ entity: "Shop", key: "SHOP_ID", choices: null, narrow: {}, offer: null });
    expect(bill?.fields.taskcount?.format).toBe("unread");
    expect(registry.entities.vLine?.view?.parts[0]?.sources.busdate).toEqual({ kind: "field", alias: "head", field: "busdate" });
    expect(registry.entities.vDay?.view?.parts[0]?.sources.bills).toBeUndefined();
    expect(registry.entities.vDay?.fields.bills).toMatchObject({ aggregate: "count" });
  });

  it("have machines from archetypes, without what is skipped and with what comes after", () => {
    const payment = registry.entities.Payment;
    expect(Object.keys(payment?.transitions ?? {})).toEqual(["pay"]);
    expect(payment?.transitions.pay).toMatchObject({ title: "付款", from: ["open"], to: "paid", effects: [{ kind: "set" }] });
  });

  it("say what forms may write, what is derived, and what happens on saving and opening", () => {
    expect(bill?.save).toMatchObject({
      create: { by: ["shop"], when: null, guards: [{ message: "单据没有明细" }], effects: [{ kind: "unread" }] },
      edit: { when: { eq: ["Statu", 0] } },
      delete: { by: ["shop"] },
      rules: [{ field: "boxes", message: "件数须大于零" }],
    });
    const readonly = ["Id", "Statu", "Billid", "tax", "twice"].map((name) => bill?.fields[name]?.isReadonly);
    expect(readonly).toEqual([true, true, true, true, true]);
    expect([bill?.fields.GroupName?.derived?.kind, bill?.fields.day?.opening, bill?.fields.GroupId?.isFixed]).toEqual([
      "copy",
      { today: 0 },
      true,
    ]);
    expect(bill).toMatchObject({ label: "Billid", opened: { by: ["supplier"] }, due: [{ action: "lapse" }] });
    expect(bill?.transitions.back).toMatchObject({ needsReason: true, reasonTitle: "退回原因", ticks: { field: "checked", least: 1 } });
    expect(registry.entities.BillLine?.lineSource).toMatchObject({ via: "GroupId", lines: "GroupItem" });
  });

  it("widen a column for a long heading", () => {
    expect(registry.entities.Shop?.fields.contractend?.width).toBe(110);
    const { entities } = minimalRegistry(["schemas/entities/shop.json", ["fields", "contractend", "title"], "商场合约到期日期"]);
    expect(entities.Shop?.fields.contractend?.width).toBe(8 * 14 + 38);
  });

  it("widen a column for the longest word that its mark may say", () => {
    expect(bill?.fields.Statu?.width).toBe(100);
    const longer = minimalRegistry(["schemas/shared/enums.json", ["enums", "BillState", 1, "cases", 0, "value"], "等待供应商先确认PO"]);
    expect(longer.entities.Bill?.fields.Statu?.width).toBe(8 * 12 + 2 * 7 + 47);
    // A page may have words of its own.
    const own = minimalRegistry(["schemas/modules/bills/bills.json", ["values", "Statu", 0, "title"], "等待供应商先确认"]);
    const widthIn = (of: Registry, mdl: string) => of.modules[mdl]?.columns.find(({ field }) => field === "Statu")?.width;
    expect([widthIn(registry, "101"), widthIn(own, "101"), own.entities.Bill?.fields.Statu?.width]).toEqual([100, 8 * 12 + 47, 100]);
  });

  it("have computed fields by kind, with what the file says there", () => {
    expect(bill?.fields.ShopName?.computed).toEqual({ kind: "copy", copy: { via: "SHOP_ID", field: "ShopName" } });
    expect(registry.entities.BillLine?.fields.busdate?.computed).toMatchObject({ kind: "copy", copy: { via: "Billid" } });
    expect(bill?.fields.linecount?.computed).toEqual({
      kind: "count",
      count: { of: "BillLine", by: "Billid", key: "Billid", where: null },
    });
    expect(bill?.fields.StatuZH?.computed).toEqual({ kind: "label", label: "Statu" });
    expect(bill?.fields.taskcount?.computed).toEqual({ kind: "unread", unread: true });
  });

  it("have machines, and transitions with resolved messages and effects by kind", () => {
    expect(Object.keys(bill?.machines ?? {})).toEqual(["Statu", "Paid"]);
    expect(bill?.machines.Statu).toEqual({ field: "Statu", initial: 0, final: [50], transitions: ["audit", "finish", "back", "lapse"] });
    const audit = bill?.transitions.audit;
    expect(audit?.guards.map(({ message }) => message)).toEqual(["单据没有明细", "没有权限"]);
    expect(audit?.guards[0]?.when).toBeNull();
    expect(audit?.effects.map(({ kind }) => kind)).toEqual(["set", "add", "create", "notify", "unread"]);
    expect(bill?.transitions.settle).toMatchObject({ field: "Paid", key: null, by: ["bank"], bulk: false, when: null });
  });
});

describe("modules", () => {
  it("have columns and filters with what their fields leave open", () => {
    expect(bills?.columns.slice(0, 3)).toEqual([
      { field: "Billid", title: "单据号", format: "text", width: 130, align: "left", fixed: "left", sortable: true, isCarried: false },
      { field: "busdate", title: "业务日期", format: "date", width: 110, align: "left", fixed: null, sortable: false, isCarried: false },
      { field: "Provider", title: "供应商", format: "text", width: 130, align: "left", fixed: null, sortable: false, isCarried: false },
    ]);
    expect(bills?.columns.find(({ field }) => field === "Total")?.align).toBe("right");
    expect(bills?.filters.map(({ field, control, operator }) => [field, control, operator])).toEqual([
      ["Billid", "text", "contains"],
      ["Provider", "text", "contains"],
      ["busdate", "daterange", "between"],
      ["Total", "number", "eq"],
      ["Statu", "choice", "in"],
      ["isclose", "flag", "eq"],
    ]);
    expect(bills?.filters[1]?.audience).toEqual(["shop"]);
    expect(bills?.filters[2]).toMatchObject({ audience: ["shop", "supplier"], initial: "last31days" });
  });

  it("are sorted by what they say, or by what every list is", () => {
    expect(bills?.defaultSort).toEqual([
      { field: "busdate", order: "desc" },
      { field: "Id", order: "asc" },
    ]);
    expect({ ...bills?.sortMap }).toEqual({ Id: "Id", StatuZH: "Statu", Billid: "Billid" });
    expect(registry.modules["102"]?.defaultSort).toEqual([{ field: "Id", order: "desc" }]);
    const { modules } = minimalRegistry(["schemas/modules/bills/bills.json", ["sort"]]);
    expect({ ...modules["101"]?.sortMap }).toEqual({ Id: "Id", Provider: "Provider", Billid: "Billid" });
  });

  it("have sums, labels, sections and lines", () => {
    expect(bills?.footer).toEqual({
      label: "合计",
      sums: [
        { field: "Total", decimals: 2, ratio: null, audience: ["shop", "supplier"] },
        { field: "amount", decimals: 3, ratio: null, audience: ["shop", "supplier"] },
        { field: "tax", decimals: 2, ratio: ["tax", "Total"], audience: ["shop", "supplier"] },
      ],
    });
    expect(registry.modules["102"]?.footer).toBeNull();
    expect(bills?.labels.Statu?.map(({ text, tone }) => [text, tone])).toEqual([
      ["录入", "plain"],
      ["已审核", "success"],
      ["完成", "success"],
    ]);
    expect(bills?.labels.Kind?.map(({ text }) => text)).toEqual(["收", "付"]);
    expect(bills?.lines).toMatchObject([{ entity: "BillLine", title: "单据明细", sums: ["Total"] }]);
    expect(registry.modules["102"]?.sections).toEqual([{ title: "基本信息", fields: ["Billid", "busdate", "Total", "amount", "price"] }]);
  });

  it("show what their entity says where they say nothing", () => {
    const { modules } = minimalRegistry(
      ["schemas/modules/bills/bills.json", ["sections"]],
      ["schemas/modules/bills/bills.json", ["lines"]],
    );
    expect(modules["101"]?.sections).toEqual([{ title: "单据", fields: ["Billid", "GroupId", "boxes"] }]);
    expect(modules["101"]?.lines).toMatchObject([{ entity: "BillLine", sums: ["Total"] }]);
    expect(modules["101"]?.readable.shop).toContain("GroupId");
  });

  it("take page, audience and habits from their archetype, and fixed values from their condition", () => {
    const { modules } = minimalRegistry([
      "schemas/modules/bills/lines.json",
      ["where"],
      { all: [{ eq: ["Billid", "DJ1"] }, { set: "Total" }] },
    ]);
    expect(modules["102"]).toMatchObject({ page: "list", audience: ["shop", "supplier"], fixedValues: { Billid: "DJ1" } });
    expect(modules["102"]?.columns[1]).toMatchObject({ field: "busdate", sortable: true });
    expect(modules["102"]?.filters[0]).toMatchObject({ field: "busdate", initial: "last31days" });
  });

  it("show the columns and no lines where they say nothing of the detail page: only named fields are ever read", () => {
    const { modules } = minimalRegistry(
      ...["schemas/modules/bills/bills.json", "schemas/entities/bill.json"].flatMap((file): Edit[] => [
        [file, ["sections"]],
        [file, ["lines"]],
      ]),
    );
    expect(modules["101"]?.lines).toEqual([]);
    expect(modules["101"]?.sections[0]?.fields).toEqual(modules["101"]?.columns.map(({ field }) => field));
  });

  it("name a row by what the entity says, Billid or the first column", () => {
    expect([bills, registry.modules["201"], registry.modules["103"]].map((module) => module?.titleField)).toEqual([
      "Billid",
      "Label",
      "busdate",
    ]);
  });

  it("have actions: transitions for those who may run them, and built in ones", () => {
    expect(
      bills?.actions.map(({ name, title, functionKey, audience, transition }) => [name, title, functionKey, audience, transition]),
    ).toEqual([
      ["audit", "审核", "audit", ["shop"], "audit"],
      ["finish", "完成", "provconfirm", ["supplier"], "finish"],
      ["back", "退回", "unaudit", ["shop"], "back"],
      ["delete", "删除", "del", ["shop"], null],
      ["create", "新增", "add", ["shop"], null],
      ["groups", "看组", "query", ["shop", "supplier"], null],
    ]);
    expect(registry.modules["201"]?.actions.map(({ functionKey }) => functionKey)).toEqual(["edit", "reset"]);
  });

  it("let the mall alone press a button of a page for shops", () => {
    const { modules } = minimalRegistry(["schemas/modules/system/groups.json", ["actions", 1], { action: "edit", audience: ["mall"] }]);
    expect(modules["202"]?.actions[1]).toMatchObject({ name: "edit", audience: ["mall"] });
  });

  it("list the function keys that mean anything on them", () => {
    expect(bills?.functions).toEqual(["query", "export", "print", "audit", "provconfirm", "unaudit", "del", "add", "balancepay", "pay"]);
    expect(registry.modules["102"]?.functions).toEqual(["query", "export"]);
  });

  it("have the parts of their page kind", () => {
    expect(registry.modules["103"]?.stats?.cards.map(({ title, measure, tone }) => [title, measure.title, tone])).toEqual([
      ["金额", "金额", "plain"],
      ["天数", "数量", "info"],
    ]);
    expect(registry.modules["201"]?.form).toEqual({ mode: "settings", value: "Value", editable: [] });
    expect(registry.settings["bill.days"]).toMatchObject({
      scope: "shop",
      type: "int",
      unit: "天",
      fallback: "7",
      empty: "",
      isPersonal: false,
    });
    expect(registry.modules["202"]?.tree).toEqual({ key: "GroupId", label: "GroupName", grants: "Grant" });
    expect([bills?.form, bills?.tree, bills?.stats]).toEqual([null, null, null]);
  });

  it("have print templates under their own titles", () => {
    expect(bills?.prints).toEqual([{ template: "bill", title: "单据联" }]);
    expect(registry.prints.bill?.columns).toEqual([
      { field: "GoodsId", title: "商品编码", width: 60, align: "left" },
      { field: "amount", title: "数量", width: 40, align: "right" },
      { field: "Total", title: "合计金额", width: 40, align: "right" },
    ]);
  });

  it("are the same file's where two menu lines name it", () => {
    const { modules } = minimalRegistry(
      ["modules.json", ["groups", 0, "modules", 1, "schema"], "bills/bills"],
      ["schemas/modules/bills/lines.json", []],
    );
    expect(modules["102"]?.columns).toEqual(modules["101"]?.columns);
    expect(modules["102"]?.tableKey).toBe(102);
  });
});

describe("what a side may read", () => {
  it("is what the module names for it and does not hide, and nothing for other sides", () => {
    const supplier = bills?.readable.supplier ?? [];
    const shop = bills?.readable.shop ?? [];
    expect(bills?.readable.mall).toEqual([]);
    expect(shop.filter((name) => !supplier.includes(name))).toEqual(["size"]);
    // Always there, by column, by section, by print, by a sum's ratio, by an action's state and as a label's source.
    for (const name of ["Id", "rowver", "Provider", "auditor", "net", "tax", "Statu", "isclose"]) expect(shop).toContain(name);
    for (const name of ["SHOP_ID", "linecount", "file", "PayBillid", "count"]) expect(shop).not.toContain(name);
  });

  it("does not hold what only another side filters by", () => {
    const { modules } = minimalRegistry(["schemas/modules/bills/lines.json", ["filters"], [{ field: "provid", audience: ["shop"] }]]);
    expect(modules["102"]?.readable.shop).toContain("provid");
    expect(modules["102"]?.readable.supplier).not.toContain("provid");
  });

  it("holds only fields of the entity, each once", () => {
    for (const module of Object.values(registry.modules)) {
      for (const names of Object.values(module.readable)) {
        expect(new Set(names).size).toBe(names.length);
        expect(names.filter((name) => registry.entities[module.entity]?.fields[name] === undefined)).toEqual([]);
      }
    }
  });
});

it("says what is wrong instead of building half a registry", () => {
  expect(buildMinimal(["modules.json", ["title"]])).toMatchObject({ ok: false, problems: [{ file: "modules.json", line: 1, column: 1 }] });
});
