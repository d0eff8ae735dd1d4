import { useMemo, useState } from "react";
import type { WireRow } from "../../../shared/protocol/list.ts";
import { rowId } from "../../kinds/row.ts";

/** The rows ticked in a list; only those of the page in view are acted upon. */
export function useSelection(rows: readonly WireRow[]) {
  const [ids, choose] = useState<readonly string[]>([]);
  return useMemo(() => {
    const chosen = new Set(ids);
    const inView = rows.filter((row) => chosen.has(rowId(row)));
    const toggle = (id: string) => choose(chosen.has(id) ? ids.filter((one) => one !== id) : [...ids, id]);
    return { ids: inView.map(rowId), rows: inView, choose, toggle };
  }, [ids, rows]);
}

export type Selection = ReturnType<typeof useSelection>;
