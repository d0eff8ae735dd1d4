import type { WireRow } from "../protocol/list.ts";
import type { ScreenSum } from "../protocol/screen.ts";
import { divideRounded, formatScaled, parseScaled, SCALE } from "./scaled.ts";

/** Places that hold whatever travels. */
const PLACES = Math.max(...Object.values(SCALE));

/**
 * What rows come to that somebody has at hand, such as the ticked ones: by the same rules as the server sums all of a list, exactly and to
 * the digit (tests/server/query/list-groups.test.ts). A field that the rows do not carry is left out.
 */
export function sumRows(rows: readonly WireRow[], sums: readonly ScreenSum[]): Readonly<Record<string, string>> {
  const running = new RunningSums(sums);
  for (const row of rows) running.add(row);
  return running.texts();
}

/** A sum at {@link PLACES}; null: some row did not carry the field. */
type Running = bigint | null;

/** The same of rows that come one after the other, none of which is kept. */
export class RunningSums {
  readonly #asked: readonly ScreenSum[];
  readonly #sums: Map<string, Running>;
  #count = 0;

  constructor(asked: readonly ScreenSum[]) {
    this.#asked = asked;
    this.#sums = new Map(asked.flatMap(({ field, ratio }) => ratio ?? [field]).map((name) => [name, 0n]));
  }

  /** Rows until now. */
  get count(): number {
    return this.#count;
  }

  add(row: WireRow): void {
    this.#count += 1;
    for (const [name, sum] of this.#sums) {
      const value = row[name];
      if (sum === null || value === null || value === "") continue;
      this.#sums.set(name, value === undefined ? null : sum + (parseScaled(String(value), PLACES) ?? 0n));
    }
  }

  /** By field. A ratio is that of the sums; empty over nothing. */
  texts(): Readonly<Record<string, string>> {
    return Object.fromEntries(
      this.#asked.flatMap(({ field, decimals, ratio }): [string, string][] => {
        const [first, second] = (ratio ?? [field]).map((name) => this.#sums.get(name) ?? null);
        if (first === undefined || first === null || second === null) return [];
        if (second === undefined) return [[field, formatScaled(first, PLACES, decimals)]];
        return [[field, second === 0n ? "" : formatScaled(divideRounded(first * 10n ** BigInt(decimals), second), decimals)]];
      }),
    );
  }
}
