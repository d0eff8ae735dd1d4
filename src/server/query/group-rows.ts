import type { Row } from "../../shared/domain/cell.ts";

export type SomeRows = [Row, ...Row[]];

/** Rows with the same key together, in the order in which the keys appear. */
export function groupRows(rows: readonly Row[], keyOf: (row: Row) => string): Map<string, SomeRows> {
  const groups = new Map<string, SomeRows>();
  for (const row of rows) {
    const key = keyOf(row);
    const group = groups.get(key);
    if (group) group.push(row);
    else groups.set(key, [row]);
  }
  return groups;
}
