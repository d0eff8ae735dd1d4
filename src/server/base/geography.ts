import aliases from "../../../schemas/reference/geography/aliases.json" with { type: "json" };
import countries from "../../../schemas/reference/geography/countries.json" with { type: "json" };
import domestic from "../../../schemas/reference/geography/domestic.json" with { type: "json" };
import americas from "../../../schemas/reference/geography/stations-americas.json" with { type: "json" };
import asia from "../../../schemas/reference/geography/stations-asia.json" with { type: "json" };
import europe from "../../../schemas/reference/geography/stations-europe.json" with { type: "json" };
import oceaniaAfrica from "../../../schemas/reference/geography/stations-oceania-africa.json" with { type: "json" };
import { createGeography } from "../../shared/domain/geography/create-geography.ts";
import type { GeographyData, OneOrMany, RawStation } from "../../shared/domain/geography/types.ts";

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
