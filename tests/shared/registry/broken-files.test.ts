import { describe, expect, it } from "vitest";
import { buildRegistry } from "../../../src/shared/build-registry.ts";
import { buildMinimal, minimalFiles, OPTIONS, problemLines } from "./minimal.ts";

const FILES = minimalFiles();

describe("one broken file is the only one told about", () => {
  it.each(FILES.map(({ path }) => path))("%s with half of its text", (path) => {
    const files = FILES.map((file) => (file.path === path ? { path, text: file.text.slice(0, file.text.length / 2) } : file));
    expect(filesOf(buildRegistry(files, OPTIONS))).toEqual([path]);
  });

  it.each(FILES.map(({ path }) => path))("%s with an unknown property", (path) => {
    expect(filesOf(buildMinimal([path, ["unheard-of"], 1]))).toEqual([path]);
  });

  it.each(FILES.map(({ path }) => path))("%s empty", (path) => {
    const files = FILES.map((file) => (file.path === path ? { path, text: "\n" } : file));
    expect(filesOf(buildRegistry(files, OPTIONS))).toEqual([path]);
  });
});

describe("several broken files", () => {
  it("are all told about at once, with what is wrong in the others", () => {
    const result = buildMinimal(
      ["schemas/entities/stock.json", [], "{"],
      ["schemas/prints/bill.json", ["papr"], "P1"],
      ["schemas/modules/bills/lines.json", ["columns", 0], "BillNo"],
    );
    expect(problemLines(result)).toEqual([
      "entities/stock.json / syntax error: a closing } is missing",
      'modules/bills/lines.json /columns/0 unknown field "BillNo" of vLine (did you mean "Billid"?)',
      'prints/bill.json /papr unknown property "papr" (did you mean "paper"?)',
    ]);
  });

  it("count also when they are no files of the registry, or modules.json is missing", () => {
    const result = buildMinimal(["modules.json", []], ["schemas/entities/New_Thing.json", [], "{}"]);
    expect(problemLines(result)).toEqual([
      "modules.json / the file is missing (it holds the menu)",
      "entities/New_Thing.json / is no file of the registry (known: entities, modules/<group>, prints, overlays and shared; names in kebab-case)",
    ]);
  });
});

function filesOf(result: ReturnType<typeof buildRegistry>): string[] {
  return result.ok ? [] : [...new Set(result.problems.map(({ file }) => file))];
}
