import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { buildRegistry } from "../../../src/shared/build-registry.ts";
import { IS_LONG } from "../../e2e/long.ts";
import { minimalFiles, OPTIONS } from "./minimal.ts";

const FILES = minimalFiles();
const WORDS = FILES.flatMap(({ text }) => [...text.matchAll(/"([^"]+)"/g)].map((match) => match[1] ?? ""));

interface Spot {
  readonly owner: Record<string, unknown>;
  readonly key: string;
}

/** Every value of a document that can be replaced. */
function spots(value: unknown): Spot[] {
  if (typeof value !== "object" || value === null) return [];
  const owner = value as Record<string, unknown>;
  return Object.keys(owner).flatMap((key) => [{ owner, key }, ...spots(owner[key])]);
}

const pick = <T>(list: readonly T[], at: number): T | undefined => list[at % list.length];

/** Something else in the place of a value: nothing, another word, a number, a list, or a value from elsewhere in the file. */
function spoil({ owner, key }: Spot, kind: number, at: number, others: readonly Spot[]): void {
  const other = pick(others, at);
  const values: readonly unknown[] = [undefined, pick(WORDS, at), at, [owner[key]], null, other && structuredClone(other.owner[other.key])];
  const value = values[kind];
  if (value !== undefined) owner[key] = value;
  else if (Array.isArray(owner)) owner.splice(Number(key), 1);
  else delete owner[key];
}

describe("whatever stands in the files", () => {
  it("is built or told about, never thrown", () => {
    const number = fc.nat(100_000);
    fc.assert(
      fc.property(number, number, fc.nat(5), number, (fileAt, spotAt, kind, valueAt) => {
        const broken = pick(FILES, fileAt);
        const json: unknown = JSON.parse(broken?.text ?? "{}");
        const all = spots(json);
        const spot = pick(all, spotAt);
        if (spot) spoil(spot, kind, valueAt, all);
        const result = buildRegistry(
          FILES.map((file) => (file === broken ? { path: file.path, text: JSON.stringify(json) } : file)),
          OPTIONS,
        );
        const lines = result.ok ? [] : result.problems;
        expect(result.ok || lines.length > 0).toBe(true);
        for (const { message, hint = "", line, column } of lines) {
          expect(`${message} ${hint}`).not.toMatch(/undefined|\[object|NaN/);
          expect(Math.min(line, column)).toBeGreaterThan(0);
        }
      }),
      { numRuns: IS_LONG ? 2000 : 40, seed: 20_251_121 },
    );
  }, 600_000);
});
