import { describe, expect, it } from "vitest";
import { chipsOf, draftOf, filtersOf, initialDraft } from "../../src/web/pages/list/filter-codec.ts";
import { FILTERS, screenFilter } from "./screen-filters.ts";

const ALL = Object.values(FILTERS);

describe("filtersOf", () => {
  it("trims texts and leaves out empty ones", () => {
    expect(filtersOf(ALL, { "Billid.contains": "  JS01 " })).toEqual([{ field: "Billid", operator: "contains", value: "JS01" }]);
    expect(filtersOf(ALL, { "Billid.contains": "   ", "Statu.in": [], "TotalMoney.gte": "" })).toEqual([]);
  });

  it("sends choices with the type of their options", () => {
    expect(filtersOf(ALL, { "Statu.in": ["50", "0"] })).toEqual([{ field: "Statu", operator: "in", value: [50, 0] }]);
  });

  it("sends the last choice of a filter that compares with one value", () => {
    const one = screenFilter({ ...FILTERS.status, operator: "eq" });
    expect(filtersOf([one], { "Statu.eq": [0, 50] })).toEqual([{ field: "Statu", operator: "eq", value: 50 }]);
  });

  it("keeps numbers as digits", () => {
    expect(filtersOf(ALL, { "TotalMoney.gte": "0012345678901234567.10" })).toEqual([
      { field: "TotalMoney", operator: "gte", value: "12345678901234567.1" },
    ]);
    expect(filtersOf(ALL, { "TotalMoney.gte": "100" })[0]).toMatchObject({ value: "100" });
    expect(filtersOf(ALL, { "TotalMoney.gte": "0" })[0]).toMatchObject({ value: "0" });
  });

  it("needs both ends of a range", () => {
    expect(filtersOf(ALL, { "Bala_sum.between": ["1", null] })).toEqual([]);
    expect(filtersOf(ALL, { "Bala_sum.between": ["1", "2.50"] })).toEqual([
      { field: "Bala_sum", operator: "between", value: ["1", "2.5"] },
    ]);
  });

  it("sends false of a flag", () => {
    expect(filtersOf(ALL, { "Isstop.eq": false })).toEqual([{ field: "Isstop", operator: "eq", value: false }]);
  });
});

describe("draftOf", () => {
  it("takes what the screen has and drops the rest", () => {
    const draft = draftOf(ALL, [
      { field: "Billid", operator: "contains", value: "JS" },
      { field: "Billid", operator: "eq", value: "other operator" },
      { field: "gone", operator: "eq", value: 1 },
      { field: "busdate", operator: "between", value: ["2026-13-01", "x"] },
      { field: "Statu", operator: "in", value: [50, 999] },
    ]);
    expect(filtersOf(ALL, draft)).toEqual([
      { field: "Billid", operator: "contains", value: "JS" },
      { field: "Statu", operator: "in", value: [50] },
    ]);
  });
});

describe("initialDraft", () => {
  it("holds the ready values", () => {
    expect(filtersOf(ALL, initialDraft(ALL))).toEqual([{ field: "busdate", operator: "between", value: ["2026-10-22", "2026-11-21"] }]);
  });
});

describe("chipsOf", () => {
  it("describes what is in force", () => {
    const draft = { ...initialDraft(ALL), "Statu.in": [0, 50], "Isstop.eq": true, "Bala_sum.between": ["1", "2"] };
    expect(chipsOf(ALL, draft).map(({ title, text }) => `${title}：${text}`)).toEqual([
      "业务日期：2026-10-22 至 2026-11-21",
      "状态：录入、已确认",
      "应付：1 ~ 2",
      "停付：是",
    ]);
  });
});
