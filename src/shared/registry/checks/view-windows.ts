import { isAfterRead } from "../build/sort.ts";
import type { EntityInfo, FieldInfo } from "../catalogue.ts";
import type { CheckContext } from "../context.ts";
import type { RawWindow } from "../generated/raw.ts";
import { isOverRows } from "../names/made-from.ts";
import { listed, type Named, ordered, single } from "../names/named.ts";
import type { Place } from "../place.ts";
import type { Problem } from "../problem.ts";
import type { Check } from "./check.ts";

const OVER_NOTHING: readonly RawWindow["of"][] = ["count", "rank"];
const ORDERED: readonly RawWindow["of"][] = ["sum", "rank"];

/** A window says what it is over and in which order, and that is what the rows have without it. */
export const viewWindows: Check = (context) =>
  [...context.entities.values()]
    .filter(({ raw }) => raw.view)
    .flatMap((entity) => [...entity.fields.values()].flatMap((field) => windowProblems(field, entity, context)));

function windowProblems({ name, raw, at: own }: FieldInfo, entity: EntityInfo, context: CheckContext): Problem[] {
  if (!raw.window) return [];
  const at = own.in("window");
  const other = (["computed", "aggregate"] as const).find((word) => raw[word] !== undefined);
  if (other) return [at.onKey().problem(`${name} has "${other}" already`)];
  return [
    ...shapeProblems(raw.window, at),
    ...namesOf(raw.window, at).flatMap(({ name: used, at: place }) => {
      if (isAfterRead(entity.fields.get(used)?.raw.computed)) return [place.problem(`${used} is made after reading`)];
      return isOverRows(entity, used, context) ? [place.problem(`${used} looks at other rows itself`)] : [];
    }),
  ];
}

function shapeProblems({ of, field, order }: RawWindow, at: Place): Problem[] {
  const isOverNothing = OVER_NOTHING.includes(of);
  return [
    ...(isOverNothing && field !== undefined ? [at.in("field").onKey().problem(`"${of}" is over rows, not over a field`)] : []),
    ...(!isOverNothing && field === undefined ? [at.problem(`"${of}" needs "field": what it is over`)] : []),
    ...(of === "rank" && order === undefined ? [at.problem('"rank" needs "order"')] : []),
    ...(!ORDERED.includes(of) && order !== undefined ? [at.in("order").onKey().problem(`"order" means nothing for "${of}"`)] : []),
  ];
}

function namesOf({ field, by, order }: RawWindow, at: Place): Named[] {
  return [...single(field, at.in("field")), ...listed(by, at.in("by")), ...ordered(order, at.in("order"))];
}
