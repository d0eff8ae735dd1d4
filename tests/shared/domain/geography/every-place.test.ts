import { describe, expect, test } from "vitest";
import { geography, geographyData } from "../../../../src/server/base/geography.ts";
import { LEVEL } from "../../../../src/shared/domain/geography/place-names.ts";
import { type Place, placesOf } from "../../../../src/shared/domain/geography/places.ts";

const places = placesOf(geographyData);
/** Where a name leads instead, for the names of some places that lead elsewhere. */
function elsewhere(some: readonly Place[], namesOf: (place: Place) => readonly string[]): string[] {
  return some.flatMap((place) =>
    namesOf(place)
      .map((name) => ({ name, found: geography.findOrigin(name) }))
      .filter(({ found }) => JSON.stringify(found) !== JSON.stringify(place.origin))
      .map(({ name, found }) => `${place.label} ${name} → ${found?.country}${found?.province}${found?.producer}`),
  );
}

test("every label leads back to its place", () => {
  expect(elsewhere(places, (place) => [place.label])).toEqual([]);
});

describe("in China", () => {
  test.each(geographyData.domestic)("$provinceName and its cities", ({ provinceName, citys }) => {
    expect(geography.findOrigin(provinceName)).toMatchObject({ country: "中国", province: provinceName });
    for (const { cityName } of citys) {
      const origin = { country: "中国", province: provinceName, producer: cityName };
      expect(geography.findOrigin(cityName)).toEqual(origin);
      expect(geography.findOrigin(`${provinceName}${cityName}`)).toEqual(origin);
      expect(geography.findOrigin(`中国 ${provinceName} ${cityName}`)).toEqual(origin);
    }
  });

  test("a short name is ambiguous only here, and the province or the first city has it", () => {
    const domestic = places.filter((place) => place.isDomestic);
    expect(elsewhere(domestic, (place) => place.names)).toEqual([
      "吉林省吉林市 吉林 → 中国吉林省",
      "青海省海南藏族自治州 海南 → 中国海南省",
      "台湾省新竹县 新竹 → 中国台湾省新竹市",
      "台湾省嘉义县 嘉义 → 中国台湾省嘉义市",
    ]);
  });
});

describe("abroad", () => {
  test("every country by its Chinese and its English name", () => {
    const countries = places.filter((place) => place.level === LEVEL.country);
    expect(elsewhere(countries, (place) => [...place.names, ...place.names.map((name) => name.toUpperCase())])).toEqual([]);
  });

  test("the full name of a station is shared only here", () => {
    const stations = places.filter((place) => !place.isDomestic && place.level === LEVEL.province);
    expect(elsewhere(stations, (place) => place.names.slice(0, 1))).toEqual([
      "荷兰林堡省 林堡省 → 比利时林堡省",
      "斯里兰卡西北省 西北省 → 南非西北省",
    ]);
  });
});
