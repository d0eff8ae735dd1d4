import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { CellError, cellFromWire } from "../../../src/shared/domain/cell.ts";
import { passwordProblems } from "../../../src/shared/domain/password-rules.ts";
import { hiddenIn, keptCode, keptPassword, keptText, withoutHidden } from "../../../src/shared/domain/plain-text.ts";
import { HARMLESS, HIDDEN } from "../../fixtures/hidden-texts.ts";

const field = { type: "string", codeType: "text", length: null } as const;

describe("a text from outside", () => {
  it.each(HIDDEN)("with %j is refused, and the character is named", (character, name) => {
    for (const text of [`甲${character}乙`, `${character}A1`, `A1${character}`]) {
      expect(hiddenIn(text)).toBe(`含有不允许的字符：${name}`);
      expect(() => cellFromWire(field, text)).toThrow(new CellError(`含有不允许的字符：${name}`));
      expect(hiddenIn(withoutHidden(text))).toBeNull();
    }
  });

  it("names each once, in their order, and at most five", () => {
    expect(hiddenIn("6222 \u202e4321\u200b 8765\u202e")).toBe("含有不允许的字符：U+202E 从右到左覆盖、U+200B 零宽空格");
    expect(hiddenIn("\u200b\u200c\u200e\u200f\u202a\u202b")).toBe(
      "含有不允许的字符：U+200B 零宽空格、U+200C 零宽不连字、U+200E 从左到右标记、U+200F 从右到左标记、U+202A 从左到右嵌入 等",
    );
  });

  it.each(HARMLESS)("%s is kept to the byte, in NFC", (_what, text) => {
    expect(hiddenIn(text)).toBeNull();
    expect(cellFromWire(field, text)).toBe(text.normalize("NFC"));
    expect(withoutHidden(text)).toBe(text);
  });

  it("what joins two pictures joins nothing else", () => {
    expect(hiddenIn("账\u200d号")).toBe("含有不允许的字符：U+200D 零宽连字");
    expect(hiddenIn("👨\u200d")).toBe("含有不允许的字符：U+200D 零宽连字");
    expect(hiddenIn("6222\ufe0f")).toBe("含有不允许的字符：U+FE0F 异体字选择符");
    expect(hiddenIn("a\u{e0100}")).toBe("含有不允许的字符：U+E0100 异体字选择符");
    expect(hiddenIn("🏴\u{e0067}\u{e0062}")).toContain("U+E0067 标签字符");
  });

  it("is whole afterwards, whatever it was", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        expect(hiddenIn(withoutHidden(text))).toBeNull();
        if (hiddenIn(text) === null) expect([withoutHidden(text), hiddenIn(keptText(text))]).toEqual([text, null]);
      }),
    );
  });
});

describe("a code", () => {
  it("has usual letters and digits, however it was typed", () => {
    expect(keptCode("ＵＳＥＲ－０１＠ｅｘａｍｐｌｅ．ｃｏｍ")).toBe("USER-01@example.com");
    expect(cellFromWire({ ...field, isIdentity: true }, "Ｇ０１")).toBe("G01");
    expect(cellFromWire({ ...field, check: "bankAccount" }, "６２２２　００００")).toBe("6222 0000");
  });
  it("only; a name keeps its width", () => expect(cellFromWire(field, "Ａ级（甲）")).toBe("Ａ级（甲）"));
});

describe("a password", () => {
  const none = { userId: "somebody", oldPassword: "" };
  it("is the same in every form of its letters, with every blank", () => {
    expect(keptPassword("Re\u0301mi\u3000 2026")).toBe("R\u00e9mi  2026");
  });
  it("has nothing that cannot be seen, from now on", () => {
    expect(passwordProblems("correct\u200bhorse7", none)).toEqual(["不含有不允许的字符：U+200B 零宽空格"]);
    expect(passwordProblems("correct马horse7", none)).toEqual([]);
  });
});
