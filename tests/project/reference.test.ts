import { expect, test } from "vitest";
import { referenceFiles, referenceText, rulesFile, rulesText } from "../../scripts/generate-docs.ts";
import { readSource } from "./source-files.ts";

test.each(["en", "zh"] as const)("the reference in %s is what the meta-schemas say: npm run generate:docs", (language) => {
  expect(readSource(referenceFiles[language])).toBe(referenceText(language));
});

test("the table of rules is what the checks are: npm run generate:docs", () => {
  expect(readSource(rulesFile)).toBe(rulesText());
  expect(rulesText()).not.toMatch(/\| {2}\|$/m);
});
