import { describe, expect, it } from "vitest";
import { placeTable } from "../../../src/web/pages/form/lines/use-line-paste.ts";
import { LINE_COLUMNS } from "./fields.ts";

const place = (table: string[][], at = "item") => placeTable(table, LINE_COLUMNS, at);
const values = ({ rows }: ReturnType<typeof placeTable>) =>
  rows.map((row) => Object.fromEntries(row.map(({ field, value }) => [field, value])));

describe("where a pasted table goes", () => {
  it("goes by the titles in its first row, in any order, over columns it does not know", () => {
    const placed = place([
      ["单价", "未知", "商品编码"],
      ["1,234.50", "x", "G1"],
    ]);
    expect(values(placed)).toEqual([{ price: "1234.50", item: "G1" }]);
    expect(placed.fields.map(({ name }) => name)).toEqual(["price", "item"]);
  });

  it("never writes a column that is calculated, even when its title is there", () => {
    expect(
      values(
        place([
          ["商品编码", "金额"],
          ["G1", "9"],
        ]),
      ),
    ).toEqual([{ item: "G1" }]);
  });

  it("fills the columns to be written from the cursor on", () => {
    expect(
      values(
        place([
          ["G1", "3", "2.5"],
          ["G2", "4"],
        ]),
      ),
    ).toEqual([
      { item: "G1", count: "3", price: "2.5" },
      { item: "G2", count: "4" },
    ]);
    expect(values(place([["7", "8"]], "count"))).toEqual([{ count: "7", price: "8" }]);
  });

  it("takes a table that is wider than those as copied from here: calculated columns are passed over", () => {
    expect(values(place([["G1", "名称", "3", "2", "6", "2025/6/1"]]))).toEqual([{ item: "G1", count: "3", price: "2", day: "2025-06-01" }]);
  });

  it("tells how many columns had no place", () => {
    expect(place([["1", "2", "3"]], "day").dropped).toBe(2);
    expect(place([["G1", "3"]]).dropped).toBe(0);
  });

  it("keeps what it cannot read, for the check to complain of, and empties what is blank", () => {
    expect(values(place([["G1", "三", ""]]))).toEqual([{ item: "G1", count: "三", price: null }]);
  });
});
