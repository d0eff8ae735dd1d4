import { originOf } from "./find-origin.ts";
import { buildPlaceIndex, type PlaceIndex } from "./place-index.ts";
import { placesOf } from "./places.ts";
import { suggestionsFor } from "./suggest-places.ts";
import type { GeographyData, Origin, PlaceSuggestion } from "./types.ts";

/** Lookups over static geography. */
export interface Geography {
  /** Province, city and country of a place; null where the text names no known place. */
  findOrigin(text: string): Origin | null;
  /** At most `limit` places for what was typed so far, the likeliest first. */
  suggestPlaces(text: string, limit: number): PlaceSuggestion[];
}

/** The index is built at the first question: most processes never ask. */
export function createGeography(data: GeographyData): Geography {
  let built: PlaceIndex | undefined;
  const index = () => {
    built ??= buildPlaceIndex(placesOf(data));
    return built;
  };
  return {
    findOrigin: (text) => originOf(index(), text),
    suggestPlaces: (text, limit) => suggestionsFor(index(), text, limit),
  };
}
