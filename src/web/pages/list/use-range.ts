import { App } from "antd";
import { type MouseEvent, type RefObject, useCallback, useEffect, useRef, useState } from "react";
import type { WireRow } from "../../../shared/protocol/list.ts";
import type { ScreenColumn } from "../../../shared/protocol/screen.ts";
import { rowId } from "../../kinds/row.ts";
import { useTab } from "../../providers/tab.ts";
import { copiedCells } from "./copied-cells.ts";
import { MOST_HELD } from "./row-pages.ts";
import type { ListState } from "./use-list.ts";

/** A cell by its place: which of the rows, and which of the columns, from 0. */
interface Place {
  readonly row: number;
  readonly column: number;
}

/** Two corners, whichever of them was first. */
interface Range {
  readonly from: Place;
  readonly to: Place;
}

interface RangeInput {
  readonly rows: readonly WireRow[];
  /** All rows, as they are read while one scrolls; null: `rows` are all that the table shows. */
  readonly all: ListState["all"];
  readonly columns: readonly ScreenColumn[];
  /** What Ctrl+C takes while no range is chosen. */
  readonly ticked: readonly WireRow[];
  /** Whether boxes that tick rows stand before the first column. */
  readonly hasTicks: boolean;
}

/** An attribute, not a class: those are antd's, which writes them anew when the mouse comes by. */
const CHOSEN = "data-chosen";
/** What takes the mouse itself. */
const OWN_MOUSE = "a, button, input, label, .ant-checkbox-wrapper, .ant-image";

/**
 * A range of cells, chosen by dragging over them or by a click and a click with Shift, that Ctrl+C takes along; Escape lets it go. Without
 * one Ctrl+C takes the ticked rows with their titles, so that the keyboard alone does as well. Text within one cell is marked as anywhere.
 */
export function useRange({ rows, all, columns, ticked, hasTicks }: RangeInput) {
  const table = useRef<HTMLDivElement>(null);
  const anchor = useRef<Place | null>(null);
  const [range, setRange] = useState<Range | null>(null);
  // Other rows, or other columns, are not what was chosen.
  const shown = all?.moment ?? rows;
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is what it is about
  useEffect(() => setRange(null), [shown, columns]);
  const pages = all?.pages;
  useEffect(() => {
    if (range === null || pages === undefined) return;
    // Of a longer range the user is told when he copies it.
    const [from, to] = placesOf(range);
    if (to - from <= MOST_HELD) pages.hold("range", from, to);
    return () => pages.letGo("range");
  }, [pages, range]);
  const placeOf = (target: EventTarget): Place | null => {
    if (!(target instanceof Element) || target.closest(OWN_MOUSE)) return null;
    const cell = target.closest(".ant-table-cell");
    const line = cell?.closest<HTMLElement>(".ant-table-row");
    const row = line == null ? -1 : indexOf(line, rows);
    const column = cell === null ? -1 : [...(line?.children ?? [])].indexOf(cell) - Number(hasTicks);
    return row < 0 || column < 0 || column >= columns.length ? null : { row, column };
  };
  const begin = (event: MouseEvent) => {
    if (event.button !== 0) return;
    const place = placeOf(event.target);
    if (event.shiftKey && place !== null && anchor.current !== null) {
      event.preventDefault();
      setRange({ from: anchor.current, to: place });
      return;
    }
    anchor.current = place;
    setRange(null);
  };
  const follow = (event: MouseEvent) => {
    const from = anchor.current;
    if (from === null || (event.buttons & 1) === 0) return;
    const to = placeOf(event.target);
    // Within one cell the text is marked.
    if (to === null || (range === null && to.row === from.row && to.column === from.column)) return;
    event.preventDefault();
    window.getSelection()?.removeAllRanges();
    if (range === null || range.to.row !== to.row || range.to.column !== to.column) setRange({ from, to });
  };
  usePaint(table, range, rows, hasTicks);
  useCopy(table, range, { rows, all, columns, ticked }, () => setRange(null));
  return { ref: table, isChosen: range !== null, onMouseDown: begin, onMouseMove: follow };
}

/** The places of a range, the second not among them. */
const placesOf = ({ from, to }: Range): readonly [number, number] => [Math.min(from.row, to.row), Math.max(from.row, to.row) + 1];

/** The place of a row that is drawn: of many, of which only those in view are, it says so itself. */
const indexOf = ({ dataset }: HTMLElement, rows: readonly WireRow[]): number =>
  dataset.place === undefined ? rows.findIndex((row) => rowId(row) === dataset.rowKey) : Number(dataset.place);

const between = (at: number, one: number, other: number): boolean => at >= Math.min(one, other) && at <= Math.max(one, other);

/** Marks the chosen cells that are drawn: drawing the whole table anew at each step of the mouse would stutter. */
function usePaint(table: RefObject<HTMLDivElement>, range: Range | null, rows: readonly WireRow[], hasTicks: boolean): void {
  const paint = useCallback(() => {
    for (const line of table.current?.querySelectorAll<HTMLElement>(".ant-table-row") ?? []) {
      const row = range === null ? -1 : indexOf(line, rows);
      [...line.children].forEach((cell, index) => {
        const column = index - Number(hasTicks);
        const isIn = range !== null && between(row, range.from.row, range.to.row) && between(column, range.from.column, range.to.column);
        cell.toggleAttribute(CHOSEN, isIn);
      });
    }
  }, [table, range, rows, hasTicks]);
  useEffect(() => {
    paint();
    // Rows of a long page are drawn as they come into view.
    const element = table.current;
    if (range === null || element === null) return;
    const observer = new MutationObserver(paint);
    observer.observe(element, { childList: true, subtree: true });
    return () => observer.disconnect();
  }, [table, range, paint]);
}

/** Rows of these places that are there, the second place not among them. */
const rowsBetween = ({ rows, all }: Pick<RangeInput, "rows" | "all">, from: number, to: number): readonly WireRow[] =>
  all === null ? rows.slice(from, to) : Array.from({ length: to - from }, (_, at) => all.rowAt(from + at) ?? []).flat();

/** Copying waits for nothing: the browser takes what it is given at once. */
const whyNotCopied = (rows: number, missing: number): string =>
  rows > MOST_HELD
    ? `所选区域有 ${rows} 行，一次最多复制 ${MOST_HELD} 行；更多数据请用导出`
    : `所选区域还有 ${missing} 行正在读取，请稍后再按 Ctrl+C`;

/** Answers Ctrl+C, unless some text is marked or something is being typed, and Escape. */
function useCopy(table: RefObject<HTMLDivElement>, range: Range | null, input: Omit<RangeInput, "hasTicks">, leave: () => void): void {
  const { message } = App.useApp();
  const { isShown } = useTab();
  const latest = useRef({ range, input, leave });
  latest.current = { range, input, leave };
  useEffect(() => {
    const onCopy = (event: ClipboardEvent) => {
      const { range: chosen, input: of } = latest.current;
      const isBusy =
        event.target instanceof Element && event.target.closest("input:not([type=checkbox]), textarea, [role=dialog]") !== null;
      if (!isShown() || isBusy || window.getSelection()?.isCollapsed === false || event.clipboardData === null) return;
      const isHere = table.current?.contains(document.activeElement) === true;
      const [from, to] = chosen === null ? [0, 0] : placesOf(chosen);
      const rows = chosen === null ? of.ticked : rowsBetween(of, from, to);
      const columns = chosen === null ? of.columns : of.columns.filter((_, index) => between(index, chosen.from.column, chosen.to.column));
      if (rows.length === 0 || (chosen === null && !isHere)) return;
      if (chosen !== null && rows.length < to - from) {
        event.preventDefault();
        void message.warning(whyNotCopied(to - from, to - from - rows.length));
        return;
      }
      const { text, html } = copiedCells(rows, columns, chosen === null);
      event.clipboardData.setData("text/plain", text);
      event.clipboardData.setData("text/html", html);
      event.preventDefault();
      void message.success(`已复制 ${rows.length} 行 × ${columns.length} 列，可直接粘贴到 Excel`);
    };
    const onKey = ({ key }: KeyboardEvent) => {
      if (key === "Escape" && isShown()) latest.current.leave();
    };
    document.addEventListener("copy", onCopy);
    document.addEventListener("keydown", onKey);
    return () => {
      document.removeEventListener("copy", onCopy);
      document.removeEventListener("keydown", onKey);
    };
  }, [table, isShown, message]);
}
