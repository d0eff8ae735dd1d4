import { describe, expect, it } from "vitest";
import type { Registry } from "../../../src/shared/registry/model.ts";
import { changeText } from "../../../src/shared/registry/plan/change-text.ts";
import { diffModels } from "../../../src/shared/registry/plan/diff-models.ts";
import { LANGUAGES } from "../../../src/shared/registry/problem-texts/translate.ts";
import { buildMinimal, minimalFiles, minimalRegistry } from "./minimal.ts";

const base = minimalRegistry();
/** The model without what merely names its files. */
const saying = (registry: Registry) => JSON.stringify({ ...registry, version: "" });

/** Every edit of one value of a file: another one of its kind, or none. */
function* editsOf(
  json: unknown,
  path: readonly (string | number)[] = [],
): Generator<{ path: readonly (string | number)[]; value: unknown }> {
  if (path.length > 0) yield { path, value: undefined };
  if (typeof json === "boolean") yield { path, value: !json };
  else if (typeof json === "number") yield { path, value: json + 1 };
  else if (typeof json === "string") yield { path, value: `${json}x` };
  else if (Array.isArray(json)) for (const [index, value] of json.entries()) yield* editsOf(value, [...path, index]);
  else if (json !== null) for (const [key, value] of Object.entries(json as object)) yield* editsOf(value, [...path, key]);
}

/** All of them in the long run; otherwise every twelfth, of each file others. */
const someOf = <T>(all: Iterable<T>, index: number): readonly T[] =>
  [...all].filter((_, at) => process.env.TEST_LONG === "all" || at % 12 === index % 12);

describe("what an edit means is told", () => {
  it("nothing of itself", () => {
    expect(diffModels(base, base)).toEqual([]);
  });

  it.each(minimalFiles().map(({ path, text }, index) => [path, text, index] as const))(
    "whatever is edited in %s and is valid",
    (file, text, index) => {
      const silent: string[] = [];
      for (const { path, value } of someOf(editsOf(JSON.parse(text)), index)) {
        const next = buildMinimal([file, path, value]);
        if (!next.ok || saying(next.registry) === saying(base)) continue;
        const changes = diffModels(base, next.registry);
        if (changes.length === 0) silent.push(`/${path.join("/")} = ${JSON.stringify(value)}`);
        for (const language of LANGUAGES)
          for (const change of changes) expect(changeText(change, next.registry, language)).not.toMatch(/undefined|\[object/);
      }
      expect(silent).toEqual([]);
    },
  );
});
