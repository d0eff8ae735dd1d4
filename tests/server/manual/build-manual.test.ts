import { describe, expect, it } from "vitest";
import type { Predicate } from "../../../src/shared/registry/language.ts";
import type { Action, Audience, Entity, Module, ModuleEntry, Profile } from "../../../src/shared/registry/model.ts";
import { fits } from "../../../src/shared/registry/rights/audience.ts";
import { contextOf, manualOf, registryWith, rowsBelow, sectionOf, textOf, textsOf } from "./fixtures/manuals.ts";

const registry = registryWith();
const SIDES = ["supplier", "shop"] as const;
const GENERAL = ["快速入门", "通用操作", "常见提示与问题"];

/** A shop of each profile. */
const profiles = Object.values(registry.profiles).map((profile) => {
  const shopId = Object.entries(registry.shopProfiles).find(([, name]) => name === profile.name)?.[0] ?? "";
  return { name: profile.name, profile, shopId };
});
const cases = profiles.flatMap((each) => SIDES.map((side) => ({ ...each, side })));

const isOf = ({ audience }: Pick<Module, "audience">, side: (typeof SIDES)[number]) =>
  side === "supplier" ? audience.includes("supplier") : audience.includes("shop") || audience.includes("mall");

function entityOf({ entity }: Module): Entity {
  const found = registry.entities[entity];
  if (!found) throw new Error(`no entity ${entity}`);
  return found;
}

/** The buttons that the files give to a side. */
function buttonsOf(module: Module, { modules, flags }: Profile, side: (typeof SIDES)[number]): Action[] {
  const entity = entityOf(module);
  // A step that asks for a flag the profile does not have.
  const isRuledOut = (when: Predicate | null = null) =>
    when !== null && "all" in when && when.all.some((part) => "flag" in part && flags[part.flag[0]] !== part.flag[1]);
  const own: Audience = side === "supplier" ? "supplier" : module.audience.includes("shop") ? "shop" : "mall";
  return module.actions.filter(({ name, transition, open, audience }) => {
    if (!fits(audience, own)) return false;
    if (open !== null) return modules[open.module] !== undefined && fits(modules[open.module]?.audience ?? [], own);
    if (transition !== null) return entity.transitions[transition]?.by.includes(side) && !isRuledOut(entity.transitions[transition]?.when);
    return name === "create" || name === "edit" || name === "delete" ? entity.save[name]?.by.includes(side) : true;
  });
}

describe.each(cases)("the manual of $side in $name", ({ profile, shopId, side }) => {
  const manual = manualOf(registry, { side, shopId });
  const pagesOf = (entries: readonly ModuleEntry[]) =>
    entries.filter(({ of }) => of === null).flatMap(({ id }) => profile.modules[id] ?? []);
  const modules = registry.groups.flatMap((group) => pagesOf(group.modules));

  it("has every page of the side in menu order, and no other", () => {
    const groups = registry.groups
      .map(({ title, modules: entries }) => ({
        title,
        pages: pagesOf(entries).filter((module) => isOf(module, side)),
      }))
      .filter(({ pages }) => pages.length > 0);
    const written = manual.chapters.filter(({ title }) => !GENERAL.includes(title));
    expect(written.map(({ title, sections }) => [title, sections.map((section) => section.title)])).toEqual(
      groups.map(({ title, pages }) => [title, pages.map(({ entry }) => entry.title)]),
    );
    expect(manual.chapters.map(({ title }) => title)).toEqual([
      ...GENERAL.slice(0, 2),
      ...groups.map(({ title }) => title),
      ...GENERAL.slice(2),
    ]);
  });

  it("has every button of the side, with its right and what comes of it", () => {
    for (const module of modules.filter((each) => isOf(each, side))) {
      const rows = rowsBelow(sectionOf(manual, module.entry.title), "操作按钮");
      expect(
        rows.map(([title]) => title),
        module.entry.title,
      ).toEqual(buttonsOf(module, profile, side).map(({ title }) => title));
      for (const row of rows)
        expect(
          row.every((cell) => cell !== ""),
          `${module.entry.title}: ${row.join(" | ")}`,
        ).toBe(true);
    }
  });

  it("has every refusal of those buttons that the profile does not rule out", () => {
    for (const module of modules.filter((each) => isOf(each, side))) {
      const entity = entityOf(module);
      const told = rowsBelow(sectionOf(manual, module.entry.title), "可能的提示").map(([message]) => message);
      const guards = buttonsOf(module, profile, side).flatMap(({ name, transition, open }) => {
        if (open !== null) return [];
        if (transition !== null) return entity.transitions[transition]?.guards ?? [];
        return name === "create" || name === "edit" || name === "delete" ? (entity.save[name]?.guards ?? []) : [];
      });
      const rowGuards = guards.filter((guard) => !JSON.stringify(guard).includes('"flag"'));
      expect(told, module.entry.title).toEqual(expect.arrayContaining(rowGuards.map(({ message }) => message)));
    }
  });

  it("names no field as something shown, asked or filled in that the side does not read", () => {
    for (const module of modules.filter((each) => isOf(each, side))) {
      const own: Audience = side === "supplier" ? "supplier" : module.audience.includes("shop") ? "shop" : "mall";
      const known = new Set(module.readable[own]);
      const { fields } = entityOf(module);
      const lines = module.lines.flatMap(({ columns }) => columns.map(({ title }) => title));
      const columns = module.columns.filter(({ field }) => known.has(field)).map(({ title }) => title);
      const sections = module.sections.map(({ title }) => title);
      const readable = new Set([...[...known].map((name) => fields[name]?.title), ...columns, ...lines, ...sections]);
      const hidden = Object.values(module.readable)
        .flat()
        .filter((name) => !known.has(name));
      const titles = hidden.map((name) => fields[name]?.title ?? "").filter((title) => !readable.has(title));
      const words = new Set(textsOf(sectionOf(manual, module.entry.title).blocks).flatMap((text) => text.split(/[、。；，（）“”\s]/)));
      expect(
        titles.filter((title) => words.has(title)),
        module.entry.title,
      ).toEqual([]);
    }
  });

  it("leaves no cell, text or list without words", () => {
    for (const { sections, intro } of manual.chapters) {
      expect(intro).not.toBe("");
      for (const { title, blocks } of sections) {
        expect(blocks.length, title).toBeGreaterThan(0);
        for (const block of blocks) {
          if (block.kind === "table") expect(block.rows.every((row) => row.length === block.columns.length && row[0] !== "")).toBe(true);
          else
            expect(
              textsOf([block]).every((text) => text !== ""),
              title,
            ).toBe(true);
        }
      }
    }
    expect(textOf(manual)).not.toMatch(/undefined|null|NaN|\[object/);
  });
});

describe("an operation manual", () => {
  const supplier = manualOf(registry, { side: "supplier" });
  const retailer = manualOf(registry, { side: "shop" });

  it("says on its cover what it is, whose, of when and of which version", () => {
    expect(supplier).toMatchObject({ product: registry.title, title: "供应商操作手册", shopName: "惠民超市", date: "2025-06-30" });
    expect(retailer.title).toBe("零售商操作手册");
    expect(manualOf(registry, { side: "shop", isMall: true }).title).toBe("零售商操作手册");
    expect(registry.version.startsWith(supplier.version)).toBe(true);
    expect(supplier.version).toHaveLength(8);
  });

  it("depends on side, profile, shop name and day alone", () => {
    const again = manualOf(registry, { side: "supplier", now: new Date("2025-06-30T23:59:00+08:00") });
    expect(again).toEqual(supplier);
    expect(manualOf(registry, { side: "supplier", now: new Date("2025-07-01T00:00:00+08:00") }).date).toBe("2025-07-01");
    const granted = contextOf(registry, { side: "supplier" }).viewer.rights;
    expect(granted.size).toBe(0);
  });

  it("tells of a supplier's order who does what in which state", () => {
    const order = sectionOf(supplier, "订单");
    expect(rowsBelow(order, "操作按钮")[0]).toEqual([
      "确认订单",
      "厂商确认",
      "状态为“待供应商确认”，且已关闭为“否”（可同时勾选多条）",
      "状态变为“已确认”",
    ]);
    expect(rowsBelow(order, "操作按钮")[1]?.[3]).toBe("转到“送货预约”，带入本条资料新建");
    expect(rowsBelow(order, "状态变化")).toContainEqual(["审核", "商场", "录入", "待供应商确认"]);
    expect(rowsBelow(order, "状态变化")).toContainEqual(["确认订单", "供应商", "待供应商确认", "已确认"]);
    expect(rowsBelow(order, "可能的提示")).toEqual([["订单已过有效截止日，不能确认", "确认订单", "须有效截止不早于今天"]]);
    expect(rowsBelow(order, "查询条件")).toContainEqual(["业务日期", "选择起止日期，两端都包括在内", "最近 31 天"]);
    // That filter is the shop's.
    expect(rowsBelow(order, "查询条件").map(([title]) => title)).not.toContain("供应商名称");
    expect(rowsBelow(sectionOf(retailer, "订单"), "查询条件").map(([title]) => title)).toContain("供应商名称");
    expect(rowsBelow(sectionOf(retailer, "订单"), "操作按钮").map(([title]) => title)).not.toContain("确认订单");
  });

  it("asks for a reason by its name, and tells who gets a message", () => {
    const rows = rowsBelow(sectionOf(retailer, "送货预约"), "操作按钮");
    const reject = rows.find(([title]) => title === "驳回");
    expect(reject?.[3]).toBe("须填写驳回原因；状态变为“已驳回”；系统发消息通知供应商");
    expect(rowsBelow(sectionOf(retailer, "招商报价"), "操作按钮").find(([title]) => title === "采纳")?.[3]).toContain(
      "先勾选明细，至少 1 条",
    );
  });

  it("tells only those states of a transition that its condition leaves", () => {
    const confirm = rowsBelow(sectionOf(retailer, "结算单"), "操作按钮").find(([title]) => title === "对账确认");
    expect(confirm?.[2]).toBe("对账状态为“已审核”（可同时勾选多条）");
  });

  it("tells how a form is filled in, and its rules", () => {
    const apply = sectionOf(supplier, "送货预约");
    expect(rowsBelow(apply, "填写说明")).toContainEqual(["电话", "是", "不超过 40 字；须为有效的电话号码"]);
    expect(rowsBelow(apply, "可能的提示")).toContainEqual(["预约日期不能早于今天", "填写和保存", "须预约日期不早于今天"]);
    expect(rowsBelow(sectionOf(retailer, "送货预约"), "填写说明")).toEqual([]);
    expect(rowsBelow(sectionOf(supplier, "合同审批"), "可能的提示")).toContainEqual([
      "请选择原合同",
      "填写和保存",
      "申请类型为“续签”、“变更”或“终止”时，须填写合同号",
    ]);
  });

  it("begins a section with the page's help", () => {
    const module = Object.values(registry.modules).find(({ entry }) => entry.title === "订单");
    expect(module?.help).toMatch(/^商场向供应商订货的单据/);
    expect(textsOf(sectionOf(supplier, "订单").blocks)[0]?.startsWith(module?.help ?? "?")).toBe(true);
  });

  it("explains every shared refusal, and what the profile adds", () => {
    const shared = sectionOf(retailer, "办理单据").blocks.flatMap((block) => (block.kind === "table" ? block.rows : []));
    expect(shared.map(([message]) => message)).toEqual(Object.values(registry.messages));
    expect(shared.filter(([, advice]) => advice === "—")).toEqual([]);
    const guarded = profiles.find(({ profile }) => profile.flags.contractGuard === true)?.shopId ?? "";
    const ended = "由于您的合约已过期，暂时不能使用，请尽快签约后享受全部功能";
    expect(textOf(manualOf(registry, { side: "shop", shopId: guarded }))).toContain(ended);
    expect(textOf(retailer)).not.toContain(ended);
    expect(textOf(manualOf(registry, { side: "supplier", shopId: guarded }))).not.toContain(ended);
  });
});

describe("what is hidden from suppliers", () => {
  interface Json {
    [key: string]: unknown;
  }
  const fieldsOf = (file: Json) => file.fields as Record<string, Json>;
  const HIDDEN = ["enddate", "isclose", "acceptcount", "present_amou", "storeTel", "confirmtime"];
  /** The order with fields hidden that stand in its columns, filters, sums, conditions of buttons, guards and rules. */
  const secret = registryWith({
    "schemas/entities/order.json": ((file: Json) => {
      for (const name of HIDDEN) Object.assign(fieldsOf(file)[name] ?? {}, { title: `隐藏${name}`, help: `说明隐藏${name}` });
      file.hide = { supplier: HIDDEN };
    }) as never,
    // What the registry itself would refuse to show to a side that it is hidden from.
    "schemas/modules/logistics/order-manage.json": ((file: Json) => {
      const forShop = (name: unknown) => (HIDDEN.includes(String(name)) ? { field: name, audience: ["shop"] } : name);
      const { sums } = file.footer as { sums: unknown[] };
      Object.assign(file, { filters: (file.filters as unknown[]).map(forShop), footer: { sums: sums.map(forShop) } });
      delete file.print;
      delete file.todos;
    }) as never,
  });

  it("is nowhere in their manual, and in the retailers' all the same", () => {
    const supplier = textOf(manualOf(secret, { side: "supplier" }));
    expect(supplier.match(/.{0,30}隐藏.{0,30}/g) ?? []).toEqual([]);
    const retailer = textOf(manualOf(secret, { side: "shop" }));
    for (const name of ["enddate", "isclose", "present_amou", "storeTel", "confirmtime"]) expect(retailer).toContain(`隐藏${name}`);
    // The button is there, without the condition that looks at what is hidden.
    const row = rowsBelow(sectionOf(manualOf(secret, { side: "supplier" }), "订单"), "操作按钮")[0];
    expect(row?.slice(0, 3)).toEqual(["确认订单", "厂商确认", "状态为“待供应商确认”（可同时勾选多条）"]);
  });

  it("is nowhere when it is a state", () => {
    const withoutState = ((file: Json) => {
      file.filters = (file.filters as unknown[]).filter((name) => name !== "payStt");
      delete file.todos;
    }) as never;
    const stateless = registryWith({
      "schemas/modules/payment/pay-manage.json": withoutState,
      "schemas/modules/account-checking/fee-item-list.json": withoutState,
      "schemas/entities/fee-bill.json": ((file: Json) => {
        Object.assign(fieldsOf(file).payStt ?? {}, { title: "隐藏状态" });
        file.hide = { supplier: ["payStt"] };
      }) as never,
    });
    expect(textOf(manualOf(stateless, { side: "supplier" }))).not.toContain("隐藏状态");
    expect(textOf(manualOf(stateless, { side: "shop" }))).toContain("状态变化：隐藏状态");
  });
});
