import type { FieldInfo } from "../catalogue.ts";
import type { Problem } from "../problem.ts";
import type { Check } from "./check.ts";

/** What a field must say, and may only say, by its type. */
export const fieldDeclarations: Check = ({ entities }) =>
  [...entities.values()].flatMap(({ fields }) => [...fields.values()].flatMap((field) => [...enumParts(field), ...refParts(field)]));

function enumParts({ name, raw, at }: FieldInfo): Problem[] {
  const told = (["values", "enum"] as const).filter((part) => raw[part] !== undefined);
  if (raw.type !== "enum")
    return told.map((part) => at.in(part).onKey().problem(`only a field of type enum has "${part}"; ${name} is ${raw.type}`));
  if (told.length === 1) return [];
  const why = told.length === 0 ? "neither is there" : "both are there";
  return [at.problem(`${name} is an enum and needs either "values" or "enum": ${why}`)];
}

function refParts({ name, raw, at }: FieldInfo): Problem[] {
  const parts = ["to", "key"] as const;
  if (raw.type === "ref") {
    const missing = parts.filter((part) => raw[part] === undefined);
    return missing.map((part) => at.problem(`${name} is a ref and needs "${part}"`));
  }
  const told = parts.filter((part) => raw[part] !== undefined);
  return told.map((part) => at.in(part).onKey().problem(`only a field of type ref has "${part}"; ${name} is ${raw.type}`));
}
