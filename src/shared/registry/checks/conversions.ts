import { canBecome, isText, mayRound } from "../../domain/conversion.ts";
import type { EntityInfo, FieldInfo } from "../catalogue.ts";
import type { RawConvert } from "../generated/raw.ts";
import type { Place } from "../place.ts";
import type { Problem } from "../problem.ts";
import type { Check } from "./check.ts";
import { literalProblem } from "./literal-fit.ts";

/** How stored values are made is said of a stored field only, and only what can be done (docs/decisions/69). */
export const conversions: Check = ({ entities }) =>
  [...entities.values()].flatMap((entity) =>
    [...entity.fields.values()].flatMap((field) => (field.raw.convert ? problemsOf(entity, field, field.raw.convert) : [])),
  );

function problemsOf({ raw: entity }: EntityInfo, field: FieldInfo, convert: RawConvert): Problem[] {
  const { name, raw } = field;
  const at = field.at.in("convert");
  if (entity.view || raw.computed) return [at.onKey().problem(`only a stored field has "convert"; ${name} is not stored`)];
  const { from, rounding, cut, map } = convert;
  if (!canBecome(from, raw.type)) return [at.in("from").problem(`no ${from} can become ${raw.type}`, "give the field another name")];
  return [
    ...(isIdle(field, convert) ? [at.problem(`nothing is converted: ${from} stays as it is where it becomes ${raw.type}`)] : []),
    ...(rounding ? roundingProblems(from, field, rounding, at.in("rounding")) : []),
    ...(cut ? cutProblems(field, at.in("cut")) : []),
    ...Object.entries(map ?? {}).flatMap(([old, value]) => {
      const wrong = value === null ? null : literalProblem(field, value);
      return wrong ? [at.in("map", old).problem(wrong.message, wrong.hint)] : [];
    }),
  ];
}

/** Of one and the same kind of value only what is cut or mapped becomes another one. */
function isIdle({ raw }: FieldInfo, { from, cut, map }: RawConvert): boolean {
  if (cut || map) return false;
  return (from === raw.type && from !== "enum") || (isText(from) && isText(raw.type));
}

function roundingProblems(
  from: RawConvert["from"],
  { raw }: FieldInfo,
  rounding: NonNullable<RawConvert["rounding"]>,
  at: Place,
): Problem[] {
  if (!mayRound(from, raw.type)) return [at.problem(`nothing is rounded where ${from} becomes ${raw.type}`)];
  const isDay = raw.type === "date" && rounding !== "exact" && rounding !== "down";
  return isDay ? [at.problem(`a time becomes its own day, not the next one`, 'write "down"')] : [];
}

function cutProblems({ name, raw }: FieldInfo, at: Place): Problem[] {
  if (isText(raw.type) && raw.length !== undefined) return [];
  return [at.problem(`${name} (${raw.type}) has no length that a text could be cut to`)];
}
