import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { ROOT, readSource } from "./source-files.ts";

const DOCS = ["README.md", "CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md", "schemas/README.md", ...textsBelow("docs")];
const TOP = ["src", "schemas", "tests", "scripts", "docs", ".ci"];

describe.each(DOCS)("%s", (doc) => {
  const text = readSource(doc);

  // A decision is cited by its number alone; tests/project/decisions.test.ts looks those up.
  test("every path it names exists", () => {
    // A path right above its JSON is a file that an example makes.
    const paths = [...text.replace(/`[^`\n]+`[^`\n]*\n+(?=```json\n)/g, "").matchAll(/`([\w./-]+\/[\w./{},-]*)`/g)]
      .map((match) => match[1] ?? "")
      .filter((path) => TOP.includes(path.split("/")[0] ?? "") && !/[{}<>*]|^docs\/decisions\/(NN|\d\d)$/.test(path));
    expect(paths.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
  });

  test("every link leads somewhere", () => {
    const links = [...text.matchAll(/\]\((?!https?:)([^)#]+)\)/g)].map((match) => match[1] ?? "");
    expect(links.filter((link) => !existsSync(join(ROOT, doc, "..", link)))).toEqual([]);
  });

  test("every npm script it names exists", () => {
    const scripts = (JSON.parse(readSource("package.json")) as { scripts: Record<string, string> }).scripts;
    const named = [...text.matchAll(/npm run ([\w:-]+)/g)].map((match) => match[1] ?? "");
    expect(named.filter((name) => !(name in scripts))).toEqual([]);
  });
});

function textsBelow(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".md"))
    .map((path) => `${folder}/${path.replaceAll("\\", "/")}`)
    .sort();
}
