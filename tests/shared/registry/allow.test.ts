import { describe, expect, it } from "vitest";
import { buildMinimal, problemLines } from "./minimal.ts";

const ENUMS = "schemas/shared/enums.json";
const BILL = "schemas/entities/bill.json";
const SPARE = [ENUMS, ["enums", "Spare"], [{ code: 1, title: "一" }]] as const;

describe("a warning that is meant", () => {
  it("is justified in its file, around its place", () => {
    expect(problemLines(buildMinimal(SPARE, [ENUMS, ["allow"], { "idle-names": "for the next release" }]))).toEqual([]);
  });

  it("is justified there and nowhere else", () => {
    const lines = problemLines(buildMinimal(SPARE, [BILL, ["allow", "idle-names"], "no"]));
    expect(lines).toEqual([
      'entities/bill.json /allow/idle-names nothing here breaks "idle-names": it allows nothing [warning idle-allow] (leave it out)',
      "shared/enums.json /enums/Spare no field has this list of codes [warning idle-names] (leave it out)",
    ]);
  });

  it("may be that of one transition", () => {
    const unpressed = ["schemas/modules/bills/bills.json", ["actions", 0]] as const;
    const allow = { "pressed-transitions": "by a call of another program" };
    expect(problemLines(buildMinimal(unpressed, [BILL, ["states", "Statu", "transitions", "audit", "allow"], allow]))).toEqual([]);
    expect(problemLines(buildMinimal(unpressed, [BILL, ["states", "Statu", "transitions", "finish", "allow"], allow]))).toHaveLength(2);
  });

  it("has a name that is there, and is no error", () => {
    expect(problemLines(buildMinimal([ENUMS, ["allow"], { "idle-nmes": "x", "machine-ways": "x" }]))).toEqual([
      'shared/enums.json /allow/idle-nmes unknown rule "idle-nmes" (did you mean "idle-names"?)',
      'shared/enums.json /allow/machine-ways what breaks "machine-ways" is an error and cannot be allowed',
    ]);
  });

  it("gives a reason", () => {
    expect(problemLines(buildMinimal([ENUMS, ["allow"], { "idle-names": "" }]))).toEqual([
      "shared/enums.json /allow/idle-names must not be empty",
    ]);
  });
});

describe("a problem", () => {
  it("names its rule, whatever it is", () => {
    const broken = [
      buildMinimal(["schemas/overlays/plain.json", [], "{"]),
      buildMinimal([BILL, ["fields", "Total", "type"], "mony"]),
      buildMinimal(["schemas/modules/bills/lines.json", ["like"], "qery"]),
      buildMinimal([BILL, ["fields", "Total", "lenght"], 2]),
      buildMinimal(["modules.json", []]),
    ];
    const rules = broken.map((result) => (result.ok ? [] : result.problems.map(({ rule }) => rule)));
    expect(rules).toEqual([["json-syntax"], ["unknown-value"], ["whole-file"], ["unknown-property"], ["known-file"]]);
  });

  it("and a warning leave the registry as it is: only an error keeps it from being built", () => {
    const result = buildMinimal(SPARE);
    expect(result.ok && result.warnings.map(({ rule, level }) => [rule, level])).toEqual([["idle-names", "warning"]]);
  });
});
