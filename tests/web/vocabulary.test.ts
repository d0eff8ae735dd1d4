import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { CHECKS } from "../../src/shared/domain/checks.ts";
import { BUILT_IN_ACTIONS } from "../../src/shared/registry/build/actions.ts";
import type { RawShared } from "../../src/shared/registry/generated/raw.ts";

const FILE = new URL("../../schemas/shared/vocabulary.json", import.meta.url);
const vocabulary = JSON.parse(readFileSync(FILE, "utf8")) as Required<RawShared>;

describe("the vocabulary", () => {
  it("has code for each check, and no more of it", () => {
    expect(Object.keys(CHECKS).toSorted()).toEqual(Object.keys(vocabulary.checks).toSorted());
  });

  it("names every right that the engine asks for by itself", () => {
    const asked = ["query", "export", "print", ...Object.values(BUILT_IN_ACTIONS).map(({ functionKey }) => functionKey)];
    expect(asked.filter((key) => !Object.hasOwn(vocabulary.functions, key))).toEqual([]);
  });
});
