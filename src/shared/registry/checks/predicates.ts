import { isAfterReading } from "../build/computed.ts";
import type { FieldInfo } from "../catalogue.ts";
import { comparableOf, hasOrder } from "../comparable.ts";
import type { CheckContext } from "../context.ts";
import type { ActorField, Operand, Scalar } from "../language.ts";
import { findField } from "../lookup.ts";
import { allLeaves, fieldsOfLeaf, type Leaf } from "../names/parts.ts";
import type { Place } from "../place.ts";
import type { Problem } from "../problem.ts";
import type { Check } from "./check.ts";
import { literalProblem } from "./literal-fit.ts";

/** What a field is compared with can be its value: a code of the enum, a decimal of its scale, a field of its kind. */
export const predicateOperands: Check = (context) => allLeaves(context).flatMap((leaf) => operandsOf(leaf, context));

function operandsOf(leaf: Leaf, context: CheckContext): Problem[] {
  const { entity } = leaf;
  if (leaf.kind === "actor") return actorProblems(leaf.property as ActorField, leaf.value, leaf.at.in(1));
  if (leaf.kind === "in" || leaf.kind === "nin") {
    const field = findField(context, entity, leaf.field);
    return field ? leaf.values.flatMap((value, index) => literalProblems(field, value, leaf.at.in(1, index))) : [];
  }
  if (leaf.kind === "check") {
    const field = findField(context, entity, leaf.field);
    const isText = !field || comparableOf(field) === "text";
    return isText ? [] : [leaf.at.in(0).problem(`only texts are checked; ${field.name} is ${field.raw.type}`)];
  }
  if (leaf.kind !== "compare") return [];
  const [name, operand] = leaf.comparison;
  const field = findField(context, entity, name);
  if (!field) return [];
  const isOrder = leaf.operator !== "eq" && leaf.operator !== "ne";
  const order =
    isOrder && !hasOrder(field)
      ? [leaf.at.in(0).problem(`${name} (${field.raw.type}) has no order: "${leaf.operator}" means nothing`)]
      : [];
  return [...order, ...operandProblems(field, operand, leaf.at.in(1), { context, entity })];
}

function operandProblems(field: FieldInfo, operand: Operand, at: Place, of: { context: CheckContext; entity: string }): Problem[] {
  if (typeof operand !== "object") return literalProblems(field, operand, at);
  const type = `${field.name} (${field.raw.type})`;
  if ("today" in operand) return comparableOf(field) === "time" ? [] : [at.problem(`${type} cannot be compared with a day`)];
  if ("actor" in operand) {
    const wanted = operand.actor === "isconfirm" ? "bool" : "text";
    return comparableOf(field) === wanted
      ? []
      : [at.problem(`${type} cannot be compared with ${operand.actor} of the user, which is ${wanted}`)];
  }
  const other = findField(of.context, of.entity, operand.field);
  if (!other || comparableOf(other) === comparableOf(field)) return [];
  return [at.in("field").problem(`${type} cannot be compared with ${other.name} (${other.raw.type})`)];
}

function literalProblems(field: FieldInfo, value: Scalar, at: Place): Problem[] {
  if (value === "")
    return [at.problem(`nothing equals empty text: ${field.name} is then empty`, `write {"not": {"set": "${field.name}"}}`)];
  const wrong = literalProblem(field, value);
  return wrong ? [at.problem(wrong.message, wrong.hint)] : [];
}

function actorProblems(property: ActorField, value: Scalar, at: Place): Problem[] {
  const wrong = (wanted: string) => [at.problem(`${JSON.stringify(value)} is never ${property} of a user`, `write ${wanted}`)];
  if (property === "isconfirm") return typeof value === "boolean" ? [] : wrong("true or false");
  if (property === "side") return value === "shop" || value === "supplier" ? [] : wrong('"shop" or "supplier"');
  return typeof value === "string" ? [] : wrong("text");
}

/**
 * What a condition may look at by where it stands: rights only where a user acts; fields made after reading not in
 * queries; and the database's own checks know nothing but the row as it is stored.
 */
export const predicateSettings: Check = (context) => allLeaves(context).flatMap((leaf) => settingProblems(leaf, context));

function settingProblems(leaf: Leaf, context: CheckContext): Problem[] {
  const { setting, entity } = leaf;
  if (setting === "acting") return [];
  if (setting === "profile")
    return leaf.kind === "flag" ? [] : [leaf.at.problem("shops have a page or not: its condition asks for flags alone")];
  // A list's filters are told as a whole (checks/todos.ts).
  if (setting === "list") return [];
  if (setting === "person") {
    const isAboutPerson = leaf.kind === "flag" || leaf.kind === "actor" || leaf.kind === "can";
    return isAboutPerson ? [] : [leaf.at.problem("who sees a to-do is asked before any row: by flag, actor and can alone")];
  }
  if (leaf.kind === "check" && setting !== "form") return [leaf.at.problem('"check" is for guards and rules')];
  if (setting === "form" && (leaf.kind === "can" || leaf.kind === "flag"))
    return [leaf.at.problem(`a form knows its fields, the day and the user, but no "${leaf.kind}"`)];
  if (leaf.kind === "can") return [leaf.at.problem('"can" is for guards, "when" and viewer fields: elsewhere no user acts')];
  if (setting === "database") {
    if (leaf.kind === "flag" || leaf.kind === "actor")
      return [leaf.at.problem(`a check is kept by the database, which knows no ${leaf.kind}`)];
    if (leaf.kind === "compare") {
      const [, operand] = leaf.comparison;
      const outside = typeof operand === "object" && !("field" in operand);
      if (outside) return [leaf.at.in(1).problem("a check is kept by the database: it compares with plain values and fields only")];
    }
  }
  return fieldsOfLeaf(leaf).flatMap(({ name, at }) => {
    const computed = findField(context, entity, name)?.raw.computed;
    if (!computed) return [];
    if (setting === "form") return [at.problem(`a form knows what is stored, but ${name} is computed`, "say it as a guard")];
    if (setting === "database") return [at.problem(`a check is kept by the database, but ${name} is computed`)];
    return isAfterReading(computed) ? [at.problem(`${name} is made after reading, so no query can choose by it`)] : [];
  });
}
