import { fileURLToPath } from "node:url";
import { expect } from "vitest";
import { loadFiles } from "../../../src/server/registry/registry-files.ts";
import { type BuildResult, buildRegistry } from "../../../src/shared/build-registry.ts";
import { type BuildOptions, contextOf } from "../../../src/shared/registry/context.ts";
import type { Registry } from "../../../src/shared/registry/model.ts";
import type { RawFile } from "../../../src/shared/registry/place.ts";
import { formatProblem } from "../../../src/shared/registry/problem.ts";
import { toChinese } from "../../../src/shared/registry/problem-texts/translate.ts";
import { readSources } from "../../../src/shared/registry/sources.ts";

const MINIMAL_DIR = fileURLToPath(new URL("../../fixtures/registry-minimal", import.meta.url));
export const OPTIONS: BuildOptions = {
  flags: [],
  settings: ["desk.name"],
  features: [
    {
      name: "desk",
      flags: ["terms", "paths"],
      effects: { "settle-orders": {}, "attach-file": {} },
      overrides: { advice: {} },
      reminders: { "/Desk/getCount": {} },
      inquiries: { "ask-register": {} },
      choices: { desks: {} },
      offers: { places: {} },
      jobs: { periods: {} },
      contract: {
        effects: { "settle-orders": { on: ["Bill"], needs: { Bill: { transitions: ["settle"], fields: { Paid: [1, 2] } } } } },
        choices: { desks: { on: ["Bill"], needs: {} } },
        needs: {},
        settings: ["desk.colour"],
      },
    },
  ],
};

/** Where in which file, and what stands there then; left out: it is removed. */
export type Edit = readonly [file: string, path: readonly (string | number)[], value?: unknown];

/** The files of the small registry, edited. A whole file is replaced by an edit with an empty path. */
export function minimalFiles(...edits: readonly Edit[]): RawFile[] {
  const texts = new Map(loadFiles(MINIMAL_DIR).files.map(({ path, text }) => [path, text]));
  for (const [file, path, value] of edits) {
    const text = path.length === 0 ? value : JSON.stringify(edited(JSON.parse(texts.get(file) ?? "{}"), path, value), null, 2);
    if (text === undefined) texts.delete(file);
    else texts.set(file, typeof text === "string" ? text : JSON.stringify(text, null, 2));
  }
  return [...texts].map(([path, text]) => ({ path, text }));
}

/** Builds the small registry, edited. */
export function buildMinimal(...edits: readonly Edit[]): BuildResult {
  return buildRegistry(minimalFiles(...edits), OPTIONS);
}

/** The small registry, edited; throws where it is not valid. */
export function minimalRegistry(...edits: readonly Edit[]): Registry {
  const result = buildMinimal(...edits);
  if (!result.ok) throw new Error(result.problems.map(formatProblem).join("\n"));
  return result.registry;
}

/** What the checks look at, for the small registry, edited. */
export function minimalContext(...edits: readonly Edit[]) {
  return contextOf(readSources(minimalFiles(...edits)).sources, OPTIONS).context;
}

/**
 * The problems, or the warnings of a valid registry, as lines without their positions, `schemas/entities/` and the like shortened to the file. Fails where one could not be
 * told in Chinese: the table of src/shared/registry/problem-texts lacks it.
 */
export function problemLines(result: BuildResult): string[] {
  const problems = result.ok ? result.warnings : result.problems;
  const texts = problems.flatMap(({ message, hint }) => [message, hint ?? "must not be empty"]);
  expect(texts.filter((text) => toChinese(text) === null)).toEqual([]);
  return problems.map((problem) =>
    formatProblem(problem)
      .replace(/:\d+:\d+ /, " ")
      .replace(/^schemas\//, ""),
  );
}

function edited(value: unknown, [first, ...rest]: readonly (string | number)[], leaf: unknown): unknown {
  if (first === undefined) return leaf;
  const inner = (value as Record<string | number, unknown> | undefined)?.[first];
  const next = edited(inner, rest, leaf);
  if (Array.isArray(value)) return next === undefined ? value.toSpliced(Number(first), 1) : value.with(Number(first), next);
  const copy: Record<string, unknown> = { ...(value as object) };
  if (next === undefined) delete copy[first];
  else copy[first] = next;
  return copy;
}
