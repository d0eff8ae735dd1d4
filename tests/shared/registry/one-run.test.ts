import { describe, expect, it } from "vitest";
import { buildMinimal, problemLines } from "./minimal.ts";

const BILL = "schemas/entities/bill.json";
const BILLS = "schemas/modules/bills/bills.json";

describe("one run tells everything", () => {
  it("in a file with slips of its form also what is wrong with its meaning", () => {
    const result = buildMinimal(
      [BILL, ["fields", "Total", "lenght"], 20],
      [BILL, ["fields", "tel", "length"], "20"],
      [BILL, ["fields", "amount", "type"], "quantty"],
      [BILL, ["fields", "boxes", "min"], 100],
      [BILL, ["label"], "Bilid"],
      [BILLS, ["columns", 1], { field: "busdate", format: "dat" }],
      [BILLS, ["filters", 0], "Bilid"],
      ["schemas/shared/messages.json", [], "{"],
    );
    expect(problemLines(result)).toEqual([
      'entities/bill.json /fields/amount/type unknown type "quantty" (did you mean "quantity"?)',
      'entities/bill.json /fields/Total/lenght unknown property "lenght" (did you mean "length"?)',
      'entities/bill.json /fields/tel/length must be a whole number or a list, not "20"',
      "entities/bill.json /fields/boxes/min no value is at least 100 and at most 99",
      'entities/bill.json /label unknown field "Bilid" of Bill (did you mean "Billid"?)',
      'modules/bills/bills.json /columns/1/format unknown format "dat" (did you mean "date"?)',
      'modules/bills/bills.json /filters/0 unknown field "Bilid" of Bill (did you mean "Billid"?)',
      "shared/messages.json / syntax error: a closing } is missing",
    ]);
  });

  it("and nothing that only follows from a slip of form", () => {
    expect(problemLines(buildMinimal([BILL, ["fields", "GroupId", "too"], "Group"], [BILL, ["fields", "GroupId", "to"]]))).toEqual([
      'entities/bill.json /fields/GroupId/too unknown property "too" (did you mean "to"?)',
    ]);
    expect(problemLines(buildMinimal([BILL, ["fields", "Paid", "vals"], []], [BILL, ["fields", "Paid", "values"]]))).toHaveLength(1);
    expect(problemLines(buildMinimal([BILLS, ["audience"], "shop"]))).toHaveLength(1);
  });

  it("of a file with thousands of slips a hundred, and how many more there are", () => {
    const fields = Object.fromEntries(Array.from({ length: 400 }, (_, index) => [`f${index}`, { title: 5, type: "int" }]));
    const lines = problemLines(buildMinimal([BILL, ["fields"], fields]));
    expect(lines).toHaveLength(101);
    expect(lines).toContain("entities/bill.json / and 300 more problems of its form");
  });
});
