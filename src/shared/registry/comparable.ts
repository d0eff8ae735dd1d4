import type { FieldInfo } from "./catalogue.ts";

/** Fields of one family can be compared; decimals only with the same number of decimals. */
export type Comparable = "number" | "money" | "price" | "quantity" | "rate" | "text" | "bool" | "time";

/** The family of a field's values. */
export function comparableOf({ raw, values }: FieldInfo): Comparable {
  switch (raw.type) {
    case "id":
    case "int":
      return "number";
    case "money":
    case "price":
    case "quantity":
    case "rate":
    case "bool":
      return raw.type;
    case "date":
    case "datetime":
      return "time";
    case "enum":
      return typeof values[0]?.code === "string" ? "text" : "number";
    default:
      return "text";
  }
}

const ORDERLESS: readonly string[] = ["bool", "url", "images"];

/** Whether less and greater mean something. */
export function hasOrder(field: FieldInfo): boolean {
  return !ORDERLESS.includes(field.raw.type) && !(field.raw.type === "enum" && comparableOf(field) === "text");
}

/** Whether values can be added up. */
export function isNumber({ raw }: FieldInfo): boolean {
  return ["int", "money", "price", "quantity", "rate"].includes(raw.type);
}
