import { didYouMeanOrList } from "./nearest.ts";
import type { Place } from "./place.ts";
import type { Problem } from "./problem.ts";

/** What `like` names is not there. */
export function unknownArchetype(name: string, known: object, at: Place): Problem {
  return at.problem(`unknown archetype "${name}"`, didYouMeanOrList(name, Object.keys(known)));
}
