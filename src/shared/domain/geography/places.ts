import { normaliseStations } from "./normalise-stations.ts";
import { foldText, LEVEL, type Level, placeNames } from "./place-names.ts";
import type { GeographyData, Origin, RawCountry } from "./types.ts";

/** A country, province or city with everything that names it. */
export interface Place {
  /** From the country down; without the country where it is domestic. */
  readonly label: string;
  readonly origin: Origin;
  readonly level: Level;
  readonly isDomestic: boolean;
  readonly parent: Place | null;
  /** Whether the data divides it further. */
  readonly hasParts: boolean;
  /** Names that suggestions match, folded; the full one first. */
  readonly names: readonly string[];
  /** Further forms that are understood, folded. */
  readonly variants: readonly string[];
}

/** A province with its cities, of any country. */
interface Unit {
  readonly name: string;
  readonly cities: readonly string[];
}

/** What distinguishes one place from another before it is named. */
type Seed = Pick<Place, "origin" | "level" | "parent" | "hasParts"> & { readonly name: string; readonly id?: string };

const HOME = "中国";

/**
 * All places in the order in which an ambiguous name is decided: domestic before foreign; countries before provinces
 * before cities; then as in the data.
 */
export function placesOf(data: GeographyData): Place[] {
  const aliases = new Map(data.aliases.map((entry) => [entry.label, entry.aliases]));
  const places: Place[] = [];
  const add = (seed: Seed) => {
    const place = nameSeed(seed, aliases);
    places.push(place);
    return place;
  };
  for (const raw of data.countries) {
    const units = raw.CountryName === HOME ? domesticUnits(data) : foreignUnits(raw);
    const empty = { province: "", producer: "", country: raw.CountryName };
    const country = add({
      name: raw.CountryName,
      id: raw.CountryID,
      origin: empty,
      level: LEVEL.country,
      parent: null,
      hasParts: units.length > 0,
    });
    for (const { name, cities } of units) {
      // A unit that lists itself is a city: 北京市, 首尔特别市, 米兰.
      const origin = { ...empty, province: name, producer: cities.includes(name) ? name : "" };
      const others = cities.filter((city) => city !== name);
      const province = add({ name, origin, level: LEVEL.province, parent: country, hasParts: others.length > 0 });
      for (const city of others)
        add({ name: city, origin: { ...origin, producer: city }, level: LEVEL.city, parent: province, hasParts: false });
    }
  }
  return places.sort((a, b) => Number(b.isDomestic) - Number(a.isDomestic) || a.level - b.level);
}

function domesticUnits({ domestic }: GeographyData): Unit[] {
  return domestic.map(({ provinceName, citys }) => ({ name: provinceName, cities: citys.map((city) => city.cityName) }));
}

function foreignUnits(country: RawCountry): Unit[] {
  return normaliseStations(country.Station).map((station) => ({
    name: station.StationName,
    cities: [...new Set(station.City.map((city) => city.CityName))],
  }));
}

function nameSeed({ name, id, ...seed }: Seed, aliases: ReadonlyMap<string, readonly string[]>): Place {
  const isDomestic = seed.origin.country === HOME;
  const prefix = seed.parent === null || (isDomestic && seed.level === LEVEL.province) ? "" : seed.parent.label;
  const label = `${prefix}${name}`;
  const { names, variants } = placeNames(name, seed.level, isDomestic);
  const known = foldAll([...names, ...(id === undefined ? [] : [id]), ...(aliases.get(label) ?? [])]);
  return { ...seed, label, isDomestic, names: known, variants: foldAll(variants).filter((form) => !known.includes(form)) };
}

function foldAll(texts: readonly string[]): string[] {
  return [...new Set(texts.map((text) => foldText(text).letters))];
}
