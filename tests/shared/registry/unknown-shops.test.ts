import { describe, expect, it } from "vitest";
import { unknownShops } from "../../../src/shared/registry/checks/unknown-shops.ts";
import { buildMinimal, type Edit, minimalFiles, problemLines } from "./minimal.ts";

const STRICT = "schemas/overlays/strict.json";
const DESK = "schemas/modules/system/desk.json";
const GROUPS = "schemas/modules/system/groups.json";

/** The warnings for the small registry, edited, where these shops are there. */
const told = (shops: readonly string[], ...edits: readonly Edit[]) => {
  const result = buildMinimal(...edits);
  if (!result.ok) return problemLines(result);
  return problemLines({ ...result, warnings: unknownShops(minimalFiles(...edits), shops) });
};

describe("a shop that files name", () => {
  it("is told where no row has it, with the numbers there are while they can be read", () => {
    expect(told(["0000000054"])).toEqual([]);
    expect(told(["0000000055", "0000000001"])).toEqual([
      "overlays/strict.json /shops/0 no shop has the number 0000000054 [warning known-shops] (known: 0000000001, 0000000055)",
    ]);
    const many = Array.from({ length: 20 }, (_, index) => String(1_000_000_000 + index));
    expect(told(many)).toEqual(["overlays/strict.json /shops/0 no shop has the number 0000000054 [warning known-shops]"]);
  });

  it("may come later: before the first shop is there nothing is told", () => {
    expect(told([])).toEqual([]);
  });

  it("is told in a condition, too", () => {
    const when: Edit = [DESK, ["todos", 0, "when"], { actor: ["SHOP_ID", "0000000077"] }];
    expect(told(["0000000054", "0000000077"], when)).toEqual([]);
    expect(told(["0000000054"], when)).toEqual([
      "modules/system/desk.json /todos/0/when/actor/1 no shop has the number 0000000077 [warning known-shops] (known: 0000000054)",
    ]);
    const where: Edit = [GROUPS, ["where"], { in: ["SHOP_ID", ["0000000054", "0000000077"]] }];
    expect(told(["0000000054"], where)).toEqual([
      "modules/system/groups.json /where/in/1/1 no shop has the number 0000000077 [warning known-shops] (known: 0000000054)",
    ]);
  });

  it("may be meant", () => {
    const allow = { "known-shops": "opens in spring" };
    expect(told(["0000000001"], [STRICT, ["allow"], allow])).toEqual([]);
    // Whether it allows anything, the files cannot say.
    expect(problemLines(buildMinimal([STRICT, ["allow"], allow]))).toEqual([]);
  });
});
