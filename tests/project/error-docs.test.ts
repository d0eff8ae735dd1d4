import { describe, expect, test } from "vitest";
import { ERRORS, type ErrorRow } from "../../src/shared/domain/error-catalogue.ts";
import { readCode, readSource, sourceFiles } from "./source-files.ts";

const CATALOGUE = "src/shared/domain/error-catalogue.ts";
const rows = Object.entries(ERRORS) as readonly [string, ErrorRow][];

const duration = (ms: number | null) => (ms === null ? "" : `${ms / 1000} s`);
const line = ([id, { situation, text, durationMs, effect }]: readonly [string, ErrorRow]) =>
  `| \`${id}\` | ${situation} | ${text ?? "its own message, else 请求错误"} | ${duration(durationMs)} | ${effect} |`;

describe("the error catalogue", () => {
  test("docs/errors.md shows every row as it is", () => {
    const shown = readSource("docs/errors.md")
      .split("\n")
      .filter((text) => text.startsWith("| `"));
    expect(shown).toEqual(rows.map(line));
  });

  test("its texts stand in no other source", () => {
    const texts = rows.flatMap(([, { text }]) => (text === null ? [] : [text]));
    const repeated = sourceFiles("src")
      .filter((file) => file !== CATALOGUE)
      .flatMap((file) => {
        const code = readCode(file);
        return texts.filter((text) => code.includes(text)).map((text) => `${file}: ${text}`);
      });
    expect(repeated).toEqual([]);
  });

  test("the default text stands once", () => {
    expect(sourceFiles("src").filter((file) => /["'`]请求错误/.test(readCode(file)))).toEqual(["src/shared/protocol/envelope.ts"]);
  });
});
