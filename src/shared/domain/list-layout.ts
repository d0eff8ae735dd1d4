import { COLUMN_WIDTHS, type ColumnChange, type ListLayout } from "../protocol/own-list.ts";
import type { ScreenColumn } from "../protocol/screen.ts";

/*
 * One's own arrangement of a list is kept as what differs from the module's columns, by field (docs/decisions/117): so it survives
 * changes of the module. What names a column that is not there, or not the reader's, says nothing.
 */

/** A column as somebody has arranged it. */
export interface ArrangedColumn extends ScreenColumn {
  readonly isHidden: boolean;
  /** Its width is his: also a title may be cut off by it. */
  readonly isSized: boolean;
}

/** All columns of a screen as a layout has them, those in view at all times first, then from left to right; also those that are hidden. */
export function arrange(columns: readonly ScreenColumn[], { columns: changes = [] }: ListLayout): ArrangedColumn[] {
  const changed = new Map(changes.map((change) => [change.field, change]));
  const order = inOrder(
    columns.map(({ field }) => field),
    [...changed.values()],
  );
  const arranged = order.flatMap((field) => {
    const column = columns.find((one) => one.field === field);
    return column === undefined ? [] : [withChange(column, changed.get(field))];
  });
  const isPinned = ({ fixed }: ScreenColumn) => fixed === "left";
  return [...arranged.filter(isPinned), ...arranged.filter((column) => !isPinned(column))];
}

/** Those of them that are shown; where somebody has hidden all, all: a list without columns says nothing. */
export function shownColumns(arranged: readonly ArrangedColumn[]): readonly ArrangedColumn[] {
  const shown = arranged.filter(({ isHidden }) => !isHidden);
  return shown.length > 0 ? shown : arranged;
}

/** What differs between the module's columns and these: {@link arrange} makes the same of it again. */
export function layoutOf(columns: readonly ScreenColumn[], arranged: readonly ArrangedColumn[]): readonly ColumnChange[] {
  const place = new Map(columns.map(({ field }, index) => [field, index]));
  const unmoved = longestRise(arranged.map(({ field }) => place.get(field) ?? -1));
  return arranged.flatMap((column, index): ColumnChange[] => {
    const usual = columns.find(({ field }) => field === column.field);
    if (usual === undefined) return [];
    const change: ColumnChange = {
      field: column.field,
      ...(!unmoved.has(index) && { after: arranged[index - 1]?.field ?? "" }),
      ...(column.isHidden && { isHidden: true as const }),
      ...(column.isSized && { width: column.width }),
      ...(column.fixed !== usual.fixed && { isPinned: column.fixed !== null }),
    };
    return Object.keys(change).length > 1 ? [change] : [];
  });
}

/** The layout without what it says of columns that are not among these. */
export function knownLayout({ columns = [], density }: ListLayout, known: ReadonlySet<string>): ListLayout {
  const kept = columns
    .filter(({ field }) => known.has(field))
    .map(({ after, ...change }) => (isPlace(after, known) ? { ...change, after } : change));
  return { ...(kept.length > 0 && { columns: kept }), ...(density !== undefined && { density }) };
}

const isPlace = (after: string | undefined, known: ReadonlySet<string>): after is string =>
  after === "" || (after !== undefined && known.has(after));

function withChange(column: ScreenColumn, { isHidden, width, isPinned }: Partial<ColumnChange> = {}): ArrangedColumn {
  const { least, most } = COLUMN_WIDTHS;
  return {
    ...column,
    ...(width !== undefined && { width: Math.min(most, Math.max(least, width)) }),
    ...(isPinned !== undefined && { fixed: isPinned ? "left" : null }),
    isHidden: isHidden === true,
    isSized: width !== undefined,
  };
}

/** Who was not moved stands as the module says; whoever was is put behind his neighbour, from left to right. A neighbour who is gone moves nobody. */
function inOrder(fields: readonly string[], changes: readonly ColumnChange[]): string[] {
  const known = new Set(fields);
  const moves = changes.filter(({ field, after }) => known.has(field) && after !== field && isPlace(after, known));
  const moved = new Set(moves.map(({ field }) => field));
  const order = fields.filter((field) => !moved.has(field));
  for (const { field, after } of moves) {
    const behind = after === "" ? -1 : order.indexOf(after ?? "");
    // Behind one that is moved itself, and later: it stays beside those it stood beside.
    const isOpen = after !== "" && behind < 0;
    order.splice((isOpen ? lastBefore(order, fields, field) : behind) + 1, 0, field);
  }
  return order;
}

/** Place of the nearest one of those the module has before the field; -1: none of them is there. */
function lastBefore(order: readonly string[], fields: readonly string[], field: string): number {
  const before = new Set(fields.slice(0, fields.indexOf(field)));
  return order.findLastIndex((one) => before.has(one));
}

/** Places of a longest rising part of the numbers: those columns need not be said to have moved. Lists have some dozens of them. */
function longestRise(numbers: readonly number[]): ReadonlySet<number> {
  const lengths: number[] = [];
  const previous: number[] = [];
  numbers.forEach((number, index) => {
    let best = -1;
    for (let at = 0; at < index; at += 1) {
      if ((numbers[at] ?? 0) < number && (lengths[at] ?? 0) > (lengths[best] ?? 0)) best = at;
    }
    lengths.push((lengths[best] ?? 0) + 1);
    previous.push(best);
  });
  const rise = new Set<number>();
  for (let at = lengths.indexOf(Math.max(0, ...lengths)); at >= 0; at = previous[at] ?? -1) rise.add(at);
  return rise;
}
