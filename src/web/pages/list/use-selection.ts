import { useMemo, useState } from "react";
import type { WireRow } from "../../../shared/protocol/list.ts";
import { rowId } from "../../kinds/row.ts";

export interface Selection {
  readonly ids: readonly string[];
  /** The chosen rows of the page in view; only these are acted upon. */
  readonly rows: readonly WireRow[];
  readonly choose: (ids: readonly string[]) => void;
}

/** The rows ticked in a list. */
export function useSelection(rows: readonly WireRow[]): Selection {
  const [ids, choose] = useState<readonly string[]>([]);
  return useMemo(() => {
    const chosen = new Set(ids);
    const inView = rows.filter((row) => chosen.has(rowId(row)));
    return { ids: inView.map(rowId), rows: inView, choose };
  }, [ids, rows]);
}
