import { type HTMLAttributes, isValidElement, memo, type ReactNode, useContext, useLayoutEffect, useRef } from "react";
import type { WireRow } from "../../../shared/protocol/list.ts";
import { rowId } from "../../kinds/row.ts";
import type { LongColumn } from "./long-columns.ts";
import { LongRows } from "./long-rows.ts";
import { useDrawnRows } from "./use-drawn-rows.ts";
import { useGoTo, useTabStop } from "./use-long-keys.ts";
import { WaitRow } from "./WaitRow.tsx";
import "./long-rows.css";

/**
 * The body of a table: of many rows those in view are drawn, between two rows as high as all others together. Its rows are plain: antd draws
 * all rows anew whenever one of them changes or a width is known, and looks at each of a hundred thousand at every step of the scroll bar
 * (docs/decisions/131, 136).
 */
export function LongBody({ className, children }: HTMLAttributes<HTMLTableSectionElement>) {
  const input = useContext(LongRows);
  if (input === null) throw new Error("LongBody needs LongRows");
  const { count, firstIndex, rowAt, failureAt, columns, isUnread, rowHeight, ticks, isPrinting, isWhole, onOpen, onRetry } = input;
  const body = useRef<HTMLTableSectionElement>(null);
  const { from, to, first, most } = useDrawnRows(body, input);
  useTabStop(body, first);
  useGoTo(body, input);
  // antd's row by which it measures columns comes first; its own rows are not drawn.
  const [measure] = Array.isArray(children) ? (children as ReactNode[]) : [];
  const places = Array.from({ length: Math.max(0, to - from) }, (_, at) => from + at);
  return (
    <tbody ref={body} className={className}>
      {measure}
      {from > 0 && <Gap height={from * rowHeight} columns={columns.length} />}
      {places.map((place) => {
        const row = rowAt(place);
        if (row !== undefined)
          return (
            <LongRow
              // One that comes into view is drawn with the elements of one that has left it.
              key={isWhole ? rowId(row) : place % most}
              row={row}
              place={place}
              index={firstIndex + place}
              columns={columns}
              isUnread={isUnread(row)}
              isTicked={ticks?.isTicked(rowId(row)) === true}
              toggle={ticks?.toggle}
              name={ticks?.nameOf(row) ?? ""}
              onOpen={onOpen}
            />
          );
        if (isPrinting) return null;
        return (
          <WaitRow
            key={place % most}
            place={place}
            columns={columns.length}
            height={rowHeight}
            failure={failureAt(place)}
            onRetry={onRetry}
          />
        );
      })}
      {to < count && <Gap height={(count - to) * rowHeight} columns={columns.length} />}
    </tbody>
  );
}

function Gap({ height, columns }: { height: number; columns: number }) {
  return (
    <tr aria-hidden className="rows-gap" style={{ height }}>
      <td colSpan={columns} />
    </tr>
  );
}

interface LongRowProps {
  readonly row: WireRow;
  readonly place: number;
  /** Among all rows of the list, from 1. */
  readonly index: number;
  readonly columns: readonly LongColumn[];
  readonly isUnread: boolean;
  readonly isTicked: boolean;
  readonly toggle: ((id: string, isRange: boolean) => void) | undefined;
  readonly name: string;
  readonly onOpen: ((id: string) => void) | undefined;
}

const LongRow = memo(function LongRow({ row, place, index, columns, isUnread, isTicked, toggle, name, onOpen }: LongRowProps) {
  const id = rowId(row);
  const line = useRef<HTMLTableRowElement>(null);
  const before = useRef({ id, place });
  // The focus does not follow the elements to another row; a row that moves keeps it, and so does the place whose row is another one now.
  useLayoutEffect(() => {
    const isElsewhere = before.current.id !== id && before.current.place !== place;
    before.current = { id, place };
    const { activeElement } = document;
    if (isElsewhere && activeElement instanceof HTMLElement && line.current?.contains(activeElement)) activeElement.blur();
  }, [id, place]);
  return (
    <tr
      ref={line}
      className={`ant-table-row${isUnread ? " row-unread" : ""}${isTicked ? " ant-table-row-selected" : ""}`}
      data-row-key={id}
      data-testid={`row-${id}`}
      data-place={place}
      aria-rowindex={index}
      tabIndex={-1}
      onDoubleClick={onOpen && (() => onOpen(id))}
    >
      {columns.map(({ key, className, style, render, isCut, isEdge }) => {
        if (render === null)
          return (
            <td key={key} className={className} style={style}>
              <Tick isTicked={isTicked} label={`选择 ${name}`} onToggle={(isRange) => toggle?.(id, isRange)} />
            </td>
          );
        const content = render(row);
        return (
          <td key={key} className={className} style={style} title={isCut ? textOf(content) : undefined}>
            {isCut && isEdge ? <span className="ant-table-cell-content">{content}</span> : content}
          </td>
        );
      })}
    </tr>
  );
});

/** antd's box by its looks, which the box above has brought: itself it looks for its styles each time it is drawn. */
function Tick({ isTicked, label, onToggle }: { isTicked: boolean; label: string; onToggle: (isRange: boolean) => void }) {
  return (
    <label className="ant-checkbox-wrapper">
      <span className={isTicked ? "ant-checkbox ant-checkbox-checked" : "ant-checkbox"}>
        <input
          type="checkbox"
          className="ant-checkbox-input"
          checked={isTicked}
          aria-label={label}
          onChange={({ nativeEvent }) => onToggle(nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)}
        />
        <span className="ant-checkbox-inner" />
      </span>
    </label>
  );
}

/** The whole of a text that may be cut off. */
function textOf(content: ReactNode): string | undefined {
  if (typeof content === "string" || typeof content === "number") return String(content);
  if (!isValidElement<{ readonly children?: unknown }>(content)) return undefined;
  const { children } = content.props;
  return typeof children === "string" ? children : undefined;
}
