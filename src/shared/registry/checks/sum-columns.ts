import { entries, listed, type Named } from "../names/named.ts";
import type { Problem } from "../problem.ts";
import type { Check } from "./check.ts";

/** A sum stands under its column, so the column must be there. */
export const sumColumns: Check = ({ modules, sources }) => {
  const without = (sums: readonly Named[], columns: readonly Named[]): Problem[] => {
    const names = new Set(columns.map(({ name }) => name));
    return sums.filter(({ name }) => !names.has(name)).map(({ name, at }) => at.problem(`${name} is summed but is no column of the table`));
  };
  const ofModules = modules.flatMap(({ raw, at }) => [
    ...without(entries(raw.footer?.sums, "field", at.in("footer", "sums")), entries(raw.columns, "field", at)),
    ...(raw.show?.lines ?? []).flatMap(({ sums, columns }, index) =>
      without(listed(sums, at.in("show", "lines", index, "sums")), entries(columns, "field", at)),
    ),
  ]);
  const ofPrints = sources.print.flatMap(({ raw, at }) =>
    (["pageSum", "total"] as const).flatMap((name) => without(listed(raw[name], at.in(name)), entries(raw.columns, "field", at))),
  );
  return [...ofModules, ...ofPrints];
};
