import type { CrudFilter } from "@refinedev/core";
import { useState } from "react";
import type { ScreenModel } from "../../../shared/protocol/screen.ts";
import { type Matching, runsOnMatching } from "../actions/matching-words.ts";
import type { ListState } from "./use-list.ts";
import type { Selection } from "./use-selection.ts";

/** What is meant by the ticks of a list: rows, or all that its filter leaves. */
export interface ChosenState {
  /** All that the filter leaves; null: the ticked rows. */
  readonly matching: Matching | null;
  /** Means all that the filter leaves; undefined: it cannot be meant now. */
  readonly takeAll: (() => void) | undefined;
}

/**
 * Whether the ticks mean more than the rows that are there: once these are ticked, all that the filter leaves may be meant, until another filter
 * is set or a tick is taken away. In a list that is read while one scrolls more rows come in meanwhile: there the box that ticks all counts.
 */
export function useChosen(screen: ScreenModel, list: ListState, selection: Selection): ChosenState {
  const [chosen, setChosen] = useState<{ readonly asked: string; readonly marks: Selection["marks"] } | null>(null);
  const { rows, total, filters, all } = list;
  const { marks } = selection;
  const asked = JSON.stringify(filters);
  const isTicked = all === null ? rows.length > 0 && selection.rows.length === rows.length : marks.isAll;
  const mayAll = isTicked && total > rows.length && screen.actions.some(runsOnMatching);
  const isMeant = mayAll && chosen?.asked === asked && (all === null || chosen.marks === marks);
  const matching = isMeant ? { filters: filters as readonly CrudFilter[], total } : null;
  return { matching, takeAll: mayAll && !isMeant ? () => setChosen({ asked, marks }) : undefined };
}

interface ChosenProps extends ChosenState {
  readonly selection: Selection;
}

/** How many rows are ticked, and the way to mean all. Its place is kept while nothing is ticked, so that nothing moves. */
export function Chosen({ matching, takeAll, selection }: ChosenProps) {
  const count = matching?.total ?? selection.rows.length;
  return (
    <span className="list-chosen" role="status">
      {count > 0 && <span>{matching === null ? `已选 ${count} 条` : `已选全部 ${count} 条`}</span>}
      {takeAll !== undefined && (
        <button type="button" onClick={takeAll} data-testid="choose-all">
          选择全部查询结果
        </button>
      )}
      {matching !== null && (
        <button type="button" onClick={() => selection.choose([])} data-testid="choose-none">
          取消选择
        </button>
      )}
    </span>
  );
}
