import { expect, test } from "vitest";
import { importsOf, readSource, sourceFiles } from "./source-files.ts";

const { dependencies, devDependencies } = JSON.parse(readSource("package.json")) as Record<string, Record<string, string>>;
const packageOf = (target: string) =>
  target
    .split("/")
    .slice(0, target.startsWith("@") ? 2 : 1)
    .join("/");

test("what the portal is installed with, it uses", () => {
  const used = new Set(sourceFiles("src").flatMap(importsOf).map(packageOf));
  expect(Object.keys(dependencies ?? {}).filter((name) => !used.has(name))).toEqual([]);
});

test("every version is exact", () => {
  const versions = Object.values({ ...dependencies, ...devDependencies });
  expect(versions.filter((version) => !/^(npm:@?[\w/-]+@)?\d+\.\d+\.\d+$/.test(version))).toEqual([]);
});

test("the lockfile names no registry", () => {
  expect(readSource("package-lock.json")).not.toMatch(/"resolved":/);
});
