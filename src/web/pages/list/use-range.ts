import { App } from "antd";
import { type MouseEvent, type RefObject, useCallback, useEffect, useRef, useState } from "react";
import type { WireRow } from "../../../shared/protocol/list.ts";
import type { ScreenColumn } from "../../../shared/protocol/screen.ts";
import { rowId } from "../../kinds/row.ts";
import { useTab } from "../../providers/tab.ts";
import { copiedCells } from "./copied-cells.ts";

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
export function useRange({ rows, columns, ticked, hasTicks }: RangeInput) {
  const table = useRef<HTMLDivElement>(null);
  const anchor = useRef<Place | null>(null);
  const [range, setRange] = useState<Range | null>(null);
  // Other rows, or other columns, are not what was chosen.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is what it is about
  useEffect(() => setRange(null), [rows, columns]);
  const placeOf = (target: EventTarget): Place | null => {
    if (!(target instanceof Element) || target.closest(OWN_MOUSE)) return null;
    const cell = target.closest(".ant-table-cell");
    const line = cell?.closest<HTMLElement>(".ant-table-row");
    const row = rows.findIndex((one) => rowId(one) === line?.dataset.rowKey);
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
  useCopy(table, range, { rows, columns, ticked }, () => setRange(null));
  return { ref: table, isChosen: range !== null, onMouseDown: begin, onMouseMove: follow };
}

const between = (at: number, one: number, other: number): boolean => at >= Math.min(one, other) && at <= Math.max(one, other);

/** Marks the chosen cells that are drawn: drawing the whole table anew at each step of the mouse would stutter. */
function usePaint(table: RefObject<HTMLDivElement>, range: Range | null, rows: readonly WireRow[], hasTicks: boolean): void {
  const paint = useCallback(() => {
    const places = new Map(rows.map((row, index) => [rowId(row), index]));
    for (const line of table.current?.querySelectorAll<HTMLElement>(".ant-table-row") ?? []) {
      const row = places.get(line.dataset.rowKey ?? "") ?? -1;
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
      const rows = chosen === null ? of.ticked : of.rows.filter((_, index) => between(index, chosen.from.row, chosen.to.row));
      const columns = chosen === null ? of.columns : of.columns.filter((_, index) => between(index, chosen.from.column, chosen.to.column));
      if (rows.length === 0 || (chosen === null && !isHere)) return;
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
