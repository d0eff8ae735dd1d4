import type { City, OneOrMany, RawCity, RawStation, Station } from "./types.ts";

/** What neither identifier nor name tells. */
const UNNAMED = "未命名";

/**
 * Stations in one shape: a list of cities each, identifiers that are texts and unique among siblings. Names stay as they
 * are, nothing is dropped or merged, the order is kept; normalising twice changes nothing.
 */
export function normaliseStations(raw: OneOrMany<RawStation>): Station[] {
  const stations = listOf(raw);
  const ids = uniqueIds(stations.map((station) => idOf(station.StationID, station.StationName)));
  return stations.map((station, index) => ({
    StationID: ids[index] ?? UNNAMED,
    StationName: nameOf(station.StationID, station.StationName),
    City: normaliseCities(station.City),
  }));
}

function normaliseCities(raw: OneOrMany<RawCity>): City[] {
  const cities = listOf(raw);
  const ids = uniqueIds(cities.map((city) => idOf(city.CityID, city.CityName)));
  return cities.map((city, index) => ({ CityID: ids[index] ?? UNNAMED, CityName: nameOf(city.CityID, city.CityName) }));
}

/** An empty text is what an empty XML element becomes. */
function listOf<T extends object>(value: OneOrMany<T> | ""): readonly T[] {
  if (value === null || value === undefined || value === "") return [];
  return isList(value) ? value : [value];
}

/** Array.isArray does not narrow readonly lists. */
function isList<T>(value: T | readonly T[]): value is readonly T[] {
  return Array.isArray(value);
}

/** Identifiers in Chinese are as good as others: they are opaque. A missing one is the name. */
function idOf(id: string | number | undefined, name: string | undefined): string {
  return textOf(id) || textOf(name) || UNNAMED;
}

function nameOf(id: string | number | undefined, name: string | undefined): string {
  return textOf(name) || textOf(id) || UNNAMED;
}

function textOf(value: string | number | undefined): string {
  return value === undefined ? "" : String(value).trim();
}

/**
 * Identifiers made unique by a numeric suffix: Sabah, Sabah → Sabah, Sabah2. The first bearer keeps its identifier, and
 * no suffix takes one that another bearer had from the start, so that a second pass changes nothing.
 */
function uniqueIds(ids: readonly string[]): string[] {
  const taken = new Set(ids);
  const used = new Set<string>();
  return ids.map((id) => {
    const free = used.has(id) ? firstFree(id, taken) : id;
    used.add(free);
    taken.add(free);
    return free;
  });
}

function firstFree(id: string, taken: ReadonlySet<string>): string {
  let suffix = 2;
  while (taken.has(`${id}${suffix}`)) suffix += 1;
  return `${id}${suffix}`;
}
