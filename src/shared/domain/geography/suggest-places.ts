import { foldText } from "./fold-text.ts";
import { isWithin, type PlaceIndex, readWhole } from "./place-index.ts";
import type { Place } from "./places.ts";
import type { PlaceSuggestion } from "./types.ts";

/**
 * Places for what somebody has typed so far, the likeliest first: those called so, those whose name begins so, those
 * within a place already typed (浙江杭 → 杭州市), those whose name contains it; among equals domestic before foreign and
 * large before small.
 */
export function suggestionsFor(index: PlaceIndex, text: string, limit: number): PlaceSuggestion[] {
  const typed = foldText(text).letters;
  if (typed === "") return [];
  const whole = readWhole(index, { letters: typed, breaks: new Set() });
  const steps: readonly ((place: Place) => boolean)[] = [
    (place) => place === whole || place.names.includes(typed),
    (place) => place.names.some((name) => name.startsWith(typed)),
    ...partsTyped(index, typed),
    (place) => place.names.some((name) => name.includes(typed)),
  ];
  const found = new Set<Place>();
  for (const fits of steps) {
    for (const place of index.places) {
      if (found.size >= limit) return [...found].map(toSuggestion);
      if (fits(place)) found.add(place);
    }
  }
  return [...found].map(toSuggestion);
}

/** For each way to read the beginning as a place: its parts whose name goes on as typed. The longest beginning first. */
function partsTyped(index: PlaceIndex, typed: string): ((place: Place) => boolean)[] {
  const tests: ((place: Place) => boolean)[] = [];
  for (let at = Math.min(typed.length, MAX_BEGINNING); at > 0; at -= 1) {
    const outer = readWhole(index, { letters: typed.slice(0, at), breaks: new Set() });
    if (outer === null || !outer.hasParts) continue;
    const rest = typed.slice(at);
    tests.push((place) => isWithin(place, outer) && place.names.some((name) => name.startsWith(rest)));
  }
  return tests;
}

/** Characters; bounds the work for a pasted text. */
const MAX_BEGINNING = 40;

function toSuggestion({ label, origin }: Place): PlaceSuggestion {
  return { label, ...origin };
}
