import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { ROOT, readSource } from "./source-files.ts";

const FOLDER = "docs/decisions";
const numberOf = (file: string): string => file.split("-")[0] ?? "";
const files = readdirSync(join(ROOT, FOLDER))
  .filter((file) => file !== "README.md")
  .sort((one, other) => Number(numberOf(one)) - Number(numberOf(other)));
const numbers = new Set(files.map(numberOf));

/** Everything people read here: code, styles, JSON and texts, but no recorded data. */
const texts = [
  ...["src", "tests", "scripts", "schemas", "docs", ".github"].flatMap(textsBelow),
  ...["README.md", "CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md", "modules.json"],
].map((path) => ({ path, text: readSource(path) }));

describe("decisions", () => {
  test.each(files)("%s is one page of context, decision and consequences", (file) => {
    const text = readSource(`${FOLDER}/${file}`);
    expect(file).toMatch(/^\d{2,3}-[a-z0-9-]+\.md$/);
    expect(text).toMatch(new RegExp(`^# ${Number(numberOf(file))}\\. \\S`));
    expect([...text.matchAll(/^## (.+)$/gm)].map((match) => match[1])).toEqual(["Context", "Decision", "Consequences"]);
    for (const part of text.split(/^## .+$/m).slice(1)) expect(part.trim()).not.toBe("");
    expect(text.split("\n").length).toBeLessThanOrEqual(60);
  });

  test("are numbered without a gap, and each is in the index under its title", () => {
    expect([...numbers]).toEqual(files.map((_, index) => String(index + 1).padStart(2, "0")));
    const index = readSource(`${FOLDER}/README.md`);
    const missing = files.filter((file) => {
      const title = /^# \d+\. (.+)$/m.exec(readSource(`${FOLDER}/${file}`))?.[1];
      return !index.includes(`- [${numberOf(file)}](${file}) ${title}\n`);
    });
    expect(missing).toEqual([]);
  });

  test("that are cited exist", () => {
    const cited = texts.flatMap(({ path, text }) =>
      [...text.matchAll(/docs\/decisions\/(\d+)/g)].filter((match) => !numbers.has(match[1] ?? "")).map((match) => `${path}: ${match[0]}`),
    );
    expect(cited).toEqual([]);
  });
});

/**
 * References to what is not in the repository: documents of its makers by name and rule, numbered decisions and edges of such
 * documents, sections of the specification (docs/decisions/01), folders beside the repository and of somebody's machine.
 */
const ELSEWHERE = [
  /\b(DOMAIN|SECURITY|STACK|PERFORMANCE|PEERS|ARCHITECTURE|CONTRACT|SPECIFICATION)(\.txt\b|:? ?(rules?|section|finding|decision|table|[A-Z]{0,2}\d)|: [A-Z])/,
  /\b(BP|BA|TN)\d{1,2}\b/,
  /\(R\d{1,2}\)|\brule R?\d/,
  /\b[Dd]ecisions? A?\d/,
  /\b[Ss]pecification,? section|\bsection \d/,
  /\b(this|the last|an earlier|another) session of the project\b|\bissue \d+\b/,
  /\/work\/|\/home\/[a-z]+\/|\.\.\/shared\/[A-Z]/,
];

test("nothing cites what is not in the repository", () => {
  const citing = texts
    .filter(({ path }) => path !== "tests/project/decisions.test.ts")
    .flatMap(({ path, text }) =>
      text.split("\n").flatMap((line, index) => {
        const said = ELSEWHERE.map((pattern) => pattern.exec(line)?.[0]).find((match) => match !== undefined);
        return said === undefined ? [] : [`${path}:${index + 1}: ${said}`];
      }),
    );
  expect(citing).toEqual([]);
});

function textsBelow(folder: string): string[] {
  const root = join(ROOT, folder);
  if (!statSync(root, { throwIfNoEntry: false })) return [];
  return readdirSync(root, { recursive: true, encoding: "utf8" })
    .map((path) => `${folder}/${path.replaceAll("\\", "/")}`)
    .filter((path) => /\.(tsx?|mjs|css|html|json|md|yml)$/.test(path) && !/^schemas\/reference\/|^tests\/fixtures\/(?!registry)/.test(path))
    .sort();
}
