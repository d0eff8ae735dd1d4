import { describe, expect, it } from "vitest";
import { nameOf } from "../../src/web/api/download.ts";

describe("the manual's name", () => {
  it.each([
    ["attachment; filename=\"____.pdf\"; filename*=UTF-8''%E6%89%8B%E5%86%8C.pdf", "手册.pdf"],
    ["attachment; filename*=utf-8''a%20b%27.docx; size=3", "a b'.docx"],
    ['attachment; filename="plain.pdf"', "操作手册.pdf"],
    ["attachment; filename*=UTF-8''%E6%89", "操作手册.pdf"],
    ["", "操作手册.pdf"],
  ])("of %s", (disposition, name) => {
    expect(nameOf(disposition, "操作手册.pdf")).toBe(name);
  });
});
