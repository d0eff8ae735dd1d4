import { Pagination, Spin } from "antd";
import type { WireRow } from "../../../shared/protocol/list.ts";
import { CardRows } from "./CardRows.tsx";
import { ListEmpty } from "./ListEmpty.tsx";
import { ListSums, ListTotal } from "./ListTotal.tsx";
import { LongCards } from "./LongCards.tsx";
import type { RowsProps } from "./list-rows.ts";
import "./cards.css";

/** px of what stands where there is no card. */
const EMPTY_HEIGHT = 240;

/** The rows of a list where there is no room for a table: what is always in view heads the card, a few more fields follow. */
export function ListCards({ screen, list, selection, onClearFilters }: RowsProps) {
  const { rows, query, all } = list;
  return (
    <div className="cards" data-testid="list-cards">
      {/* By keys one scrolls what has the focus, and cards of rows without pages of their own have nothing else that takes it. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keys */}
      <section className="cards-rows" aria-label={`${screen.title}列表`} tabIndex={0}>
        <Spin spinning={query.isFetching} delay={250}>
          {rows.length === 0 && <ListEmpty height={EMPTY_HEIGHT} hasFilters={list.filters.length > 0} onClear={onClearFilters} />}
          {all === null ? (
            <CardRows screen={screen} rows={rows} selection={selection} />
          ) : (
            <LongCards screen={screen} all={all} selection={selection} />
          )}
        </Spin>
      </section>
      <footer data-testid="list-footer">
        <ListTotal total={list.total} />
        {screen.footer !== null && (
          <ListSums
            columns={screen.columns}
            footer={screen.footer}
            values={list.footer}
            rows={rows}
            rowsTitle={all === null ? "本页" : "已读取"}
            ticked={selection?.rows ?? NONE_TICKED}
            inView={NOTHING_SUMMED}
          />
        )}
        {list.total > list.pageSize && (
          <Pagination
            simple
            current={list.current}
            pageSize={list.pageSize}
            total={list.total}
            showSizeChanger={false}
            onChange={list.turnTo}
          />
        )}
      </footer>
    </div>
  );
}

const NONE_TICKED: readonly WireRow[] = [];
/** Cards have no row of sums. */
const NOTHING_SUMMED: ReadonlySet<string> = new Set();
