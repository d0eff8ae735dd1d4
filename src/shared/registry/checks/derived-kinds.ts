import type { EntityInfo, FieldInfo } from "../catalogue.ts";
import { comparableOf, isNumber } from "../comparable.ts";
import type { CheckContext } from "../context.ts";
import type { RawTotal } from "../generated/raw.ts";
import { findField, pathOf } from "../lookup.ts";
import type { PicturePart, PlacePart } from "../model.ts";
import { didYouMeanOrList } from "../nearest.ts";
import type { Place } from "../place.ts";
import type { Problem } from "../problem.ts";
import type { Check } from "./check.ts";
import { casesProblems, relatedProblems } from "./made-values.ts";

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
  const { copy, calc, cases, total } = derived;
  return [
    ...proposed,
    ...both,
    ...(copy ? copyProblems(field, copy, at.in("copy"), entity, context) : []),
    ...(calc ? numberProblems(field, at.in("calc")) : []),
    ...(total ? [...numberProblems(field, at.in("total")), ...totalProblems(total, at.in("total"), entity, context)] : []),
    ...(cases ? casesProblems(field, cases, at.in("cases")) : []),
  ];
}

function copyProblems(field: FieldInfo, path: string, at: Place, entity: EntityInfo, context: CheckContext): Problem[] {
  const { via: name, field: of } = pathOf(path);
  const via = entity.fields.get(name);
  if (!via) return [];
  if (via.raw.to === undefined) return partProblems(field, via, of, at);
  const found = findField(context, via.raw.to, of);
  if (!found || comparableOf(found) === comparableOf(field)) return [];
  return [at.problem(`${found.name} of ${via.raw.to} is ${found.raw.type}, so this cannot be ${field.raw.type}`)];
}

/** What the parts of a picture are, by the types that can hold them. */
const PICTURE_FITS: Readonly<Record<PicturePart, readonly string[]>> = {
  kind: ["enum", "int"],
  code: ["string"],
  number: ["string"],
  date: ["date"],
  net: ["money"],
  total: ["money"],
};

const PLACE_FITS: Readonly<Record<PlacePart, readonly string[]>> = { province: ["string"], country: ["string"] };

/** A picture proposes what is read on it, a place gives its parts to what is derived from it. */
function partProblems(field: FieldInfo, via: FieldInfo, part: string, at: Place): Problem[] {
  const isDerived = field.raw.derived !== undefined;
  const fits: Readonly<Record<string, readonly string[]>> | null =
    via.raw.type === "images" && !isDerived ? PICTURE_FITS : via.raw.format === "place" && isDerived ? PLACE_FITS : null;
  if (fits === null) return [at.problem(`${via.name} leads to no other row: it is no ref`)];
  const types = fits[part];
  if (types === undefined) return [at.problem(`${via.name} has no part "${part}"`, didYouMeanOrList(part, Object.keys(fits)))];
  return types.includes(field.raw.type) ? [] : [at.problem(`${field.name} (${field.raw.type}) cannot hold "${part}"`)];
}

/** A form sums its own lines: others it does not know. */
function totalProblems(total: RawTotal, at: Place, entity: EntityInfo, context: CheckContext): Problem[] {
  if (total.on !== undefined) return [at.in("on").onKey().problem('a form sums its own lines: "on" is for computed fields')];
  return relatedProblems(total, at, entity, context, true);
}

function numberProblems(field: FieldInfo, at: Place): Problem[] {
  return isNumber(field) ? [] : [at.problem(`only a number is calculated, not ${field.name} (${field.raw.type})`)];
}
