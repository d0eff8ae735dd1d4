import type { CrudSort } from "@refinedev/core";
import type { SorterResult } from "antd/es/table/interface";
import type { WireRow } from "../../../shared/protocol/list.ts";

type ColumnSort = Pick<SorterResult<WireRow>, "columnKey" | "order">;

/** The server sorts by no more fields than this. */
const MOST_SORTS = 5;

/**
 * The sort after a click. The column just clicked comes first and the earlier ones break its ties, as in a stable sort; a column
 * clicked off is dropped. Nothing sorted any more: the screen's own order.
 */
export function nextSorters(
  previous: readonly CrudSort[],
  reported: ColumnSort | readonly ColumnSort[],
  initial: readonly CrudSort[],
): CrudSort[] {
  const wanted = [reported].flat().flatMap(({ columnKey, order }): CrudSort[] => {
    return order ? [{ field: String(columnKey), order: order === "ascend" ? "asc" : "desc" }] : [];
  });
  if (wanted.length === 0) return [...initial];
  const rank = (sort: CrudSort) => previous.findIndex(({ field, order }) => field === sort.field && order === sort.order);
  return wanted.sort((a, b) => rank(a) - rank(b)).slice(0, MOST_SORTS);
}
