import { describe, expect, it } from "vitest";
import type { Registry } from "../../../src/shared/registry/model.ts";
import { changeText } from "../../../src/shared/registry/plan/change-text.ts";
import { diffModels } from "../../../src/shared/registry/plan/diff-models.ts";
import { LANGUAGES } from "../../../src/shared/registry/problem-texts/translate.ts";
import { editsOf, someOf } from "./edits.ts";
import { buildMinimal, minimalFiles, minimalRegistry } from "./minimal.ts";

const base = minimalRegistry();
/** The model without what merely names its files. */
const saying = (registry: Registry) => JSON.stringify({ ...registry, version: "" });

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
