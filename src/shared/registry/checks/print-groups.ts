import { listed } from "../names/named.ts";
import type { Check } from "./check.ts";

/** A sum of a group stands under its column, and what is equal in a group is not summed. */
export const printGroups: Check = ({ sources }) =>
  sources.print.flatMap(({ raw: { group, columns }, at }) =>
    listed(group?.sums, at.in("group", "sums")).flatMap(({ name, at: place }) => {
      if (name === group?.by) return [place.problem(`${name} is grouped by and cannot be summed`)];
      return columns.some(({ field }) => field === name) ? [] : [place.problem(`${name} is summed but is no column of the table`)];
    }),
  );
