import { renderPlain } from "../../kinds/columns/plain-kinds.ts";
import { rowId } from "../../kinds/row.ts";
import { cardParts, linkField, unreadBy } from "../list/row-parts.ts";
import { Value } from "./LightTable.tsx";
import type { LightRows } from "./light-rows.ts";
import "../list/cards.css";

/** The rows as cards, as the phone shows them that will take their place (pages/list/CardRows.tsx), in plain elements. */
export function LightCards({ screen, rows, hasTicks }: LightRows) {
  const {
    lead: [title, ...marks],
    rest,
  } = cardParts(screen);
  const isUnread = unreadBy(screen.columns);
  const hasPages = linkField(screen, screen.columns) !== undefined;
  return (
    <div className="cards">
      <div className="cards-rows light-cards">
        <ul className="cards-list">
          {rows.map((row) => (
            <li key={rowId(row)} className={isUnread(row) ? "card row-unread" : "card"}>
              <div className="card-head">
                {hasTicks && (
                  <span className="card-tick">
                    <i className="light-box" />
                  </span>
                )}
                <span className="card-title">
                  {title === undefined ? rowId(row) : <Value row={row} column={title} isLink={hasPages} />}
                </span>
                {marks.map((column) => (
                  <span key={column.field} className="card-mark">
                    {renderPlain(row, column)}
                  </span>
                ))}
              </div>
              <dl>
                {rest.map((column) => (
                  <div key={column.field}>
                    <dt>{column.title}</dt>
                    <dd>{renderPlain(row, column, "—")}</dd>
                  </div>
                ))}
              </dl>
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}
