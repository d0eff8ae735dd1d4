import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ROOT, readSource } from "./source-files.ts";

test("npm test runs every folder of tests", () => {
  const holdsTests = (folder: string) =>
    readdirSync(join(ROOT, "tests", folder), { recursive: true, encoding: "utf8" }).some((path) => /\.test\.tsx?$/.test(path));
  const folders = readdirSync(join(ROOT, "tests"), { withFileTypes: true }).filter(
    (entry) => entry.isDirectory() && holdsTests(entry.name),
  );
  const run = readSource("scripts/test.mjs");
  expect(folders.map(({ name }) => `"tests/${name}"`).filter((folder) => !run.includes(folder))).toEqual([]);
});
