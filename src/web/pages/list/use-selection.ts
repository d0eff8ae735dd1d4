import { useEffect, useMemo, useState } from "react";
import { rowId } from "../../kinds/row.ts";
import type { ListState } from "./use-list.ts";

/** What was ticked. */
interface Marks {
  readonly ids: readonly string[];
  /** By the box that ticks all that is there. */
  readonly isAll: boolean;
}

const NOTHING: Marks = { ids: [], isAll: false };

/**
 * The rows ticked in a list; only those that are there are acted upon: those of the page in view, or, of all rows, those in memory, where ticked
 * ones stay.
 */
export function useSelection({ rows, all }: Pick<ListState, "rows" | "all">) {
  const [marks, setMarks] = useState(NOTHING);
  const pages = all?.pages;
  useEffect(() => pages?.holdRows("ticks", new Set(marks.ids)), [pages, marks]);
  return useMemo(() => {
    const chosen = new Set(marks.ids);
    const there = rows.filter((row) => chosen.has(rowId(row)));
    const choose = (ids: readonly string[]) => setMarks({ ids, isAll: false });
    return {
      ids: there.map(rowId),
      rows: there,
      /** The same until something else is ticked. */
      marks,
      choose,
      chooseAll: (ids: readonly string[]) => setMarks({ ids, isAll: true }),
      toggle: (id: string) => choose(chosen.has(id) ? marks.ids.filter((one) => one !== id) : [...marks.ids, id]),
    };
  }, [marks, rows]);
}

export type Selection = ReturnType<typeof useSelection>;
