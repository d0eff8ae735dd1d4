import { describe, expect, test } from "vitest";
import { ENGINE_NEEDS } from "../../../src/server/engine/needs.ts";
import type { Registry } from "../../../src/shared/registry/model.ts";
import { libraryRegistry } from "../../fixtures/library-registry.ts";
import { readSource } from "../../project/source-files.ts";
import { registry } from "./fixtures/real-registry.ts";

/** Field → its type, or those of the asked codes that it has. */
function given({ entities }: Registry) {
  return Object.fromEntries(
    Object.entries(ENGINE_NEEDS).map(([name, { fields = {} }]) => [
      name,
      {
        fields: Object.fromEntries(
          Object.entries(fields).map(([field, need]) => {
            const found = entities[name]?.fields[field];
            const codes = found?.values.map(({ code }) => code) ?? [];
            return [field, Array.isArray(need) ? need.filter((code) => codes.includes(code)) : found?.type];
          }),
        ),
      },
    ]),
  );
}

describe("what the engine needs of a registry", () => {
  test("the portal has it", () => expect(given(registry)).toEqual(ENGINE_NEEDS));

  test("a registry of another trade has it", () => expect(given(libraryRegistry)).toEqual(ENGINE_NEEDS));

  test("it is written down for whoever makes a registry", () => {
    const text = readSource("docs/architecture.md");
    expect(Object.keys(ENGINE_NEEDS).filter((name) => !text.includes(`| \`${name}\` |`))).toEqual([]);
  });
});
