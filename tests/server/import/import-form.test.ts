import { beforeAll, expect, it } from "vitest";
import { importPage } from "../../../src/server/engine/import/spec.ts";
import { saveRow } from "../../../src/server/engine/save/save-row.ts";
import { projectForm } from "../../../src/server/screens/project-form.ts";
import type { FormField, FormSpec, SaveResult } from "../../../src/shared/protocol/form.ts";
import { describeEngine } from "../db/fixtures/test-database.ts";
import { refusalOf } from "../flows/fixtures/form-desk.ts";
import { module } from "../flows/fixtures/real-registry.ts";
import { type Cells, ImportDesk, type Imported, importer, PAGES } from "./fixtures/import-desk.ts";
import { SAMPLES } from "./fixtures/samples.ts";

/** Nothing that a field of this kind could hold. */
function wrongValue({ type, length, check, isRequired }: FormField): string | null {
  if (type === "enum" || type === "bool") return "没有的值";
  if (type === "date" || type === "datetime") return "2025-02-30";
  if (type === "ref") return "没有的编号";
  if (type === "string" || type === "text") return check !== null ? "?" : length === null ? null : "长".repeat(length + 1);
  return isRequired || type !== "int" ? "一百" : "1.5";
}

/** Each field of the head, and of the lines, with a value that nobody could mean. */
function wrongOf(spec: FormSpec) {
  const of = (fields: FormSpec["fields"]) =>
    Object.values(fields).flatMap((field) => {
      const value = field.isWritable && field.type !== "images" && field.type !== "url" ? wrongValue(field) : null;
      return value === null ? [] : [[field.name, value] as const];
    });
  return { head: of(spec.fields), lines: spec.lines.map(({ entity, fields }) => [entity, of(fields)] as const) };
}

function isColumn({ fields, lines }: FormSpec, column: string): boolean {
  const [entity = "", name] = column.split(".");
  const of = name === undefined ? fields : (lines.find((table) => table.entity === entity)?.fields ?? {});
  return of[name ?? entity]?.isWritable === true;
}

const names = (Object.keys(SAMPLES) as Imported[]).filter((name) => module(PAGES[name]).actions.some((action) => action.name === "create"));

describeEngine("an import says what the form says", (open) => {
  let desk: ImportDesk;
  beforeAll(async () => {
    desk = await ImportDesk.open(open);
  });

  const byForm = async (page: number, head: Cells, lines: Readonly<Record<string, readonly Cells[]>>) => {
    const request = { id: null, rowver: undefined, fields: head, lines: Object.keys(lines).length === 0 ? "" : JSON.stringify(lines) };
    const refusal = await refusalOf(saveRow(desk.as(importer()), module(page), request));
    const problems = (refusal.result as SaveResult | undefined)?.problems ?? [];
    return problems.map(({ entity, field, message }) => [entity === undefined ? field : `${entity}.${field}`, message] as const);
  };

  it.each(names)("of values that nobody could mean, field by field: %s", async (name) => {
    const page = PAGES[name];
    const brought = importPage(desk.as(importer()), module(page))?.page.form;
    const form = projectForm(desk.as(importer()), module(page));
    if (!brought || !form) throw new Error("nothing is written here");
    const isBoth = (field: string) => form.fields[field]?.isWritable === true && brought.fields[field]?.isWritable === true;
    const wrong = wrongOf(brought);
    const head = Object.fromEntries(wrong.head.filter(([field]) => isBoth(field)));
    const lines = Object.fromEntries(wrong.lines.map(([entity, cells]) => [entity, [Object.fromEntries(cells)]]));
    const cells = {
      ...head,
      ...Object.fromEntries(wrong.lines.flatMap(([entity, own]) => own.map(([field, value]) => [`${entity}.${field}`, value]))),
    };
    const [end] = await desk.bring(page, [cells]);
    expect(end?.state).toBe("refused");
    const told = end?.problems.map(({ column, message }) => [column, message]) ?? [];
    // What is no column, as what follows from one, is told of the row.
    const asked = (await byForm(page, head, lines)).map(([column, message]) => [isColumn(brought, column) ? column : null, message]);
    expect(asked.length).toBeGreaterThan(1);
    // A code that is none of the choices, and yes or no, are typed in a file alone: a form never sends another text.
    const isChoice = (column: string) => ["enum", "bool"].includes((brought.fields[column] ?? { type: "" }).type);
    const same = (list: readonly (readonly (string | null)[])[]) =>
      list
        .filter(([column]) => !isChoice(column ?? ""))
        .map(String)
        .sort();
    expect(same(told)).toEqual(same(asked));
    for (const [column, message] of told) if (isChoice(column ?? "")) expect(message).toMatch(/不是可选的值|应为是或否/);
  });

  it.each(names)("of everything that is missing: %s", async (name) => {
    const page = PAGES[name];
    const brought = importPage(desk.as(importer()), module(page))?.page.form;
    if (!brought) throw new Error("nothing is written here");
    const lines = Object.fromEntries(brought.lines.map(({ entity }) => [entity, [{}]]));
    const [end] = await desk.bring(page, [{ Remark: "只有备注" }]);
    const told = end?.problems.map(({ column, message }) => [column, message].join()) ?? [];
    const asked = (await byForm(page, {}, lines)).filter(([column]) => isColumn(brought, column) && !column.includes("."));
    expect(told.filter((one) => !one.startsWith(","))).toEqual(asked.map(String));
  });

  it("and a value that breaks a rule of the form", async () => {
    const [{ rows } = { rows: [] }] = [SAMPLES.Order(7)];
    const late: Cells[] = rows.map((row, index) => (index === 0 ? { ...row, arrivedate: "2025-06-01" } : row));
    const [first, second] = await desk.bring(PAGES.Order, late);
    expect(first).toMatchObject({ state: "refused", problems: [{ column: "arrivedate", message: "到货日不能早于业务日期" }] });
    expect(second).toMatchObject({ state: "refused", problems: [{ column: null, message: "同一单据的其他行有错误" }] });
  });
});
