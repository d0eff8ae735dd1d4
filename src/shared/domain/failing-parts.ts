import type { Predicate } from "../registry/language.ts";

/** The parts of a condition that a row does not meet, down to single comparisons. None: the row meets it. */
export function failingParts(predicate: Predicate, holds: (part: Predicate) => boolean): Predicate[] {
  if (holds(predicate)) return [];
  const again = (part: Predicate) => failingParts(part, holds);
  if ("all" in predicate) return predicate.all.flatMap(again);
  if ("any" in predicate) return predicate.any.flatMap(again);
  if (!("not" in predicate)) return [predicate];
  const { not } = predicate;
  if ("not" in not) return again(not.not);
  if ("all" in not) return not.all.flatMap((part) => again({ not: part }));
  return "any" in not ? not.any.flatMap((part) => again({ not: part })) : [predicate];
}
