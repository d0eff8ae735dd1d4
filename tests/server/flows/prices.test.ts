import { beforeAll, describe, expect, it } from "vitest";
import { profileOf, type Viewer } from "../../../src/server/base/viewer.ts";
import { saveRow } from "../../../src/server/engine/save/save-row.ts";
import { listPage } from "../../../src/server/query/list-page.ts";
import { showRow } from "../../../src/server/query/show/show-row.ts";
import { projectForm } from "../../../src/server/screens/project-form.ts";
import { storedFields } from "../../../src/server/tables/tables-of.ts";
import { isScaled } from "../../../src/shared/domain/cell.ts";
import type { ScaledType } from "../../../src/shared/domain/scaled.ts";
import { writeCell } from "../../../src/shared/domain/sheet/sheet-rows.ts";
import { ON_PAPER, valueText } from "../../../src/shared/domain/value-text.ts";
import type { FormField, FormProblem } from "../../../src/shared/protocol/form.ts";
import type { WireRow } from "../../../src/shared/protocol/list.ts";
import type { ColumnFormat } from "../../../src/shared/protocol/screen.ts";
import type { Entity, Module } from "../../../src/shared/registry/model.ts";
import { describeEngine } from "../db/fixtures/test-database.ts";
import { Desk, SHOP, SUPPLIER, viewer } from "./fixtures/desk.ts";
import { registry } from "./fixtures/real-registry.ts";

/** Decimals of each type, and the least value that no column takes, written down here once more. */
const DECIMALS: Readonly<Record<ScaledType, number>> = { money: 2, price: 4, quantity: 3, rate: 6 };
const BEYOND: Readonly<Record<ScaledType, bigint>> = { money: 10n ** 15n, price: 10n ** 17n, quantity: 10n ** 18n, rate: 10n ** 18n };
const BEYOND_TEXT: Readonly<Record<ScaledType, string>> = {
  money: "10000000000000",
  price: "10000000000000",
  quantity: "1000000000000000",
  rate: "1000000000000",
};
/** As they are stored, on the wire, and read by people. */
const PRICES = [
  { cell: 3375n, wire: "0.3375", paper: "0.3375", sheet: { t: "n", v: 0.3375, z: "0.0000" } },
  { cell: 125_000n, wire: "12.50", paper: "12.50", sheet: { t: "n", v: 12.5, z: "0.00" } },
  { cell: 123_456_750n, wire: "12345.675", paper: "12,345.675", sheet: { t: "n", v: 12_345.675, z: "0.000" } },
] as const;

/** What pages show only of rows that went their way: a bare one is not seen on them. */
const ASKING: readonly string[] = ["Goods", "NewGoods", "PurchaseLine", "QuotationLine"];

const stored = Object.values(registry.entities).filter(({ view }) => view === null);
const ofPrices = (entity: Entity) => Object.values(entity.fields).filter(({ type }) => type === "price");
const fieldsNamed = (names: readonly string[], type: string) =>
  Object.values(registry.entities).flatMap((entity) =>
    Object.values(entity.fields).flatMap((field) =>
      names.includes(field.name) && isScaled(field.type) && field.type !== type ? [`${entity.name}.${field.name} is ${field.type}`] : [],
    ),
  );

it("every field that says the price of one unit has the type for it, and no amount has", () => {
  expect(fieldsNamed(["cost", "price", "oldCost", "newCost", "targetCost", "minCost", "avgCost"], "price")).toEqual([]);
  const titles = Object.values(registry.entities).flatMap((entity) => ofPrices(entity).map(({ title }) => title));
  expect(titles.filter((title) => !/价/.test(title) || /金额|合计/.test(title))).toEqual([]);
  expect(titles.length).toBeGreaterThan(15);
});

const modules = Object.values(profileOf(registry, SHOP).modules);

/** A numeric field that somebody can type, with the entity of the lines it is in. */
interface Typed {
  readonly module: Module;
  readonly who: Viewer;
  readonly field: FormField;
  readonly entity: string | undefined;
  readonly type: ScaledType;
}

function typedBy(desk: Desk): Typed[] {
  return modules.flatMap((module) =>
    [viewer(), viewer(SUPPLIER)].flatMap((who): Typed[] => {
      const spec = module.actions.some(({ name }) => name === "create") ? projectForm(desk.as(who), module) : null;
      if (!spec) return [];
      const lines = spec.lines.flatMap(({ entity, fields }) => Object.values(fields).map((field) => ({ field, entity })));
      return [...Object.values(spec.fields).map((field) => ({ field, entity: undefined })), ...lines].flatMap(({ field, entity }) =>
        field.isWritable && isScaled(field.type) ? [{ module, who, field, entity, type: field.type }] : [],
      );
    }),
  );
}

describeEngine("numbers of every form", (open) => {
  let desk: Desk;
  let typed: readonly Typed[];
  beforeAll(async () => {
    desk = await Desk.open(open);
    typed = typedBy(desk);
  });
  const problemOf = async ({ module, who, field, entity }: Typed, text: string): Promise<FormProblem | undefined> => {
    const one = { [field.name]: text };
    const request = { id: null, rowver: undefined, fields: entity ? {} : one, lines: entity ? JSON.stringify({ [entity]: [one] }) : "" };
    const refused = await saveRow(desk.as(who), module, request).catch((error: unknown) => error);
    const { problems } = (refused as { readonly result?: { readonly problems?: readonly FormProblem[] } }).result ?? {};
    return problems?.find((problem) => problem.field === field.name && problem.entity === entity);
  };

  it("have as many decimals as their type: one more is refused by the field's name", async () => {
    const seen = new Set<ScaledType>();
    for (const one of typed) {
      const place = `${one.module.id} ${one.field.name}`;
      const most = `0.${"0".repeat(DECIMALS[one.type] - 1)}1`;
      expect((await problemOf(one, most))?.message ?? "", place).not.toContain("位小数");
      const problem = await problemOf(one, `${most}1`);
      const places = one.type === "rate" ? `写成百分比时最多${DECIMALS.rate - 2}` : `最多${DECIMALS[one.type]}`;
      expect(problem?.message, place).toBe(`${one.field.title}应为数字，${places}位小数`);
      seen.add(one.type);
    }
    expect([...seen].sort()).toEqual(["money", "price", "quantity", "rate"]);
  });

  it("are refused by the field's name where no column takes them", async () => {
    for (const one of typed) {
      const problem = await problemOf(one, BEYOND_TEXT[one.type]);
      expect(problem?.message.startsWith(one.field.title), `${one.module.id} ${one.field.name}: ${problem?.message}`).toBe(true);
    }
  });

  it("are refused by the field's name where the program itself writes too much", async () => {
    for (const entity of stored)
      for (const { name, title, type } of storedFields(entity)) {
        if (!isScaled(type)) continue;
        const refused = await desk.patch(entity.name, { Id: 1 }, { [name]: BEYOND[type] }).catch((error: unknown) => error);
        expect(refused, `${entity.name}.${name}`).toMatchObject({
          code: 400,
          message: `${entity.title}的${title}超出范围，请核对数量和单价`,
        });
        expect(await desk.patch(entity.name, { Id: -1 }, { [name]: BEYOND[type] - 1n })).toBe(0);
      }
  });

  describe.each(PRICES)("a price of $wire", ({ cell, wire, paper, sheet }) => {
    it.each(stored.filter((entity) => storedFields(entity).some(({ type }) => type === "price")))(
      "of $name is kept and read",
      async (entity) => {
        const names = storedFields(entity).flatMap(({ name, type }) => (type === "price" ? [name] : []));
        const seen = new Set<string>();
        const values = Object.fromEntries(names.map((name) => [name, cell]));
        const row = await desk.put(entity.name, { ...numbered(entity, wire), ...values });
        expect(await desk.row(entity.name, Number(row.Id))).toMatchObject(values);
        for (const { module, columns } of listsOf(modules, entity, names)) {
          const { rows } = await listPage(desk.as(viewer()), module, { page: "1", rows: "999999999" });
          const found = rows.find(({ Id }) => Id === Number(row.Id));
          for (const { field, format } of found ? columns : []) expectPrice(found, field, format, seen);
        }
        for (const { module, lines } of documentsOf(modules, entity)) {
          const head = registry.entities[module.entity] as Entity;
          if (head.view !== null) continue;
          const Billid = `T${wire}${module.id}`;
          const { Id } = await desk.put(head.name, { ...numbered(head, Billid) });
          await desk.put(entity.name, { ...numbered(entity, Billid), Billid, ...values });
          const shown = await showRow(desk.as(viewer()), module, Number(Id)).catch(() => null);
          for (const { field, format } of shown ? lines.columns : [])
            if (names.includes(field)) expectPrice(shown?.lines[entity.name]?.[0], field, format, seen);
        }
        if (!ASKING.includes(entity.name)) expect([...seen].sort()).toEqual([...names].sort());
      },
    );

    function expectPrice(row: WireRow | undefined, field: string, format: ColumnFormat, seen: Set<string>) {
      seen.add(field);
      expect([format, row?.[field]], field).toEqual(["price", wire]);
      // A number is seen in Excel as it is told.
      expect(writeCell(format, row ?? {}, field)).toEqual({ ...sheet, w: wire });
      expect(valueText(format, wire, ON_PAPER)).toBe(paper);
    }
  });
});

const numbered = ({ fields, number }: Entity, text: string) => ({
  ...(fields.provid ? { provid: SUPPLIER } : {}),
  ...(number ? { [number.field]: text } : {}),
  ...(fields.GoodsId ? { GoodsId: `G${text}` } : {}),
  ...(fields.Billid && !number ? { Billid: text } : {}),
});

/** Pages that list the entity's rows with a price. */
const listsOf = (modules: readonly Module[], entity: Entity, names: readonly string[]) =>
  modules
    .filter((module) => module.entity === entity.name && module.where === null)
    .map((module) => ({ module, columns: module.columns.filter(({ field }) => names.includes(field)) }))
    .filter(({ columns }) => columns.length > 0);

/** Pages of documents that show the entity's rows as their lines. */
const documentsOf = (modules: readonly Module[], entity: Entity) =>
  modules.flatMap((module) => module.lines.flatMap((lines) => (lines.entity === entity.name ? [{ module, lines }] : [])));
