import type { FoldedText } from "./place-names.ts";
import type { Place } from "./places.ts";

/** Every form of every place, for finding places along a text. */
export interface PlaceIndex {
  readonly places: readonly Place[];
  readonly byForm: ReadonlyMap<string, readonly Place[]>;
  readonly longestForm: number;
}

/** A place found in a text, and where its name ends there. */
export interface Match {
  readonly place: Place;
  readonly end: number;
}

export function buildPlaceIndex(places: readonly Place[]): PlaceIndex {
  const byForm = new Map<string, Place[]>();
  // A name comes before a variant of another one: 莫斯科州 is the region, not the city 莫斯科.
  for (const place of places) for (const name of place.names) add(byForm, name, place);
  for (const place of places) for (const variant of place.variants) add(byForm, variant, place);
  const longestForm = Math.max(0, ...[...byForm.keys()].map((form) => form.length));
  return { places, byForm, longestForm };
}

function add(byForm: Map<string, Place[]>, form: string, place: Place): void {
  const others = byForm.get(form);
  if (others === undefined) byForm.set(form, [place]);
  else others.push(place);
}

/**
 * The smallest place that a text names from large to small, as 中国浙江杭州 or 浙江杭州; null where `mayStop` refuses every
 * reading. Longer names are tried first, so that 北海道 is not 北海, and equal ones in the order of the places.
 */
export function readPlace(
  index: PlaceIndex,
  text: FoldedText,
  mayStop: (match: Match, parent: Place | null) => boolean,
  start = 0,
  parent: Place | null = null,
): Place | null {
  for (const match of matchesAt(index, text, start, parent)) {
    const inner = match.place.hasParts ? readPlace(index, text, mayStop, match.end, match.place) : null;
    if (inner !== null) return inner;
    if (mayStop(match, parent)) return match.place;
  }
  return null;
}

/** The place that the whole text names. */
export function readWhole(index: PlaceIndex, text: FoldedText): Place | null {
  return readPlace(index, text, ({ end }) => end === text.letters.length);
}

/** Whether a place lies in another one; not in itself. */
export function isWithin(place: Place, outer: Place): boolean {
  for (let at = place.parent; at !== null; at = at.parent) if (at === outer) return true;
  return false;
}

function* matchesAt(index: PlaceIndex, { letters, breaks }: FoldedText, start: number, parent: Place | null): Generator<Match> {
  const latest = Math.min(letters.length, start + index.longestForm);
  for (let end = latest; end > start; end -= 1) {
    if (cutsWord(letters, end) && !breaks.has(end)) continue;
    for (const place of index.byForm.get(letters.slice(start, end)) ?? []) {
      if (parent === null || isWithin(place, parent)) yield { place, end };
    }
  }
}

/** Niger is not found in Nigerian. */
function cutsWord(letters: string, at: number): boolean {
  return /^[a-z]{2}$/.test(letters.slice(at - 1, at + 1));
}
