import { existsSync } from "node:fs";
import { join } from "node:path";
import { type ESTree, parseSync, Visitor } from "vite";
import { describe, expect, test } from "vitest";
import { ROOT, readSource } from "./source-files.ts";

const SHOWN = /^`(tests\/[\w./-]+)`: "([^"]+)"$/;
const VERDICTS = ["met", "not met", "not applicable"];
/** A requirement (6.3.3), or the ends of a run of them that are answered alike (10.1.1–10.7.3). */
const ID = /^\d{1,2}\.\d\.\d{1,2}(–\d{1,2}\.\d\.\d{1,2})?$/;
/** Where something is shown: a path, or a decision. */
const PLACE = /`[\w.-]+[/.][\w./-]+`|docs\/decisions\/\d\d/;
const SAID = expect.stringMatching(/^\S/);

describe("SECURITY.md", () => {
  const rows = tablesBelow("SECURITY.md", "Promises and their tests");

  test("promises each thing once, with the file of a test and a title in it", () => {
    expect(rows.length).toBeGreaterThan(50);
    for (const row of rows) expect(row).toEqual([SAID, expect.stringMatching(SHOWN)]);
    expect(new Set(rows.map(([promise]) => promise)).size).toBe(rows.length);
  });

  test.each(rows)("%s: %s", (_promise, shown = "") => {
    const [, file = "", title = ""] = SHOWN.exec(shown) ?? [];
    expect(existsSync(join(ROOT, file)), `${file} is not there`).toBe(true);
    expect(titlesOf(file), `no test that runs has this title in ${file}`).toContain(title);
  });
});

describe("docs/security-asvs.md", () => {
  const DOC = "docs/security-asvs.md";
  const rows = tablesBelow(DOC, "ASVS 5.0, level 2");

  test("answers each requirement once, in order, with a verdict and a reason or a place", () => {
    expect(rows.length).toBeGreaterThan(150);
    for (const row of rows) expect(row).toEqual([expect.stringMatching(ID), SAID, expect.any(String), SAID]);
    expect(rows.filter(([, , verdict = ""]) => !VERDICTS.includes(verdict))).toEqual([]);
    const ids = rows.flatMap(([id = ""]) => id.split("–")).map((id) => id.split(".").map(Number));
    const sorted = [...ids].sort(([a = 0, b = 0, c = 0], [d = 0, e = 0, f = 0]) => a - d || b - e || c - f);
    expect(ids).toEqual(sorted);
    expect(new Set(ids.map(String)).size).toBe(ids.length);
  });

  test("shows a place for whatever is met", () => {
    const met = rows.filter(([, , verdict]) => verdict === "met");
    expect(met.filter(([, , , where = ""]) => !PLACE.test(where))).toEqual([]);
  });

  test("counts its verdicts", () => {
    const counted = VERDICTS.map((verdict) => `${rows.filter((row) => row[2] === verdict).length} ${verdict}`);
    expect(readSource(DOC)).toContain(`${counted[0]}, ${counted[1]}, ${counted[2]}`);
  });

  test("has the ten of the API list", () => {
    const ten = tablesBelow(DOC, "OWASP API Security Top 10, 2023");
    expect(ten.map(([id]) => id)).toEqual(Array.from({ length: 10 }, (_, index) => `API${index + 1}`));
  });
});

/** The rows of all tables below a heading of the second level, as cells without their bars and without the lines at their heads. */
function tablesBelow(doc: string, heading: string): string[][] {
  const [, below = ""] = readSource(doc).split(`\n## ${heading}\n`);
  const lines = below.split(/\n## /, 1).flatMap((part) => part.split("\n"));
  const isRule = (line = "") => line.startsWith("|---");
  return lines
    .filter((line, at) => line.startsWith("|") && !isRule(line) && !isRule(lines[at + 1]))
    .map((line) =>
      line
        .split("|")
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
}

/** Titles in a file of tests: the text that `it`, `test` or `describe` begins with, or what its `each` made; without those never run. */
function titlesOf(file: string): string[] {
  const { program, errors } = parseSync(file, readSource(file));
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`);
  const titles: string[] = [];
  new Visitor({
    CallExpression({ callee, arguments: [title] }) {
      const words = wordsOf(callee);
      const isTest = /^(it|test|describe\w*)$/.test(words[0] ?? "") && !words.some((word) => word === "skip" || word === "todo");
      if (isTest && title?.type === "Literal" && typeof title.value === "string") titles.push(title.value);
    },
  }).visit(program);
  return titles;
}

/** `it.skipIf(condition).each(cases)` as it, skipIf, each. */
function wordsOf(node: ESTree.Node): string[] {
  if (node.type === "CallExpression") return wordsOf(node.callee);
  if (node.type === "MemberExpression" && node.property.type === "Identifier") return [...wordsOf(node.object), node.property.name];
  return node.type === "Identifier" ? [node.name] : [];
}
