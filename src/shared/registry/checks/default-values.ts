import { misfit } from "../literal-fit.ts";
import type { Check } from "./check.ts";

/** The value of a new row fits its field, and what is computed has none. */
export const defaultValues: Check = ({ entities }) =>
  [...entities.values()].flatMap(({ fields }) =>
    [...fields.values()].flatMap((field) => {
      const { raw, at, name } = field;
      if (raw.default === undefined) return [];
      const place = at.in("default");
      if (raw.computed) return [place.onKey().problem(`${name} is computed and has no default`)];
      const wrong = misfit(field, raw.default);
      return wrong ? [place.problem(wrong.message, wrong.hint)] : [];
    }),
  );
