import { describe, expect, it } from "vitest";
import { nextSorters } from "../../src/web/pages/list/use-list.ts";

const INITIAL = [{ field: "Id", order: "desc" as const }];

describe("nextSorters", () => {
  it("replaces the screen's own order by the first click", () => {
    expect(nextSorters(INITIAL, { columnKey: "busdate", order: "ascend" }, INITIAL)).toEqual([{ field: "busdate", order: "asc" }]);
  });

  it("puts the column just clicked first", () => {
    const reported = [
      { columnKey: "busdate", order: "ascend" as const },
      { columnKey: "TotalMoney", order: "descend" as const },
    ];
    expect(nextSorters([{ field: "busdate", order: "asc" }], reported, INITIAL)).toEqual([
      { field: "TotalMoney", order: "desc" },
      { field: "busdate", order: "asc" },
    ]);
  });

  it("drops a column clicked off and keeps the order of the others", () => {
    const previous = ["c", "b", "a"].map((field) => ({ field, order: "asc" as const }));
    const reported = ["a", "c"].map((columnKey) => ({ columnKey, order: "ascend" as const }));
    expect(nextSorters(previous, reported, INITIAL).map((sort) => sort.field)).toEqual(["c", "a"]);
  });

  it("returns to the screen's own order when nothing is sorted", () => {
    expect(nextSorters([{ field: "busdate", order: "desc" }], { columnKey: "busdate", order: null }, INITIAL)).toEqual(INITIAL);
  });

  it("sorts by no more than the server's five fields", () => {
    const reported = ["a", "b", "c", "d", "e", "f"].map((columnKey) => ({ columnKey, order: "ascend" as const }));
    expect(nextSorters([], reported, INITIAL)).toHaveLength(5);
  });
});
