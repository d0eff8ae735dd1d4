import { expect, it } from "vitest";
import { PROGRAM } from "../../../src/server/features.ts";
import { loadModel } from "../../../src/server/registry/load-registry.ts";
import { closed, opened } from "../../../src/server/registry/vouched.ts";

// docs/decisions/125
it("what a build has made of the files is found again as it was, and nobody changes it", () => {
  const built = loadModel(".", PROGRAM);
  if (!built.ok) throw new Error("the registry is valid");
  const found = opened(closed(built.registry), PROGRAM.features);
  expect(found).toStrictEqual(built.registry);
  expect(found.code).toEqual(built.registry.code);
  expect(frozenIn(found)).toEqual(frozenIn(built.registry));
  // A name from the wire finds nothing in it.
  expect(Object.keys(found.entities).length).toBeGreaterThan(10);
  expect("constructor" in found.entities).toBe(false);
});

/** How many objects there are below a value, how many of them are frozen, and how many are dictionaries: each of them once. */
function frozenIn(value: unknown, seen = new Set<object>()): { all: number; frozen: number; dictionaries: number } {
  const found = { all: 0, frozen: 0, dictionaries: 0 };
  const look = (each: unknown): void => {
    if (typeof each !== "object" || each === null || seen.has(each)) return;
    seen.add(each);
    found.all += 1;
    if (Object.isFrozen(each)) found.frozen += 1;
    if (Object.getPrototypeOf(each) === null) found.dictionaries += 1;
    Object.values(each).forEach(look);
  };
  look(value);
  return found;
}
