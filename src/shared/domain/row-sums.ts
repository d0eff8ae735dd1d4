import type { WireRow } from "../protocol/list.ts";
import type { ScreenSum } from "../protocol/screen.ts";
import { divideRounded, formatScaled, parseScaled, SCALE, shortScaled } from "./scaled.ts";

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

/** A sum at {@link PLACES}: what numbers hold exactly is added as such, which is several times as fast. null: some row did not carry the field. */
type Running = { small: number; large: bigint } | null;

/** The same of rows that come one after the other, none of which is kept. */
export class RunningSums {
  readonly #asked: readonly ScreenSum[];
  readonly #sums: Map<string, Running>;
  #count = 0;

  constructor(asked: readonly ScreenSum[]) {
    this.#asked = asked;
    this.#sums = new Map(asked.flatMap(({ field, ratio }) => ratio ?? [field]).map((name) => [name, { small: 0, large: 0n }]));
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
      if (value === undefined) this.#sums.set(name, null);
      else addTo(sum, String(value));
    }
  }

  /** By field. A ratio is that of the sums; empty over nothing. */
  texts(): Readonly<Record<string, string>> {
    return Object.fromEntries(
      this.#asked.flatMap(({ field, decimals, ratio }): [string, string][] => {
        const [first, second] = (ratio ?? [field]).map((name) => wholeSum(this.#sums.get(name) ?? null));
        if (first === undefined || first === null || second === null) return [];
        if (second === undefined) return [[field, formatScaled(first, PLACES, decimals)]];
        return [[field, second === 0n ? "" : formatScaled(divideRounded(first * 10n ** BigInt(decimals), second), decimals)]];
      }),
    );
  }
}

const wholeSum = (sum: Running): bigint | null => sum && sum.large + BigInt(sum.small);

function addTo(sum: NonNullable<Running>, text: string): void {
  const short = shortScaled(text, PLACES);
  if (short === null) sum.large += parseScaled(text, PLACES) ?? 0n;
  else if (Number.isSafeInteger(sum.small + short)) sum.small += short;
  else {
    sum.large += BigInt(sum.small);
    sum.small = short;
  }
}
