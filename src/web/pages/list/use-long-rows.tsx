import { App, Checkbox, type TableProps } from "antd";
import { useCallback, useMemo, useRef, useState } from "react";
import { ROW_HEIGHTS } from "../../../shared/domain/list/page-size.ts";
import type { WireRow } from "../../../shared/protocol/list.ts";
import type { RowLink } from "../../kinds/columns/table-columns.tsx";
import { shownDensity } from "../../kinds/look.ts";
import { rowId } from "../../kinds/row.ts";
import { HeadTick } from "../../kinds/row-ticks.tsx";
import { LongBody } from "./LongBody.tsx";
import { PLAIN_ROWS, SELECTION_WIDTH } from "./list-widths.ts";
import { longColumns } from "./long-columns.ts";
import type { LongRowsInput } from "./long-rows.ts";
import { MOST_HELD } from "./row-pages.ts";
import type { ListState } from "./use-list.ts";
import type { Selection } from "./use-selection.ts";

interface LongInput {
  readonly list: ListState;
  readonly link: RowLink;
  readonly isUnread: (row: WireRow) => boolean;
  readonly selection: Selection | null;
  /** Ticked is all that the filter leaves, whatever is there. */
  readonly isAllMeant: boolean;
  readonly boxHeight: number;
  readonly isPrinting: boolean;
  readonly onOpen: ((id: string) => void) | undefined;
  readonly nameOf: (row: WireRow) => string;
}

type TickColumn = NonNullable<TableProps<WireRow>["columns"]>[number];

const COMPONENTS = { body: { wrapper: LongBody } };

/** How the rows of a table are drawn: what its body gets, and the column of boxes that tick them. */
export function useLongRows({ list, link, isUnread, selection, isAllMeant, boxHeight, isPrinting, onOpen, nameOf }: LongInput) {
  const { rows, all, own, total } = list;
  const tickAll = useTickAll(list, selection);
  const { message } = App.useApp();
  const count = all === null ? rows.length : total;
  const rowAt: LongRowsInput["rowAt"] = all?.rowAt ?? ((place) => rows[place]);
  const latest = useRef({ rows, count, rowAt, selection, isAllMeant, onOpen, nameOf });
  latest.current = { rows, count, rowAt, selection, isAllMeant, onOpen, nameOf };
  // The same functions as long as the list is there: rows are drawn anew only when they change.
  const before = useRef<string | null>(null);
  const toggle = useCallback(
    (id: string, isRange = false) => {
      const { selection: of, isAllMeant: isAll, ...there } = latest.current;
      const range = isRange ? between(there, before.current, id) : null;
      before.current = id;
      if (isAll) of?.choose(there.rows.map(rowId).filter((one) => one !== id));
      else if (range === null) of?.toggle(id);
      else if (range.includes(undefined)) {
        void message.info("其间有尚未读到的行，只改变了这一行的勾选");
        of?.toggle(id);
      } else of?.choose(withRange(of.marks.ids, range, id));
    },
    [message],
  );
  const open = useCallback((id: string) => latest.current.onOpen?.(id), []);
  const hasTicks = selection !== null;
  const columns = useMemo(() => longColumns(own.columns, link, hasTicks), [own.columns, link, hasTicks]);
  const ticked = useMemo(() => new Set(selection?.ids), [selection?.ids]);
  const pages = all?.pages;
  const onLook = useCallback((from: number, to: number) => pages?.look(from, to), [pages]);
  const onRetry = useCallback((place: number) => pages?.retry(place), [pages]);
  const goTo = useRef<((place: number) => void) | null>(null);
  const input: LongRowsInput = {
    count,
    rowAt,
    firstIndex: 1 + (all === null ? (list.current - 1) * list.pageSize : 0),
    failureAt: all?.failureAt ?? NEVER,
    question: pages ?? JSON.stringify([list.current, list.sorters, list.filters]),
    columns,
    isUnread,
    rowHeight: ROW_HEIGHTS[shownDensity(own.density)],
    boxHeight,
    ticks: selection === null ? null : { isTicked: (id) => isAllMeant || ticked.has(id), toggle, nameOf },
    isPrinting,
    isWhole: isPrinting || count <= PLAIN_ROWS,
    onOpen: onOpen && open,
    onLook,
    onRetry,
    goTo,
  };
  // Of rows that are read while one scrolls more come in: there the box itself counts.
  const isAllTicked =
    isAllMeant || (all !== null && selection?.marks.isAll === true) || (rows.length > 0 && selection?.rows.length === rows.length);
  const tickColumn: TickColumn | null = selection && {
    key: "tick",
    width: SELECTION_WIDTH,
    fixed: "left",
    className: "ant-table-selection-column",
    title: (
      <HeadTick>
        <Checkbox
          aria-label="全选"
          checked={isAllTicked}
          disabled={rows.length === 0}
          indeterminate={!isAllTicked && selection.rows.length > 0}
          onChange={() => {
            before.current = null;
            if (isAllTicked) selection.choose([]);
            else tickAll.start();
          }}
        />
      </HeadTick>
    ),
  };
  return {
    input,
    toggle,
    components: COMPONENTS,
    /** antd makes a table of at least one row; the body draws what is there. */
    stub: useMemo(() => rows.slice(0, 1), [rows]),
    tickColumn,
    isReading: tickAll.isReading,
    goTo: useCallback((end: "first" | "last") => goTo.current?.(end === "first" ? 0 : Number.POSITIVE_INFINITY), []),
  };
}

const NEVER = () => undefined;

/** The rows from one to another, undefined for those that were not read; null: one of both is not there. */
function between({ count, rowAt }: Pick<LongRowsInput, "count" | "rowAt">, from: string | null, to: string): (string | undefined)[] | null {
  const ids = Array.from({ length: count }, (_, place) => {
    const row = rowAt(place);
    return row && rowId(row);
  });
  const places = [from ?? undefined, to].map((id) => (id === undefined ? -1 : ids.indexOf(id)));
  return places.includes(-1) ? null : ids.slice(Math.min(...places), Math.max(...places) + 1);
}

/** The ticks when these rows become as the one that was clicked becomes. */
function withRange(ticked: readonly string[], range: readonly (string | undefined)[], clicked: string): readonly string[] {
  const ids = range.flatMap((id) => id ?? []);
  const others = ticked.filter((id) => !ids.includes(id));
  return ticked.includes(clicked) ? others : [...others, ...ids];
}

/**
 * Ticks all rows. Of those that are read while one scrolls, all are read first, unless there are more than are kept in memory: then those that are
 * there are ticked, and all that the filter leaves can be meant (Chosen.tsx).
 */
function useTickAll({ rows, all }: ListState, selection: Selection | null) {
  const { message } = App.useApp();
  const [isReading, setIsReading] = useState(false);
  const start = async () => {
    const choose = (there: readonly WireRow[]) => selection?.chooseAll(there.map(rowId));
    if (all === null || all.total > MOST_HELD) return choose(rows);
    setIsReading(true);
    const isThere = await all.pages.readAll("ticks", all.total);
    setIsReading(false);
    if (isThere) choose(all.pages.there().rows);
    else void message.error("没有读到全部数据，未能全选，请重试");
  };
  return { isReading, start: () => void start() };
}
