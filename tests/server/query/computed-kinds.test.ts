import { expect, test } from "vitest";
import { COMPUTED } from "../../../src/server/query/computed-kinds.ts";
import { definition } from "../../../src/shared/registry/word.ts";

const said = new Map(definition("entity", "computed").parts());

test("what exists only after reading has no expression in SQL, and all else has one", () => {
  const inSql = Object.fromEntries(Object.entries(COMPUTED).map(([kind, def]) => [kind, "sql" in def]));
  expect(inSql).toEqual(Object.fromEntries([...said].map(([kind, word]) => [kind, !word.isAfterReading])));
});

test("every kind comes from the row's own cells, or from other rows", () => {
  expect(Object.entries(COMPUTED).filter(([, def]) => "fromRow" in def === "fromOthers" in def)).toEqual([]);
});
