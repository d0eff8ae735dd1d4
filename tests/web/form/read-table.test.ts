import { describe, expect, it } from "vitest";
import { readTable } from "../../../src/web/pages/form/lines/use-line-paste.ts";

describe("a table on the clipboard", () => {
  it.each([
    [
      "a\tb\r\nc\td\r\n",
      [
        ["a", "b"],
        ["c", "d"],
      ],
    ],
    [
      "a\tb\nc\td",
      [
        ["a", "b"],
        ["c", "d"],
      ],
    ],
    ["a\rb", [["a"], ["b"]]],
    ["\tb\t\r\n", [["", "b", ""]]],
    ["a\t\tc", [["a", "", "c"]]],
    ["one", [["one"]]],
    ["", []],
    ["a\n\n \t \n", [["a"]]],
    ["a\n\nb", [["a"], [""], ["b"]]],
  ])("%j", (text, cells) => expect(readTable(text)).toEqual(cells));

  it.each([
    ['"two\nlines"\tb', [["two\nlines", "b"]]],
    ['"a ""quoted"" word"\tb', [['a "quoted" word', "b"]]],
    ['"with\ttab"\r\nb', [["with\ttab"], ["b"]]],
    ['""\tb', [["", "b"]]],
    // A quote that does not close the whole cell is a quote: 2.5" is a size.
    ['2.5"\t"x" y', [['2.5"', '"x" y']]],
    ['"open', [['"open']]],
  ])("keeps what stands in quotes together: %j", (text, cells) => expect(readTable(text)).toEqual(cells));

  it("reads 2000 rows at once", () => {
    const text = Array.from({ length: 2000 }, (_, index) => `G${index}\t${index}\t"备注"`).join("\r\n");
    const table = readTable(text);
    expect(table).toHaveLength(2000);
    expect(table[1999]).toEqual(["G1999", "1999", "备注"]);
  });
});
