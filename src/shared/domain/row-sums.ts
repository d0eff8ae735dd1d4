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
  return Object.fromEntries(
    sums.flatMap(({ field, decimals, ratio }): [string, string][] => {
      const [first, second] = (ratio ?? [field]).map((name) => sumOf(rows, name));
      if (first === undefined || first === null || second === null) return [];
      if (second === undefined) return [[field, formatScaled(first, PLACES, decimals)]];
      return [[field, second === 0n ? "" : formatScaled(divideRounded(first * 10n ** BigInt(decimals), second), decimals)]];
    }),
  );
}

/** The sum at {@link PLACES}; null: rows do not carry the field. */
function sumOf(rows: readonly WireRow[], field: string): bigint | null {
  if (rows.some((row) => row[field] === undefined)) return null;
  return rows.reduce((sum, row) => sum + (parseScaled(String(row[field] ?? ""), PLACES) ?? 0n), 0n);
}
