import type { FormField, FormLines, FormSpec } from "../../../../src/shared/protocol/form.ts";

/** A form's field; a writable text unless told otherwise. */
function field(name: string, title: string, more: Partial<FormField> = {}): FormField {
  return {
    name,
    title,
    type: "string",
    codeType: "text",
    note: "",
    isRequired: false,
    isFixed: false,
    isWritable: more.derived === undefined || more.derived === null,
    length: 10,
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
    ...more,
  };
}

const byName = (fields: readonly FormField[]) => Object.fromEntries(fields.map((one) => [one.name, one]));

const lines: FormLines = {
  entity: "Line",
  title: "明细",
  columns: ["goods", "amount", "cost", "money"],
  sums: ["money"],
  sourceVia: null,
  fields: byName([
    field("goods", "商品", { type: "ref", isRequired: true }),
    field("name", "名称", { derived: { kind: "copy", via: "goods", field: "GoodsName" } }),
    // Before what it is made of, on purpose.
    field("taxed", "含税", { type: "money", derived: { kind: "calc", calc: { add: ["money", "tax"] } } }),
    field("money", "金额", { type: "money", derived: { kind: "calc", calc: { mul: ["amount", "cost"] } } }),
    field("tax", "税", { type: "money", derived: { kind: "calc", calc: { mul: ["money", "rate"] } } }),
    field("amount", "数量", { type: "quantity", isRequired: true, min: "0", max: "1000" }),
    field("cost", "单价", { type: "money", prefill: { via: "goods", field: "cost" } }),
    field("rate", "税率", { type: "rate" }),
    field("gift", "赠品", { type: "bool" }),
  ]),
};

export const SPEC: FormSpec = {
  sections: [],
  fields: byName([
    field("supplier", "供应商", { type: "ref", isRequired: true }),
    field("supplierName", "名称", { derived: { kind: "copy", via: "supplier", field: "Provider" } }),
    field("from", "开始", { type: "date" }),
    field("to", "结束", { type: "date" }),
    field("place", "产地", { minLength: 2, input: "place" }),
    field("province", "省份", { derived: { kind: "origin", of: "place", part: "province" } }),
    field("total", "合计", {
      type: "money",
      max: "10000",
      derived: { kind: "total", of: "Line", field: "money", where: { ne: ["gift", true] } },
    }),
    field("count", "数量", { type: "quantity", derived: { kind: "total", of: "Line", field: "amount", where: null } }),
    field("other", "其他", { type: "money", derived: { kind: "total", of: "Unknown", field: "money", where: null } }),
    field("size", "规模", { derived: { kind: "cases", cases: [{ when: { gt: ["total", "100"] }, value: "大" }, { value: "小" }] } }),
    field("unseen", "隐藏", { type: "money", derived: { kind: "calc", calc: { mul: ["total", "nowhere"] } } }),
    field("kind", "类别", { type: "enum", codeType: "int", options: [{ value: 1, text: "一", tone: "plain" }] }),
    field("code", "条码", { check: "barcode", length: 13 }),
    field("shown", "只读", { isWritable: false, isRequired: true }),
  ]),
  lines: [lines],
  rules: [
    { when: null, require: { not: { lt: ["to", { field: "from" }] } }, message: "结束不能早于开始", field: "to" },
    { when: { set: "from" }, require: { not: { lt: ["from", { today: 0 }] } }, message: "不能早于今天", field: "from" },
    { when: null, require: { set: "nowhere" }, message: "服务器才知道", field: "nowhere" },
  ],
};
