import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { geographyData } from "../../../../src/server/base/geography.ts";
import { normaliseStations } from "../../../../src/shared/domain/geography/normalise-stations.ts";
import { placesOf } from "../../../../src/shared/domain/geography/places.ts";

const FOLDER = join(import.meta.dirname, "../../../../schemas/reference/geography");
const { domestic, countries, aliases } = geographyData;
const stationsOf = (id: string) => normaliseStations(countries.find((country) => country.CountryID === id)?.Station);

test("the provincial units of China", () => {
  const kinds = ["省", "自治区", "市", "特别行政区"].map(
    (kind) => domestic.filter(({ provinceName }) => provinceName.endsWith(kind)).length,
  );
  expect(kinds).toEqual([23, 5, 4, 2]);
  expect(new Set(domestic.map(({ provinceName }) => provinceName)).size).toBe(34);
  expect(domestic.map(({ provinceName }) => provinceName)).toEqual(expect.arrayContaining(["台湾省", "香港特别行政区", "澳门特别行政区"]));
  expect(domestic.filter(({ citys }) => citys.length === 0)).toEqual([]);
});

test("the prefecture-level cities of the mainland", () => {
  const cities = domestic.filter(({ provinceName }) => !/台湾|特别行政区/.test(provinceName)).flatMap(({ citys }) => citys);
  const units = cities.filter(({ cityName }) => !/自治县$|^(济源|仙桃|潜江|天门)市$/.test(cityName));
  expect(units.filter(({ cityName }) => cityName.endsWith("自治州"))).toHaveLength(30);
  expect(units.filter(({ cityName }) => cityName.endsWith("地区"))).toHaveLength(7);
  expect(units.filter(({ cityName }) => cityName.endsWith("盟"))).toHaveLength(3);
});

test.each([
  ["Malaysia", 14],
  ["Japan", 47],
  ["Italy", 107],
  ["South Korea", 17],
  ["Thailand", 77],
  ["Vietnam", 34],
  ["United States", 51],
  ["Australia", 8],
])("%s has %i stations", (id, count) => {
  const stations = stationsOf(id);
  expect(stations).toHaveLength(count);
  expect(new Set(stations.map((station) => station.StationName)).size).toBe(count);
});

test("a country is listed once, with an English identifier and a Chinese name", () => {
  expect(new Set(countries.map((country) => country.CountryID)).size).toBe(countries.length);
  expect(new Set(countries.map((country) => country.CountryName)).size).toBe(countries.length);
  expect(countries.filter((country) => !/^[\x20-\x7e]+$/.test(country.CountryID))).toEqual([]);
  expect(countries.filter((country) => !/^[\p{Script=Han}、（）]+$/u.test(country.CountryName))).toEqual([]);
});

test("every file of stations names countries of the list", () => {
  const countryIds = new Set(countries.map((country) => country.CountryID));
  const named = countries.filter((country) => country.Station !== undefined);
  expect(named.length).toBeGreaterThanOrEqual(45);
  expect(named.filter((country) => !countryIds.has(country.CountryID))).toEqual([]);
});

test("no two places have one label, and every alias belongs to a place", () => {
  const labels = placesOf(geographyData).map((place) => place.label);
  expect(new Set(labels).size).toBe(labels.length);
  expect(aliases.filter((entry) => !labels.includes(entry.label) || entry.aliases.length === 0)).toEqual([]);
});

test("the data stays small enough to be bundled", () => {
  const bytes = readdirSync(FOLDER).map((file) => statSync(join(FOLDER, file)).size);
  expect(bytes.reduce((sum, size) => sum + size, 0)).toBeLessThan(400_000);
});
