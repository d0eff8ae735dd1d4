import { Checkbox } from "antd";
import { Link } from "react-router-dom";
import type { WireRow } from "../../../shared/protocol/list.ts";
import type { ScreenColumn } from "../../../shared/protocol/screen.ts";
import { renderValue } from "../../kinds/columns/column-kinds.ts";
import type { RowLink } from "../../kinds/columns/table-columns.tsx";
import { rowId } from "../../kinds/row.ts";
import { type RowsProps, useRowLink } from "./list-rows.ts";
import { cardParts, unreadBy } from "./row-parts.ts";
import type { Selection } from "./use-selection.ts";

/** Rows as cards. */
export function CardRows({ screen, rows, selection }: Pick<RowsProps, "screen" | "selection"> & { readonly rows: readonly WireRow[] }) {
  const link = useRowLink(screen);
  const { lead, rest } = cardParts(screen);
  const isUnread = unreadBy(screen.columns);
  return (
    <ul className="cards-list">
      {rows.map((row) => (
        <Card key={rowId(row)} row={row} lead={lead} rest={rest} link={link} selection={selection} isUnread={isUnread(row)} />
      ))}
    </ul>
  );
}

interface CardProps {
  readonly row: WireRow;
  /** The title, and what else is always in view. */
  readonly lead: readonly ScreenColumn[];
  readonly rest: readonly ScreenColumn[];
  readonly link: RowLink;
  readonly selection: Selection | null;
  readonly isUnread: boolean;
}

function Card({ row, lead: [title, ...marks], rest, link, selection, isUnread }: CardProps) {
  const id = rowId(row);
  const name = title === undefined ? id : renderValue(row, title, "查看");
  return (
    <li className={isUnread ? "card row-unread" : "card"} data-testid={`card-${id}`}>
      <div className="card-head">
        {selection !== null && (
          <span className="card-tick">
            <Checkbox
              checked={selection.ids.includes(id)}
              aria-label={`选择 ${String(row[title?.field ?? "Id"] ?? id)}`}
              onChange={() => selection.toggle(id)}
            />
          </span>
        )}
        {link.field === undefined ? (
          <span className="card-title">{name}</span>
        ) : (
          <Link className="card-title" to={link.pathOf(id)} state={{ from: link.from }}>
            {name}
          </Link>
        )}
        {marks.map((column) => (
          <span key={column.field} className="card-mark" data-field={column.field} title={column.title}>
            {renderValue(row, column)}
          </span>
        ))}
      </div>
      <dl>
        {rest.map((column) => (
          <div key={column.field} data-field={column.field}>
            <dt>{column.title}</dt>
            <dd>{renderValue(row, column, "—")}</dd>
          </div>
        ))}
      </dl>
    </li>
  );
}
