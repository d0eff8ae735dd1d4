import { didYouMeanOrList } from "../nearest.ts";
import { machinesOf } from "../uses/transitions.ts";
import type { Check } from "./check.ts";

/** Looks like a key of the catalogue rather than like a text for users. */
const KEY = /^[A-Z_]+$/;

/** A refusal in capitals is a key of schemas/shared/messages.json. */
export const knownMessages: Check = ({ sources, entities }) => {
  if (sources.broken.messages.size > 0) return [];
  const known = new Set(sources.messages.flatMap(({ raw }) => Object.keys(raw.messages)));
  return [...entities.values()].flatMap(machinesOf).flatMap(({ transitions }) =>
    transitions.flatMap(({ raw, at }) =>
      (raw.guards ?? []).flatMap((guard, index) => {
        if (!KEY.test(guard.else) || known.has(guard.else)) return [];
        return [at.in("guards", index, "else").problem(`unknown message "${guard.else}"`, didYouMeanOrList(guard.else, known))];
      }),
    ),
  );
};
