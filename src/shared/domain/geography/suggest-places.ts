import { isWithin, type Match, type PlaceIndex, readPlace, readWhole } from "./place-index.ts";
import { type FoldedText, foldText, LEVEL, reverseWords } from "./place-names.ts";
import type { Place } from "./places.ts";
import type { Origin, PlaceSuggestion } from "./types.ts";

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

/** No name of a place is as long; characters. */
const MAX_TEXT = 100;
/** How names of places below a city end: 杭州西湖区, 景德镇浮梁县. */
const SMALL_PLACE = /[区县市镇乡村旗湖山岛港湾]$/;
/** A name in full: nobody begins another name with 北海道 or 沙巴州. */
const IN_FULL = /[省市州县府道邦郡盟]$/;

/**
 * Where goods come from, from the name of a place (docs/decisions/37); null where the text names none. Of a text
 * with an unknown ending (浙江义乌, 日本 富良野町) the known part counts, if it is surely meant.
 */
export function originOf(index: PlaceIndex, text: string): Origin | null {
  if (text.length > MAX_TEXT) return null;
  const place = findPlace(index, foldText(text)) ?? findPlace(index, foldText(reverseWords(text)));
  return place?.origin ?? null;
}

function findPlace(index: PlaceIndex, text: FoldedText): Place | null {
  return readWhole(index, text) ?? readPlace(index, text, (match, parent) => isKnownPart(index, text, match, parent));
}

/** Whether a text means a place although it goes on with something unknown. */
function isKnownPart(index: PlaceIndex, { letters, breaks }: FoldedText, { place, end }: Match, parent: Place | null): boolean {
  const rest = letters.slice(end);
  if (contradicts(readWhole(index, { letters: rest, breaks: new Set() }), place)) return false;
  if (breaks.has(end)) return true;
  // 西班牙港, 印度洋, 东京湾 are other places.
  if (rest.length < 2) return false;
  if (parent !== null || (place.isDomestic && place.level !== LEVEL.city)) return true;
  // Foreign names may begin like a country: 马里乌波尔. Where goods come from often, that was looked for.
  if (place.level === LEVEL.country) return place.hasParts || place.names[0]?.endsWith("国") === true;
  const written = letters.slice(0, end);
  return (written === place.names[0] && IN_FULL.test(written)) || (place.isDomestic && SMALL_PLACE.test(rest));
}

/** 浙江 日本 is neither. But a place in 浙江 may be called like a city elsewhere in China. */
function contradicts(other: Place | null, place: Place): boolean {
  if (other === null || other === place || isWithin(other, place)) return false;
  return other.level < LEVEL.city || other.isDomestic !== place.isDomestic;
}
