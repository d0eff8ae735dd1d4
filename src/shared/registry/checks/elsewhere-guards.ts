import type { Check } from "./check.ts";

const WAYS = ["create", "edit", "delete", "visitor"] as const;

/** A saving leaves no state: its guards answer for no other one. */
export const elsewhereGuards: Check = ({ entities }) =>
  [...entities.values()].flatMap(({ raw: { save }, at }) =>
    WAYS.flatMap((way) =>
      (save?.[way]?.guards ?? []).flatMap((guard, index) => {
        if (guard.elsewhere === undefined) return [];
        return [at.in("save", way, "guards", index, "elsewhere").onKey().problem('"elsewhere" is for guards of transitions')];
      }),
    ),
  );
