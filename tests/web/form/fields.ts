import type { FormField, FormSpec } from "../../../src/shared/protocol/form.ts";
import { type Draft, type FormDraft, type Line, newLine } from "../../../src/web/pages/form/state/form-draft.ts";

const PLAIN: Omit<FormField, "name" | "title" | "type"> = {
  codeType: "int",
  note: "",
  isRequired: false,
  isFixed: false,
  isWritable: true,
  length: null,
  minLength: null,
  min: null,
  max: null,
  check: null,
  input: null,
  options: [],
  narrowedBy: [],
  derived: null,
  prefill: null,
  readFrom: null,
  initial: null,
};

/** A field of a form; what is left out is as plain as can be. */
export function field(name: string, title: string, type: FormField["type"], more: Partial<FormField> = {}): FormField {
  return { ...PLAIN, name, title, type, ...more };
}

const byName = (fields: readonly FormField[]) => Object.fromEntries(fields.map((one) => [one.name, one]));

const HEAD = [
  field("maker", "厂商", "ref", { isRequired: true, isFixed: true }),
  field("makerName", "厂商名称", "string", { isWritable: false, derived: { kind: "copy", via: "maker", field: "name" } }),
  field("contact", "联系人", "string", { prefill: { via: "maker", field: "contact" } }),
  field("shop", "门店", "ref", { narrowedBy: ["maker"] }),
  field("note", "备注", "string", { length: 20 }),
  field("total", "总金额", "money", { isWritable: false, derived: { kind: "total", of: "Row", field: "sum", where: null } }),
];

const LINES = [
  field("item", "商品编码", "ref", { isRequired: true }),
  field("itemName", "商品名称", "string", { isWritable: false, derived: { kind: "copy", via: "item", field: "name" } }),
  field("count", "数量", "quantity", { isRequired: true, min: "0" }),
  field("price", "单价", "money", { prefill: { via: "item", field: "price" } }),
  field("sum", "金额", "money", { isWritable: false, derived: { kind: "calc", calc: { mul: ["count", "price"] } } }),
  field("day", "有效期", "date"),
];

export const LINE_FIELDS = byName(LINES);
export const LINE_COLUMNS: readonly FormField[] = LINES;

/** A form with a head and one table of lines. */
export const SPEC: FormSpec = {
  sections: [{ title: "基本信息", fields: HEAD.map(({ name }) => name) }],
  fields: byName(HEAD),
  lines: [{ entity: "Row", title: "明细", columns: LINES.map(({ name }) => name), fields: LINE_FIELDS, sums: ["sum"], sourceVia: null }],
  rules: [],
};

/** Values nobody has written in yet. */
export const draft = (values: Draft["values"]): Draft => ({ values, written: new Set() });

/** A line under a key of its own. */
export const line = (key: string, values: Line["values"]): Line => newLine(values, key);

/** A form with these lines. */
export const form = (head: Draft["values"], ...lines: readonly Line[]): FormDraft => ({ head: draft(head), lines: { Row: lines } });
