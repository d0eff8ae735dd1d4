/**
 * Static reference geography and what is looked up in it (docs/decisions/37). The names of the
 * properties are those of the data, schemas/reference/geography.
 */

/** Data that came out of XML: a single element stands without its list, an empty one may be missing. */
export type OneOrMany<T> = T | readonly T[] | null | undefined;

/** A city as the data has it; identifiers may be numbers, empty or missing. */
export interface RawCity {
  readonly CityID?: string | number | undefined;
  readonly CityName?: string | undefined;
}

/** A state, prefecture or province of a foreign country as the data has it. */
export interface RawStation {
  readonly StationID?: string | number | undefined;
  readonly StationName?: string | undefined;
  readonly City?: OneOrMany<RawCity>;
}

/** A country as the data has it; many have no stations. */
export interface RawCountry {
  /** English identifier. */
  readonly CountryID: string;
  /** Chinese name. */
  readonly CountryName: string;
  readonly Station?: OneOrMany<RawStation>;
}

/** A normalised city. The identifier is opaque and unique within its station. */
export interface City {
  readonly CityID: string;
  readonly CityName: string;
}

/** A normalised station: always with a list of cities. The identifier is opaque and unique within its country. */
export interface Station {
  readonly StationID: string;
  readonly StationName: string;
  readonly City: readonly City[];
}

/** One of the 34 provincial units of China with its cities. */
export interface DomesticProvince {
  readonly provinceName: string;
  readonly citys: readonly { readonly cityName: string }[];
}

/** Other names of one place. */
export interface PlaceAliases {
  /** The place as a suggestion shows it, from the country down: 日本新潟县; 浙江省杭州市, without country, where it is domestic. */
  readonly label: string;
  readonly aliases: readonly string[];
}

/** Everything the lookup knows. */
export interface GeographyData {
  readonly domestic: readonly DomesticProvince[];
  readonly countries: readonly RawCountry[];
  readonly aliases: readonly PlaceAliases[];
}

/** Where goods come from, in Chinese. Province and producer are empty where unknown. */
export interface Origin {
  /** Provincial unit of China; state, prefecture or province elsewhere. */
  readonly province: string;
  /** Name of the city. */
  readonly producer: string;
  readonly country: string;
}

/** A place offered while typing. Its label, looked up, gives the same origin. */
export interface PlaceSuggestion extends Origin {
  readonly label: string;
}
