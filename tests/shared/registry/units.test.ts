import { describe, expect, it } from "vitest";
import { textHash } from "../../../src/shared/build-registry.ts";
import { mergePatch } from "../../../src/shared/registry/merge-patch.ts";
import { didYouMean, didYouMeanOrList } from "../../../src/shared/registry/nearest.ts";
import { sortProblems } from "../../../src/shared/registry/problem.ts";

describe("mergePatch", () => {
  // The examples of RFC 7386, appendix A.
  it.each([
    ['{"a":"b"}', '{"a":"c"}', '{"a":"c"}'],
    ['{"a":"b"}', '{"b":"c"}', '{"a":"b","b":"c"}'],
    ['{"a":"b"}', '{"a":null}', "{}"],
    ['{"a":"b","b":"c"}', '{"a":null}', '{"b":"c"}'],
    ['{"a":["b"]}', '{"a":"c"}', '{"a":"c"}'],
    ['{"a":"c"}', '{"a":["b"]}', '{"a":["b"]}'],
    ['{"a":{"b":"c"}}', '{"a":{"b":"d","c":null}}', '{"a":{"b":"d"}}'],
    ['{"a":[{"b":"c"}]}', '{"a":[1]}', '{"a":[1]}'],
    ['["a","b"]', '["c","d"]', '["c","d"]'],
    ['{"a":"b"}', '["c"]', '["c"]'],
    ['{"a":"foo"}', "null", "null"],
    ['{"a":"foo"}', '"bar"', '"bar"'],
    ['{"e":null}', '{"a":1}', '{"e":null,"a":1}'],
    ["[1,2]", '{"a":"b","c":null}', '{"a":"b"}'],
    ["{}", '{"a":{"bb":{"ccc":null}}}', '{"a":{"bb":{}}}'],
  ])("%s with %s is %s", (target, patch, merged) => {
    expect(JSON.parse(JSON.stringify(mergePatch(JSON.parse(target), JSON.parse(patch))))).toEqual(JSON.parse(merged));
  });

  it("changes neither of the two", () => {
    const target = { a: { b: 1 }, c: 2 };
    mergePatch(target, { a: { b: 2 }, c: null });
    expect(target).toEqual({ a: { b: 1 }, c: 2 });
  });
});

describe("didYouMean", () => {
  it.each([
    ["mony", ["money", "date"], 'did you mean "money"?'],
    ["balance", ["Balance", "BalancePay"], 'did you mean "Balance"?'],
    ["integer", ["id", "int", "bool"], 'did you mean "int"?'],
    ["zzz", ["money", "date"], undefined],
    ["x", [], undefined],
  ])("%s among %j", (name, valid, hint) => {
    expect(didYouMean(name, valid)).toBe(hint);
  });

  it("lists what there is where nothing is near and the list is short", () => {
    expect(didYouMeanOrList("zzz", ["money", "date"])).toBe("known: money, date");
    expect(
      didYouMeanOrList(
        "zzz",
        Array.from({ length: 40 }, (_, index) => `name${index}`),
      ),
    ).toBeUndefined();
  });
});

describe("textHash", () => {
  it("changes with every text and with where it ends, and stays the same otherwise", () => {
    const hashes = [["ab", "c"], ["a", "bc"], ["abc"], ["abc", ""], ["abd"], []].map(textHash);
    expect(new Set(hashes).size).toBe(hashes.length);
    expect(textHash(["ab", "c"])).toBe(hashes[0]);
    expect(hashes.every((hash) => /^[0-9a-f]{16}$/.test(hash))).toBe(true);
  });
});

describe("sortProblems", () => {
  it("sorts by file, line and column and tells each problem once, without a profile where it is not the profile's fault", () => {
    const at = (file: string, line: number, column: number) => ({ file, line, column, pointer: "", message: "wrong" });
    const problems = [{ ...at("b", 1, 1), profile: "strict" }, at("b", 10, 1), at("b", 2, 9), at("b", 2, 1), at("a", 9, 9), at("b", 1, 1)];
    expect(sortProblems(problems)).toEqual([at("a", 9, 9), at("b", 1, 1), at("b", 2, 1), at("b", 2, 9), at("b", 10, 1)]);
  });
});
