import type { RawMeasure } from "../generated/raw.ts";
import type { Place } from "../place.ts";
import type { Problem } from "../problem.ts";
import type { Check } from "./check.ts";

/** A measure names the field it is over; a count needs none. */
export const measures: Check = ({ modules }) =>
  modules.flatMap(({ raw: { stats }, at }) => [
    ...(stats?.cards ?? []).flatMap(({ measure }, index) => problems(measure, at.in("stats", "cards", index, "measure"))),
    ...(stats?.charts ?? []).flatMap((chart, number) =>
      chart.measures.flatMap((measure, index) => problems(measure, at.in("stats", "charts", number, "measures", index))),
    ),
  ]);

function problems({ of, field }: RawMeasure, at: Place): Problem[] {
  if (of === "count") return field === undefined ? [] : [at.in("field").onKey().problem("a count is over rows: it has no field")];
  return field === undefined ? [at.problem(`"${of}" needs "field": what it is over`)] : [];
}
