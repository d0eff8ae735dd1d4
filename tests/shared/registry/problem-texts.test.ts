import { describe, expect, it } from "vitest";
import { WRITTEN_SCHEMAS } from "../../../src/shared/registry/meta-schemas.ts";
import { formatProblem } from "../../../src/shared/registry/problem.ts";
import { DESCRIPTIONS_ZH } from "../../../src/shared/registry/problem-texts/descriptions.ts";
import { problemFormatter, toChinese } from "../../../src/shared/registry/problem-texts/translate.ts";
import zh from "../../../src/shared/registry/problem-texts/zh.json" with { type: "json" };

const PLACEHOLDER = /\{(\w+)\}/g;

describe("the Chinese descriptions of the meta-schemas", () => {
  it.each(Object.entries(WRITTEN_SCHEMAS))("of %s are those of its descriptions, all and no others", (name, schema) => {
    expect(Object.keys(DESCRIPTIONS_ZH[name] ?? {}).sort()).toEqual([...new Set(descriptionsOf(schema))].sort());
    expect(Object.values(DESCRIPTIONS_ZH[name] ?? {}).filter((text) => text.trim() === "")).toEqual([]);
  });
});

describe("the table of Chinese forms", () => {
  const forms = Object.values(zh.messages).flatMap((group) => Object.entries<string>(group));

  it("has each message once", () => {
    const messages = forms.map(([english]) => english);
    expect(messages.filter((english, index) => messages.indexOf(english) !== index)).toEqual([]);
  });

  it("uses each value of the message, and no other", () => {
    const namesOf = (text: string) => [...new Set([...text.matchAll(PLACEHOLDER)].map((match) => match[1]))].sort();
    expect(forms.filter(([english, chinese]) => namesOf(english).join() !== namesOf(chinese).join())).toEqual([]);
  });

  it("gives each message its own form, not that of a similar one", () => {
    const filled = (text: string) => text.replace(PLACEHOLDER, (_whole, name: string) => (name === "what" ? "thing" : `“${name}”9`));
    const wrong = forms.filter(([english, chinese]) => toChinese(filled(english)) !== filled(chinese));
    expect(wrong).toEqual([]);
  });
});

describe("a problem in Chinese", () => {
  const problem = { file: "schemas/modules/a/b.json", line: 3, column: 5, pointer: "/like", message: 'unknown archetype "bil"' };

  it("keeps its place, its names and its profile", () => {
    const told = problemFormatter("zh")({ ...problem, hint: 'did you mean "bill"?', profile: "plain" });
    expect(told).toBe("schemas/modules/a/b.json:3:5 /like 未知的原型“bil” [profile plain] (是否想写“bill”？)");
  });

  it("tells kinds of values in words, and what it does not know as it is", () => {
    expect(toChinese("must be text, a number or null, not an object")).toBe("必须是文字或数字或空，不能是对象");
    expect(toChinese('write a decimal such as "12.50", with at most 2 decimals')).toBe('写成 小数，如 "12.50"，最多 2 位小数');
    expect(problemFormatter("zh")({ ...problem, message: "no such text" })).toBe(formatProblem({ ...problem, message: "no such text" }));
    expect(problemFormatter("zh")({ ...problem, hint: "Two capitals, e.g. JS" })).toContain("(两个大写字母，如 JS)");
  });
});

function descriptionsOf(schema: unknown): string[] {
  if (Array.isArray(schema)) return schema.flatMap(descriptionsOf);
  if (typeof schema !== "object" || schema === null) return [];
  return Object.entries(schema).flatMap(([key, value]) =>
    key === "description" && typeof value === "string" ? [value] : descriptionsOf(value),
  );
}
