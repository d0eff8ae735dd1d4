import aliases from "../../../schemas/reference/geography/aliases.json";
import countries from "../../../schemas/reference/geography/countries.json";
import domestic from "../../../schemas/reference/geography/domestic.json";
import americas from "../../../schemas/reference/geography/stations-americas.json";
import asia from "../../../schemas/reference/geography/stations-asia.json";
import europe from "../../../schemas/reference/geography/stations-europe.json";
import oceaniaAfrica from "../../../schemas/reference/geography/stations-oceania-africa.json";
import { buildPlaceIndex, type PlaceIndex } from "../../shared/domain/geography/place-index.ts";
import { placesOf } from "../../shared/domain/geography/places.ts";
import { originOf, suggestionsFor } from "../../shared/domain/geography/suggest-places.ts";
import type { GeographyData, OneOrMany, Origin, PlaceSuggestion, RawStation } from "../../shared/domain/geography/types.ts";

/** A country's stations, kept apart from the list of countries. */
interface StationFile {
  readonly CountryID: string;
  readonly Station: OneOrMany<RawStation>;
}

const STATIONS: readonly StationFile[] = [...asia, ...europe, ...americas, ...oceaniaAfrica];

/** The reference geography (schemas/reference/geography), bundled into the server: the browser asks, it never loads it. */
export const geographyData: GeographyData = { domestic, countries: withStations(countries, STATIONS), aliases };

export const geography = createGeography(geographyData);

function withStations(list: GeographyData["countries"], stations: readonly StationFile[]): GeographyData["countries"] {
  const byCountry = new Map(stations.map(({ CountryID, Station }) => [CountryID, Station]));
  return list.map((country) => ({ ...country, Station: byCountry.get(country.CountryID) }));
}

/** Lookups over static geography. */
interface Geography {
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
