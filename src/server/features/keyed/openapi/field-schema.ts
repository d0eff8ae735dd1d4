import { isScaled } from "../../../../shared/domain/cell.ts";
import { SCALE } from "../../../../shared/domain/scaled.ts";
import type { Field } from "../../../../shared/registry/model.ts";
import { CLEARED } from "../../../engine/import/cells.ts";
import type { ImportColumn } from "../../../engine/import/spec.ts";

/** A schema of JSON Schema 2020-12, as OpenAPI 3.1 has them. */
export type Schema = Readonly<Record<string, unknown>>;

/** A value that comes out: in one form, as lists and pages of the portal have it. */
export function toldSchema({ type, title, note, values, codeType, length }: Field): Schema {
  const text = described(title, note);
  if (type === "id" || type === "int") return { ...text, type: ["integer", "null"] };
  if (type === "bool") return { ...text, type: ["boolean", "null"] };
  if (type === "date") return { ...text, type: ["string", "null"], format: "date" };
  if (type === "datetime") return { ...text, type: ["string", "null"], pattern: "^\\d{4}-\\d{2}-\\d{2} \\d{2}:\\d{2}:\\d{2}$" };
  if (isScaled(type)) return { ...text, type: ["string", "null"], pattern: `^-?\\d+(\\.\\d{1,${SCALE[type]}})?$` };
  if (type === "enum") {
    const codes = values.map(({ code, text: said }) => `${code} ${said}`).join("；");
    return { ...described(title, [note, codes].filter(Boolean).join("。")), type: [codeType === "int" ? "integer" : "string", "null"] };
  }
  return { ...text, type: ["string", "null"], ...(length !== null && { maxLength: length }) };
}

/** A value that is brought in: as text it may be written as people type it; null empties. */
export function columnSchema(column: ImportColumn): Schema {
  const { type, title, help, isKey, isRequired, isUpdatable, choices, lookup } = column;
  const said = [
    help,
    isKey ? "主键：据此判断新增还是修改" : isUpdatable ? "可修改" : "只在新增时填写",
    isRequired && !isKey ? "新增时必填" : "",
    choices === null ? "" : `可填代码或名称：${choices.map(({ code, title: text }) => `${code} ${text}`).join("；")}`,
    lookup === null ? "" : `填${lookup.title}的${lookup.fields.join("或")}`,
  ];
  return { ...described(title, said.filter(Boolean).join("。")), type: [...JSON_TYPES[type], "null"] };
}

/** What of JSON a column may be, besides null; text always. */
const JSON_TYPES: Readonly<Record<ImportColumn["type"], readonly string[]>> = {
  id: ["integer", "string"],
  int: ["integer", "string"],
  bool: ["boolean", "string"],
  money: ["number", "string"],
  price: ["number", "string"],
  quantity: ["number", "string"],
  rate: ["number", "string"],
  enum: ["integer", "string"],
  date: ["string"],
  datetime: ["string"],
  string: ["string"],
  text: ["string"],
  ref: ["string"],
  url: ["string"],
  images: ["string"],
};

/** What stands in a text where a program writes null. */
export const EMPTIES = `null 清空（与文本“${CLEARED}”相同）；不写或空文本表示不改`;

const described = (title: string, description: string): Schema => ({ title, ...(description !== "" && { description }) });
