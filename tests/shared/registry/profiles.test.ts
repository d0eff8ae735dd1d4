import { describe, expect, it } from "vitest";
import { buildMinimal, minimalRegistry, problemLines } from "./minimal.ts";

const STRICT = "schemas/overlays/strict.json";
const PATCH = ["modules", "101"] as const;

describe("profiles", () => {
  it("have every flag, their own or the default", () => {
    const { profiles, shopProfiles } = minimalRegistry();
    expect({ ...profiles.strict?.flags }).toEqual({ strict: true, terms: "open", paths: [] });
    expect({ ...profiles.plain?.flags }).toEqual({ strict: false, terms: "open", paths: [] });
    expect({ ...shopProfiles }).toEqual({ "0000000054": "strict" });
  });

  it("have every module, patched or as it is", () => {
    const { profiles, modules } = minimalRegistry();
    expect(profiles.strict?.modules["101"]?.columns.map(({ field }) => field)).toEqual([
      "Billid",
      "busdate",
      "Provider",
      "amount",
      "Total",
      "tax",
      "Statu",
    ]);
    expect(profiles.strict?.modules["101"]?.labels.Statu?.map(({ text }) => text)).toEqual(["录入", "审核", "完成"]);
    expect(profiles.strict?.modules["101"]?.sections).toEqual(modules["101"]?.sections);
    expect(profiles.strict?.modules["102"]).toBe(modules["102"]);
    expect(profiles.plain?.modules["101"]).toBe(modules["101"]);
  });

  it("have a page only where its condition holds", () => {
    const { profiles, modules } = minimalRegistry(["schemas/modules/bills/lines.json", ["when"], { flag: ["strict", true] }]);
    expect(Object.keys(profiles.strict?.modules ?? {})).toEqual(["101", "102", "103", "201", "202", "203"]);
    expect(Object.keys(profiles.plain?.modules ?? {})).toEqual(["101", "103", "201", "202", "203"]);
    expect(modules["102"]?.when).toEqual({ flag: ["strict", true] });
  });

  it("include plain also where no file says so", () => {
    const { profiles } = minimalRegistry(
      ["schemas/overlays/plain.json", []],
      [STRICT, []],
      ["schemas/shared/vocabulary.json", ["flags"]],
      ["schemas/entities/bill.json", ["states", "Statu", "transitions", "audit", "guards"], []],
    );
    expect(Object.keys(profiles)).toEqual(["plain"]);
    expect(Object.keys(profiles.plain?.modules ?? {})).toEqual(["101", "102", "103", "201", "202", "203"]);
  });
});

describe("a patch that breaks its module", () => {
  it("is told in the overlay where the overlay says it", () => {
    expect(problemLines(buildMinimal([STRICT, [...PATCH, "columns", "Bilid"], "add"]))).toEqual([
      'overlays/strict.json /modules/101/columns/Bilid unknown field "Bilid" of Bill (did you mean "Billid"?)',
    ]);
    expect(problemLines(buildMinimal([STRICT, [...PATCH, "page"], "advise"]))).toEqual([
      'overlays/strict.json /modules/101/page unknown hand-written page "advise" (did you mean "advice"?)',
    ]);
    expect(problemLines(buildMinimal([STRICT, [...PATCH, "columns"], null]))).toEqual([
      'overlays/strict.json /modules/101/columns "columns" is missing',
    ]);
  });

  it("is told with the profile's name where it breaks what the module's own file says", () => {
    expect(problemLines(buildMinimal([STRICT, [...PATCH, "hide"], { supplier: { amount: "add" } }]))).toEqual([
      "modules/bills/bills.json /footer/sums/1/field the sum is of amount, which is hidden from the supplier [profile strict]",
    ]);
  });

  it("is not told what is wrong in the module's own file as well", () => {
    expect(problemLines(buildMinimal(["schemas/modules/bills/bills.json", ["filters", 0], "Bilid"]))).toEqual([
      'modules/bills/bills.json /filters/0 unknown field "Bilid" of Bill (did you mean "Billid"?)',
    ]);
  });
});
