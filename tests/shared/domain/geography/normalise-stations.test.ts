import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { normaliseStations } from "../../../../src/shared/domain/geography/normalise-stations.ts";
import type { OneOrMany, RawCity, RawStation, Station } from "../../../../src/shared/domain/geography/types.ts";

const cityOf = (station: Station | undefined) => station?.City.map((city) => `${city.CityID}:${city.CityName}`);

describe("shapes", () => {
  const city = { CityID: "Ipoh", CityName: "怡保" };

  test.each<[string, OneOrMany<RawCity>, string[]]>([
    ["one object", city, ["Ipoh:怡保"]],
    ["a list", [city, { CityID: "Taiping", CityName: "太平" }], ["Ipoh:怡保", "Taiping:太平"]],
    ["an empty list", [], []],
    ["missing", undefined, []],
    ["null", null, []],
  ])("City as %s", (_, City, expected) => {
    expect(cityOf(normaliseStations([{ StationID: "Perak", StationName: "霹雳州", City }])[0])).toEqual(expected);
  });

  test("the empty text of an empty XML element is no city", () => {
    const parsed = JSON.parse('[{ "StationID": "Perak", "StationName": "霹雳州", "City": "" }]') as RawStation[];
    expect(normaliseStations(parsed)).toEqual([{ StationID: "Perak", StationName: "霹雳州", City: [] }]);
  });

  test("a country with one station, and with none", () => {
    expect(normaliseStations({ StationID: "Perak", StationName: "霹雳州" })).toEqual([
      { StationID: "Perak", StationName: "霹雳州", City: [] },
    ]);
    expect(normaliseStations(undefined)).toEqual([]);
  });
});

describe("identifiers", () => {
  const idsOf = (stations: readonly RawStation[]) => normaliseStations(stations).map((station) => station.StationID);

  test("equal ones get a numeric suffix, names stay", () => {
    const stations = normaliseStations([
      { StationID: "Labuan", StationName: "纳闽" },
      { StationID: "Labuan", StationName: "布城" },
      { StationID: "Labuan", StationName: "纳闽" },
    ]);
    expect(stations.map((station) => station.StationID)).toEqual(["Labuan", "Labuan2", "Labuan3"]);
    expect(stations.map((station) => station.StationName)).toEqual(["纳闽", "布城", "纳闽"]);
  });

  test("a suffix takes no identifier that another station has", () => {
    expect(idsOf([{ StationID: "A" }, { StationID: "A" }, { StationID: "A2" }])).toEqual(["A", "A3", "A2"]);
  });

  test.each([
    ["Chinese", { StationID: "沙巴", StationName: "沙巴州" }, "沙巴", "沙巴州"],
    ["a number", { StationID: 14, StationName: "沙巴州" }, "14", "沙巴州"],
    ["surrounded by spaces", { StationID: " Sabah ", StationName: " 沙巴州 " }, "Sabah", "沙巴州"],
    ["empty: the name", { StationID: "", StationName: "沙巴州" }, "沙巴州", "沙巴州"],
    ["without a name", { StationID: "Sabah" }, "Sabah", "Sabah"],
    ["missing with the name", {}, "未命名", "未命名"],
  ])("%s", (_, raw, id, name) => {
    expect(normaliseStations([raw])).toEqual([{ StationID: id, StationName: name, City: [] }]);
  });

  test("equal cities of one station, as of the station itself", () => {
    const City = [
      { CityID: "X", CityName: "甲" },
      { CityID: "X", CityName: "乙" },
    ];
    expect(cityOf(normaliseStations([{ StationID: "S", StationName: "州", City }])[0])).toEqual(["X:甲", "X2:乙"]);
  });
});

describe("whatever comes", () => {
  const id = fc.option(fc.oneof(fc.constantFrom("A", "A2", "A3", "沙巴", " A ", ""), fc.nat(3), fc.string()), { nil: undefined });
  const name = fc.option(fc.oneof(fc.constantFrom("甲", "乙", ""), fc.string()), { nil: undefined });
  const city = fc.record({ CityID: id, CityName: name });
  const cities = fc.oneof(fc.constantFrom(undefined, null), city, fc.array(city, { maxLength: 6 }));
  const stations = fc.array(fc.record({ StationID: id, StationName: name, City: cities }), { maxLength: 8 });

  test("normalising twice changes nothing", () => {
    fc.assert(
      fc.property(stations, (raw) => {
        const once = normaliseStations(raw);
        expect(normaliseStations(once)).toEqual(once);
      }),
    );
  });

  test("no station is lost, each keeps its name and its cities, and identifiers differ", () => {
    fc.assert(
      fc.property(stations, (raw) => {
        const all = normaliseStations(raw);
        expect(all).toHaveLength(raw.length);
        expect(new Set(all.map((station) => station.StationID)).size).toBe(raw.length);
        for (const [index, { StationName, City }] of raw.entries()) {
          const named = StationName?.trim();
          if (named) expect(all[index]?.StationName).toBe(named);
          const count = City === null || City === undefined ? 0 : Array.isArray(City) ? City.length : 1;
          expect(all[index]?.City).toHaveLength(count);
          expect(new Set(all[index]?.City.map((one) => one.CityID)).size).toBe(count);
        }
      }),
    );
  });
});
