import { describe, expect, it } from "vitest";
import { askedOf, filtersOf, initialDraft } from "../../src/shared/domain/list/asked-filters.ts";
import { askedByBar, chipsOf, draftOf, leftOff, openedOf, ownOf } from "../../src/web/pages/list/filter-codec.ts";
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

describe("askedByBar", () => {
  const eq = (field: string, value: unknown) => ({ field, operator: "eq" as const, value });

  it("takes the one value of a group as the bar would ask for it", () => {
    expect(askedByBar(ALL, [eq("Statu", 50), eq("busdate", "2026-11-21")])).toEqual([
      { field: "Statu", operator: "in", value: [50] },
      { field: "busdate", operator: "between", value: ["2026-11-21", "2026-11-21"] },
    ]);
  });

  it("leaves what the bar cannot show, or asks for by itself", () => {
    const left = [eq("Statu", 999), eq("gone", 1), eq("Isstop", false)];
    expect(askedByBar(ALL, left)).toEqual(left);
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

describe("what a list asks for", () => {
  const filters = [{ ...FILTERS.number, isNumber: true }, FILTERS.date, FILTERS.status];
  const ready = initialDraft(filters);
  const days = { field: "busdate", operator: "between", value: ["2026-10-22", "2026-11-21"] };
  const waits = { field: "_waits", operator: "eq", value: true };
  const number = { field: "Billid", operator: "contains", value: "JS01" };
  const none: ReadonlySet<string> = new Set();
  const opened = askedOf(filters, ready, { waits: true, own: none });

  it("lets a ready value hide nothing that waits", () => {
    expect(opened).toEqual([{ key: "busdate.between", operator: "or", value: [days, waits] }]);
    expect(askedOf(filters, ready, { waits: false, own: none })).toEqual([days]);
    expect(draftOf(filters, opened)).toEqual(ready);
    expect(chipsOf(filters, ready, openedOf(opened)).map(({ text }) => text)).toEqual(["2026-10-22 至 2026-11-21，待处理的不限"]);
  });

  it("keeps a value of the user's own alone", () => {
    const draft = { ...ready, "busdate.between": ["2026-01-01", "2026-01-31"] };
    const own = { ...days, value: ["2026-01-01", "2026-01-31"] };
    expect(askedOf(filters, draft, { waits: true, own: none })).toEqual([own]);
    expect(askedOf(filters, { ...draft, "Billid.contains": "JS01" }, { waits: true, own: none })).toEqual([number, own]);
  });

  it.each([true, false])("leaves ready values off where a number is asked for, waits: %s", (isWaiting) => {
    const draft = { ...ready, "Billid.contains": "JS01" };
    const asked = askedOf(filters, draft, { waits: isWaiting, own: none });
    expect(asked).toEqual([number]);
    expect(leftOff(filters, draftOf(filters, asked)).map(({ field }) => field)).toEqual(["busdate"]);
    expect(leftOff(filters, draftOf(filters, opened))).toEqual([]);
  });

  it("takes a ready value that was brought back as the user's own", () => {
    const draft = { ...ready, "Billid.contains": "JS01" };
    const asked = askedOf(filters, draft, { waits: true, own: new Set(["busdate.between"]) });
    expect(asked).toEqual([number, days]);
    // The address says so as well.
    expect(ownOf(filters, asked, true)).toContain("busdate.between");
    expect(ownOf(filters, asked, false)).toContain("busdate.between");
    expect(ownOf(filters, opened, true)).not.toContain("busdate.between");
    expect(ownOf(filters, [days as never], false)).not.toContain("busdate.between");
  });
});
