import { didYouMeanOrList } from "../nearest.ts";
import { machinesOf } from "../uses/transitions.ts";
import type { Check } from "./check.ts";

/** What is asked before a transition is there, and a user waits for the answer. Not checked by name where nobody says which are. */
export const knownInquiries: Check = ({ entities, inquiries }) =>
  [...entities.values()].flatMap(machinesOf).flatMap(({ transitions }) =>
    transitions.flatMap(({ name, raw: { asks, by, ticks }, at }) => {
      if (asks === undefined) return [];
      const place = at.in("asks");
      const unknown =
        inquiries === undefined || inquiries.includes(asks)
          ? []
          : [place.problem(`unknown inquiry "${asks}"`, didYouMeanOrList(asks, inquiries))];
      const idle = by.filter((actor) => actor === "system" || actor === "bank");
      return [
        ...unknown,
        ...idle.map((actor) => place.problem(`"${name}" asks first, for users alone; "${actor}" runs it too`)),
        ...(ticks ? [place.problem(`"${name}" cannot both ask somebody and have lines ticked`)] : []),
      ];
    }),
  );
