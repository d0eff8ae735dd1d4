import type { FieldInfo } from "../catalogue.ts";
import { comparableOf, isNumber } from "../comparable.ts";
import type { CheckContext } from "../context.ts";
import { findField } from "../lookup.ts";
import { allValues, type ValueUse } from "../names/parts.ts";
import type { Problem } from "../problem.ts";
import type { Check } from "./check.ts";
import { literalProblem } from "./literal-fit.ts";

/** What an effect writes or compares fits the field it is for, and computed fields are not written. */
export const effectValues: Check = (context) =>
  allValues(context).flatMap((use) => {
    const field = findField(context, use.target, use.field);
    return field ? [...storedProblems(use, field), ...valueProblems(use, field, context)] : [];
  });

function storedProblems({ field, target, role, at }: ValueUse, { raw }: FieldInfo): Problem[] {
  if (!raw.computed) return [];
  return [at.onKey().problem(`${field} of ${target} is computed: it cannot be ${role === "match" ? "matched" : "written"}`)];
}

function valueProblems(use: ValueUse, field: FieldInfo, context: CheckContext): Problem[] {
  const { source, role, at, entity, hasReason } = use;
  const type = `${field.name} (${field.raw.type})`;
  const kind = comparableOf(field);
  if (role === "by" && !isNumber(field)) return [at.onKey().problem(`only numbers are added to; ${type} is none`)];
  if (source === null) return role === "match" ? [at.problem("an empty value matches no row")] : [];
  if (typeof source !== "object") {
    const wrong = literalProblem(field, source);
    return wrong ? [at.problem(wrong.message, wrong.hint)] : [];
  }
  if ("now" in source || "today" in source) return kind === "time" ? [] : [at.problem(`${type} cannot hold a time`)];
  if ("number" in source) return kind === "text" ? [] : [at.problem(`${type} cannot hold a bill number`)];
  if ("actor" in source) {
    const wanted = source.actor === "isconfirm" ? "bool" : "text";
    return kind === wanted ? [] : [at.problem(`${type} cannot hold ${source.actor} of the user, which is ${wanted}`)];
  }
  if ("plus" in source) {
    if (role !== "set") return [at.problem('"plus" needs an old value: it is for "set"')];
    return isNumber(field) ? [] : [at.problem(`only numbers are added to; ${type} is none`)];
  }
  if ("reason" in source) {
    if (!hasReason) return [at.problem("no reason was asked for", 'say "reason" at the transition')];
    return kind === "text" ? [] : [at.problem(`${type} cannot hold a reason`)];
  }
  const from = fieldOfSource(use, context);
  if (!from) return [];
  const needsNumber = "minus" in source;
  if (needsNumber && !isNumber(from)) return [at.problem(`${from.name} (${from.raw.type}) is no number`)];
  if (converts(from, field)) return [];
  return [at.problem(`${from.name} (${from.raw.type}) of ${entity.name} cannot become ${type}`)];
}

function fieldOfSource({ source, entity, each }: ValueUse, context: CheckContext): FieldInfo | undefined {
  if (typeof source !== "object" || source === null) return undefined;
  const own = entity.name;
  if ("field" in source) return findField(context, own, source.field);
  if ("line" in source) return findField(context, each, source.line);
  return "minus" in source ? findField(context, each ?? own, source.minus) : undefined;
}

const SCALED = ["money", "price", "quantity", "rate"];

/** As src/shared/domain/convert-cell.ts does it: everything becomes text, numbers become decimals, days become times. */
function converts(from: FieldInfo, to: FieldInfo): boolean {
  const [a, b] = [comparableOf(from), comparableOf(to)];
  if (a === b) return true;
  if (b === "text") return to.raw.type !== "enum";
  return SCALED.includes(b) && (SCALED.includes(a) || from.raw.type === "int");
}
