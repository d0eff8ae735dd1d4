import { type PointerEvent, useRef } from "react";
import { COLUMN_WIDTHS } from "../../../shared/protocol/own-list.ts";

/** px between a text and the edge of its cell, on both sides together. */
const CELL_PADDING = 22;

interface ColumnEdgeProps {
  readonly field: string;
  readonly onSize: (width: number) => void;
}

/**
 * The right edge of a column's head: dragged it sets the width, a double click fits it to what the rows on the page say. By keys the width
 * is set in the panel. While it is dragged a line shows where the edge will be: drawing all rows anew at each step would stutter.
 */
export function ColumnEdge({ field, onSize }: ColumnEdgeProps) {
  const drag = useRef<{ readonly startX: number; readonly width: number; readonly line: HTMLElement } | null>(null);
  const begin = (event: PointerEvent<HTMLElement>) => {
    const head = event.currentTarget.closest("th");
    if (head === null || event.button !== 0) return;
    event.preventDefault();
    event.stopPropagation();
    event.currentTarget.setPointerCapture(event.pointerId);
    const line = document.createElement("div");
    line.className = "column-line";
    const { top } = head.getBoundingClientRect();
    const bottom = head.closest(".list-table")?.getBoundingClientRect().bottom ?? top;
    Object.assign(line.style, { top: `${top}px`, height: `${bottom - top}px`, left: `${event.clientX}px` });
    document.body.append(line);
    drag.current = { startX: event.clientX, width: head.getBoundingClientRect().width, line };
  };
  const widthAt = (x: number, { startX, width }: { readonly startX: number; readonly width: number }) =>
    Math.round(Math.min(COLUMN_WIDTHS.most, Math.max(COLUMN_WIDTHS.least, width + x - startX)));
  const follow = ({ clientX }: PointerEvent) => {
    if (drag.current !== null) drag.current.line.style.left = `${clientX}px`;
  };
  const end = (event: PointerEvent, isKept: boolean) => {
    const done = drag.current;
    drag.current = null;
    done?.line.remove();
    if (done !== null && isKept && event.clientX !== done.startX) onSize(widthAt(event.clientX, done));
  };
  return (
    <i
      className="column-edge"
      aria-hidden
      data-edge={field}
      onPointerDown={begin}
      onPointerMove={follow}
      onPointerUp={(event) => end(event, true)}
      onPointerCancel={(event) => end(event, false)}
      // The head sorts by a click.
      onClick={(event) => event.stopPropagation()}
      onDoubleClick={(event) => {
        event.stopPropagation();
        const width = fittedWidth(event.currentTarget);
        if (width !== null) onSize(width);
      }}
    />
  );
}

/** px that the widest text of the column takes, on the rows that are drawn; null: the head stands in no table. */
function fittedWidth(edge: Element): number | null {
  const head = edge.closest("th");
  const table = edge.closest(".list-table");
  if (head === null || table === null) return null;
  const place = [...(head.parentElement?.children ?? [])].indexOf(head);
  const cells = [...table.querySelectorAll(".ant-table-row")].flatMap((row) => row.children[place] ?? []);
  const title = head.querySelector(".column-title");
  const widths = [...cells, ...(title === null ? [] : [title])].map((cell) => {
    const range = document.createRange();
    range.selectNodeContents(cell);
    return range.getBoundingClientRect().width;
  });
  const sorter = head.querySelector(".ant-table-column-sorter")?.getBoundingClientRect().width ?? 0;
  const wanted = Math.ceil(Math.max(...widths, (widths.at(-1) ?? 0) + sorter + 4)) + CELL_PADDING;
  return Math.min(COLUMN_WIDTHS.most, Math.max(COLUMN_WIDTHS.least, wanted));
}
