import { describe, expect, it } from "vitest";
import { fitPageSize } from "../../src/shared/domain/list/page-size.ts";
import { ALL_ROWS } from "../../src/shared/protocol/list.ts";
import { pageSizeOptions } from "../../src/web/pages/list/use-list.ts";

describe("fitPageSize", () => {
  it.each([
    [900, false, 18],
    [900, true, 17],
    [1080, false, 23],
    [1080, true, 22],
    [200, true, 1],
  ])("a window of %i px, footer %s: %i rows", (height, hasFooter, rows) => expect(fitPageSize(height, hasFooter)).toBe(rows));
});

describe("pageSizeOptions", () => {
  const values = (fit: number, current: number) => pageSizeOptions(fit, current).map((option) => option.value);
  it("offers 1, 2, 5 and 10 times what fits, and all", () => expect(values(17, 17)).toEqual([17, 34, 85, 170, ALL_ROWS]));
  it("keeps a size from another window", () => expect(values(17, 20)).toEqual([17, 20, 34, 85, 170, ALL_ROWS]));
  it("names all once", () => expect(pageSizeOptions(17, ALL_ROWS).filter((option) => option.label === "全部")).toHaveLength(1));
});
