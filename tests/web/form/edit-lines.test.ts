import { describe, expect, it } from "vitest";
import { stepCell } from "../../../src/web/pages/form/lines/use-line-keys.ts";
import { editLines, type LinesEdit } from "../../../src/web/pages/form/state/edit-lines.ts";
import { LINE_COLUMNS, LINE_FIELDS, line } from "./fields.ts";

const LINES = [
  line("a", { Id: 1, item: "G1", count: "1" }),
  line("b", { Id: 2, item: "G2", count: "2" }),
  line("c", { Id: 3, item: "G3" }),
];
const edit = (change: LinesEdit, lines = LINES) => editLines(LINE_FIELDS, lines, change);
const keys = (lines: readonly { key: string }[]) => lines.map(({ key }) => key);

describe("the lines of a document", () => {
  it("writes one line and leaves the others the objects they were", () => {
    const after = edit({ kind: "write", key: "b", writing: { field: "count", value: "9" } });
    expect(after[1]?.values).toMatchObject({ Id: 2, item: "G2", count: "9" });
    expect(after[0]).toBe(LINES[0]);
    expect(after[2]).toBe(LINES[2]);
  });

  it("inserts below a line, or at the end", () => {
    expect(keys(edit({ kind: "insert", after: "a", as: "n" }))).toEqual(["a", "n", "b", "c"]);
    expect(keys(edit({ kind: "insert", after: null, as: "n" }))).toEqual(["a", "b", "c", "n"]);
  });

  it("duplicates values, never the id", () => {
    const after = edit({ kind: "duplicate", key: "b", as: "n" });
    expect(keys(after)).toEqual(["a", "b", "n", "c"]);
    expect(after[2]?.values).toMatchObject({ item: "G2", count: "2" });
    expect(after[2]?.values.Id).toBeUndefined();
  });

  it("moves a line by one, and not beyond the ends", () => {
    expect(keys(edit({ kind: "move", key: "b", by: -1 }))).toEqual(["b", "a", "c"]);
    expect(keys(edit({ kind: "move", key: "b", by: 1 }))).toEqual(["a", "c", "b"]);
    expect(edit({ kind: "move", key: "a", by: -1 })).toBe(LINES);
    expect(edit({ kind: "move", key: "c", by: 1 })).toBe(LINES);
  });

  it("deletes several at once", () => expect(keys(edit({ kind: "delete", keys: ["a", "c"] }))).toEqual(["b"]));

  it("pastes over lines that are there and adds those that are missing", () => {
    const rows = ["b", "c", "n"].map((key, index) => ({ key, writings: [{ field: "count", value: String(index + 5) }] }));
    const after = edit({ kind: "paste", rows });
    expect(keys(after)).toEqual(["a", "b", "c", "n"]);
    expect(after.map(({ values }) => values.count)).toEqual(["1", "5", "6", "7"]);
  });

  it("resolves codes of lines that are still there only", () => {
    const rows = [
      { key: "a", writings: [{ field: "item", value: "G9", fill: { itemName: "九" } }] },
      { key: "gone", writings: [{ field: "item", value: "G8" }] },
    ];
    const after = edit({ kind: "resolve", rows });
    expect(keys(after)).toEqual(["a", "b", "c"]);
    expect(after[0]?.values).toMatchObject({ item: "G9", itemName: "九" });
  });

  it("replaces all by proposed rows", () => {
    const after = edit({ kind: "replace", rows: [{ item: "G7", count: "3" }] });
    expect(after).toHaveLength(1);
    expect(after[0]?.values).toMatchObject({ item: "G7", count: "3", price: null });
  });
});

describe("the cursor in the lines", () => {
  const step = (key: string, name: string, way: "next" | "up" | "down") => stepCell(LINES, LINE_COLUMNS, { key, field: name }, way);

  it("goes to the next value that can be written, then to the next line, then beyond", () => {
    expect(step("a", "item", "next")).toEqual({ key: "a", field: "count" });
    expect(step("a", "price", "next")).toEqual({ key: "a", field: "day" });
    expect(step("a", "day", "next")).toEqual({ key: "b", field: "item" });
    expect(step("c", "day", "next")).toBeNull();
  });

  it("goes up and down in its column", () => {
    expect(step("b", "price", "up")).toEqual({ key: "a", field: "price" });
    expect(step("b", "price", "down")).toEqual({ key: "c", field: "price" });
    expect(step("a", "price", "up")).toBeNull();
  });
});
