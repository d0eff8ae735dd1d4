import { findField } from "../lookup.ts";
import { machinesOf } from "../machines.ts";
import type { Check } from "./check.ts";

/** What a user ticks is a stored yes/no of the line. */
export const tickedLines: Check = (context) =>
  [...context.entities.values()].flatMap(machinesOf).flatMap(({ transitions }) =>
    transitions.flatMap(({ raw: { ticks }, at }) => {
      const field = findField(context, ticks?.entity, ticks?.field ?? "");
      const place = at.in("ticks", "field");
      if (!field || (field.raw.type === "bool" && !field.raw.computed)) return [];
      return [place.problem(`${field.name} (${field.raw.type}) cannot be ticked: it is no stored yes/no`)];
    }),
  );
