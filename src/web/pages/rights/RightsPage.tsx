import { type HttpError, useList } from "@refinedev/core";
import { Empty, Input, Pagination } from "antd";
import { useState } from "react";
import { useSearchParams } from "react-router-dom";
import type { WireRow } from "../../../shared/protocol/list.ts";
import { labelKey, type ScreenModel } from "../../../shared/protocol/screen.ts";
import { rowId } from "../../kinds/row.ts";
import { ListHead } from "../list/ListHead.tsx";
import { PageWait } from "../module/PageWait.tsx";
import { RightsView } from "./RightsView.tsx";
import "../list/list.css";
import "../../kinds/kinds.css";
import "../tree/tree.css";
import "./rights.css";

const CHOSEN = "who";
const ROWS = 30;

/** Users or groups on the left, what the chosen one may and why on the right. Who is chosen stands in the address. */
export default function RightsPage({ screen }: { screen: ScreenModel }) {
  const mdl = String(screen.MdlId);
  const [params, setParams] = useSearchParams();
  const [wanted, setWanted] = useState("");
  const [current, setCurrent] = useState(1);
  const name = screen.show.titleField;
  const query = useList<WireRow, HttpError>({
    resource: mdl,
    pagination: { pageSize: ROWS, current },
    sorters: [...screen.defaultSort],
    filters: wanted === "" ? [] : [{ field: name, operator: "contains", value: wanted }],
  });
  const rows = query.data?.data ?? [];
  const chosen = params.get(CHOSEN) ?? (rows[0] ? rowId(rows[0]) : null);
  const notes = screen.columns.filter(({ field }) => field !== name);
  const textOf = (row: WireRow, field: string) => String(row[labelKey(field)] ?? row[field] ?? "");
  const search = (text: string) => {
    setWanted(text.trim());
    setCurrent(1);
  };
  return (
    <section className="tree">
      <ListHead title={screen.title} help={screen.help} actions={null} onRefresh={() => void query.refetch()} />
      {query.data === undefined ? (
        <PageWait query={query} />
      ) : (
        <div className="tree-body">
          <nav className="rights-who" aria-label={screen.title}>
            <Input.Search allowClear placeholder="按名称查找" onSearch={search} data-testid="rights-find" />
            <ul className="groups" data-testid="list-table">
              {rows.map((row) => (
                <li key={rowId(row)} data-testid={`row-${rowId(row)}`}>
                  <button
                    type="button"
                    className="group"
                    aria-current={rowId(row) === chosen}
                    onClick={() => setParams({ [CHOSEN]: rowId(row) }, { replace: true })}
                  >
                    <b>{textOf(row, name)}</b>
                    <span>
                      {notes
                        .map(({ field }) => textOf(row, field))
                        .filter((text) => text !== "")
                        .join(" · ")}
                    </span>
                  </button>
                </li>
              ))}
            </ul>
            {rows.length === 0 && <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="没有符合的数据" />}
            <Pagination
              simple
              size="small"
              hideOnSinglePage
              current={current}
              pageSize={ROWS}
              total={query.data.total}
              onChange={setCurrent}
            />
          </nav>
          {chosen === null ? (
            <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="请先选择" />
          ) : (
            <RightsView
              key={chosen}
              mdl={mdl}
              id={chosen}
              name={rows.flatMap((row) => (rowId(row) === chosen ? textOf(row, name) : []))[0]}
            />
          )}
        </div>
      )}
    </section>
  );
}
