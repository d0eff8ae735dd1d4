import type { FieldInfo } from "../catalogue.ts";
import { comparableOf } from "../comparable.ts";
import type { InitialValue, Scalar } from "../generated/raw.ts";
import type { Check } from "./check.ts";
import { type Misfit, misfit } from "./literal-fit.ts";

/** The value of a new row fits its field, and what is computed has none. */
export const defaultValues: Check = ({ entities }) =>
  [...entities.values()].flatMap(({ fields }) =>
    [...fields.values()].flatMap((field) => {
      const { raw, at, name } = field;
      if (raw.default === undefined) return [];
      const place = at.in("default");
      if (raw.computed) return [place.onKey().problem(`${name} is computed and has no default`)];
      const wrong = typeof raw.default === "object" ? openingMisfit(field, raw.default) : misfit(field, raw.default);
      return wrong ? [place.problem(wrong.message, wrong.hint)] : [];
    }),
  );

/** A day goes into dates, a time into times, the user's own into texts. */
function openingMisfit(field: FieldInfo, { today, now, actor }: Exclude<InitialValue, Scalar>): Misfit | null {
  const { type } = field.raw;
  const isTime = type === "date" || type === "datetime";
  if (today !== undefined || now !== undefined) return isTime ? null : { message: `${field.name} (${type}) cannot hold a time` };
  const wanted = actor === "isconfirm" ? "bool" : "text";
  return comparableOf(field) === wanted
    ? null
    : { message: `${field.name} (${type}) cannot hold ${actor} of the user, which is ${wanted}` };
}
