import type { EntityInfo, FieldInfo } from "../catalogue.ts";
import { comparableOf, isNumber } from "../comparable.ts";
import type { CheckContext } from "../context.ts";
import type { RawCopy } from "../generated/raw.ts";
import { findField } from "../lookup.ts";
import type { Place } from "../place.ts";
import type { Problem } from "../problem.ts";
import type { Check } from "./check.ts";
import { literalProblem } from "./literal-fit.ts";

/** What a form writes or proposes by itself can be the field's value, and comes from where there is something. */
export const derivedKinds: Check = (context) =>
  [...context.entities.values()].flatMap((entity) => [...entity.fields.values()].flatMap((field) => fieldProblems(field, entity, context)));

function fieldProblems(field: FieldInfo, entity: EntityInfo, context: CheckContext): Problem[] {
  const { derived, prefill } = field.raw;
  const at = field.at.in("derived");
  const proposed = prefill ? copyProblems(field, prefill, field.at.in("prefill"), entity, context) : [];
  if (!derived) return proposed;
  const both =
    field.raw.computed || prefill ? [at.onKey().problem(`${field.name} is derived: it is neither computed nor proposed too`)] : [];
  const { copy, calc, cases, total, origin } = derived;
  return [
    ...proposed,
    ...both,
    ...(copy ? copyProblems(field, copy, at.in("copy"), entity, context) : []),
    ...(calc ? numberProblems(field, at.in("calc")) : []),
    ...(total ? numberProblems(field, at.in("total")) : []),
    ...[...(cases?.when ?? []).map(({ then }) => then), ...(cases ? [cases.else] : [])].flatMap((value) => {
      const wrong = literalProblem(field, value);
      return wrong ? [at.in("cases").problem(wrong.message, wrong.hint)] : [];
    }),
    ...(origin && entity.fields.get(origin.of)?.raw.input !== "place"
      ? [at.in("origin", "of").problem(`${origin.of} holds no place`, 'say "input": "place" there')]
      : []),
  ];
}

function copyProblems(field: FieldInfo, copy: RawCopy, at: Place, entity: EntityInfo, context: CheckContext): Problem[] {
  const via = entity.fields.get(copy.via);
  if (!via) return [];
  if (via.raw.to === undefined) return [at.in("via").problem(`${via.name} leads to no other row: it is no ref`)];
  const found = findField(context, via.raw.to, copy.field);
  if (!found || comparableOf(found) === comparableOf(field)) return [];
  return [at.in("field").problem(`${found.name} of ${via.raw.to} is ${found.raw.type}, so this cannot be ${field.raw.type}`)];
}

function numberProblems(field: FieldInfo, at: Place): Problem[] {
  return isNumber(field) ? [] : [at.problem(`only a number is calculated, not ${field.name} (${field.raw.type})`)];
}
