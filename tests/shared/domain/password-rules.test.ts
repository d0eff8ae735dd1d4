import { describe, expect, it } from "vitest";
import { passwordProblems, passwordStrength } from "../../../src/shared/domain/password-rules.ts";

const CONTEXT = { userId: "buyer54", oldPassword: "Former-pass-1" };
const [LENGTH, NAME, DIFFERENT, OLD] = ["长度为 10 到 128 位", "不包含账号", "至少有 4 个不同的字符", "与原密码不同"];

describe("a new password", () => {
  it.each<[password: string, broken: string[]]>([
    ["Rain-over-2-hills", []],
    ["a1b2c3d5e6", []],
    ["onlyletters", []],
    ["8204719365", []],
    [`${"Ab1-".repeat(32)}`, []],
    [`${"Ab1-".repeat(32)}x`, [LENGTH]],
    ["Ab1-xyz89", [LENGTH]],
    ["密码密码密码密码密码", [DIFFERENT]],
    ["xxBUYER54x", [NAME]],
    ["aaaaaaaaa1", [DIFFERENT]],
    ["Former-pass-1", [OLD]],
    ["", [LENGTH, DIFFERENT]],
    ["buyer54", [LENGTH, NAME]],
  ])("%s breaks %j", (password, broken) => expect(passwordProblems(password, CONTEXT)).toEqual(broken));

  it("may contain a name too short to tell anything, but not be it", () => {
    expect(passwordProblems("Rains1-more-2", { userId: "s1", oldPassword: "" })).toEqual([]);
    expect(passwordProblems("S1", { userId: "s1", oldPassword: "" })).toContain(NAME);
  });

  it.each([
    ["Password1", 0],
    ["abcdefgh1234", 2],
    ["abcD12-efgh34", 3],
    ["aaaaaaaaaaaaaaab12", 1],
  ])("%s has strength %i", (password, strength) => expect(passwordStrength(password, CONTEXT)).toBe(strength));
});
