import { expect, test } from "vitest";
import { languageOf } from "../../src/server/base/language.ts";

test.each([
  ["zh", { LANG: "en_US.UTF-8" }, "zh"],
  ["en", { LANG: "zh_CN.UTF-8" }, "en"],
  ["fr", {}, null],
  [undefined, { LANG: "zh_CN.UTF-8" }, "zh"],
  [undefined, { LANG: "zh_CN.UTF-8", LC_ALL: "C" }, "en"],
  [undefined, { LC_MESSAGES: "zh-TW", LANG: "en_GB" }, "zh"],
  [undefined, { LANG: "zhx" }, "en"],
] as const)("asked for %s in the locale %j, a script speaks %s", (asked, env, language) => {
  expect(languageOf(asked, env)).toBe(language);
});
