import { relation } from "../build/computed.ts";
import type { EntityInfo, FieldInfo } from "../catalogue.ts";
import type { CheckContext } from "../context.ts";
import type { RawCases, RawTotal } from "../generated/raw.ts";
import type { Place } from "../place.ts";
import type { Problem } from "../problem.ts";
import { literalProblem } from "./literal-fit.ts";

/** Cases hold values of their field, and only the last has no condition. */
export function casesProblems(field: FieldInfo, cases: RawCases, at: Place): Problem[] {
  return cases.flatMap(({ when, value }, index) => {
    const wrong = literalProblem(field, value);
    const isLast = index === cases.length - 1;
    return [
      ...(wrong ? [at.in(index, "value").problem(wrong.message, wrong.hint)] : []),
      ...(when === undefined && !isLast
        ? [at.in(index).problem("no case behind this one is ever tried: only the last has no condition")]
        : []),
      ...(when !== undefined && isLast ? [at.in(index).problem("the last case has no condition: it is for all other rows")] : []),
    ];
  });
}

/** Rows that are counted or summed belong to this row, and a sum is of a field. */
export function relatedProblems(
  related: RawTotal,
  at: Place,
  entity: EntityInfo,
  { entities }: Pick<CheckContext, "entities">,
  isSum: boolean,
): Problem[] {
  const { of, on, field } = related;
  return [
    ...(isSum && field === undefined ? [at.problem('a total needs "field": what is summed')] : []),
    ...(!isSum && field !== undefined ? [at.in("field").onKey().problem('a count is over rows: it has no "field"')] : []),
    ...(entities.has(of) && relation(of, on, entity, entities) === null
      ? [at.in("of").problem(`rows of ${of} are no lines of ${entity.name}`, 'say in "on" which of its fields equals which of this one')]
      : []),
  ];
}
