import { type HttpError, useList } from "@refinedev/core";
import { Empty } from "antd";
import { useSearchParams } from "react-router-dom";
import { ALL_ROWS, type WireRow } from "../../../shared/protocol/list.ts";
import type { ScreenModel } from "../../../shared/protocol/screen.ts";
import { rowId } from "../../kinds/row.ts";
import { StatusTag } from "../../kinds/StatusTag.tsx";
import { ActionButtons } from "../actions/ActionButtons.tsx";
import { ListHead } from "../list/ListHead.tsx";
import { PageWait } from "../module/PageWait.tsx";
import { statusTags } from "../show/show-record.ts";
import { GrantEditor } from "./GrantEditor.tsx";
import "../list/list.css";
import "../../kinds/kinds.css";
import "./tree.css";

const CHOSEN = "group";

/** Groups on the left, what the chosen one may do on the right. Which one is chosen stands in the address. */
export default function TreePage({ screen }: { screen: ScreenModel }) {
  const mdl = String(screen.MdlId);
  const [params, setParams] = useSearchParams();
  const query = useList<WireRow, HttpError>({ resource: mdl, pagination: { pageSize: ALL_ROWS }, sorters: [...screen.defaultSort] });
  const rows = query.data?.data ?? [];
  const chosen = rows.find((row) => rowId(row) === params.get(CHOSEN)) ?? rows[0];
  const choose = (id: string) => setParams({ [CHOSEN]: id }, { replace: true });
  return (
    <section className="tree">
      <ListHead
        title={screen.title}
        help={screen.help}
        actions={<ActionButtons screen={screen} rows={chosen ? [chosen] : []} onDone={() => undefined} />}
        onRefresh={() => void query.refetch()}
      />
      {query.data === undefined ? (
        <PageWait query={query} />
      ) : (
        <div className="tree-body">
          <GroupList screen={screen} rows={rows} chosen={chosen ? rowId(chosen) : null} onChoose={choose} />
          {chosen ? (
            <GrantEditor
              key={rowId(chosen)}
              mdl={mdl}
              group={chosen}
              name={String(chosen[screen.tree?.label ?? ""] ?? "")}
              mayGrant={screen.actions.some(({ kind }) => kind === "grant")}
            />
          ) : (
            <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="请选择用户组" />
          )}
        </div>
      )}
    </section>
  );
}

interface GroupListProps {
  readonly screen: ScreenModel;
  readonly rows: readonly WireRow[];
  readonly chosen: string | null;
  readonly onChoose: (id: string) => void;
}

/** The groups to choose from, each with its numbers. */
function GroupList({ screen, rows, chosen, onChoose }: GroupListProps) {
  const label = screen.tree?.label ?? "";
  const numbers = screen.columns.filter(({ format }) => format === "integer");
  if (rows.length === 0) return <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="还没有用户组，请先新增" />;
  return (
    <ul className="groups" data-testid="list-table">
      {rows.map((row) => (
        <li key={rowId(row)} data-testid={`row-${rowId(row)}`}>
          <button type="button" className="group" aria-current={rowId(row) === chosen} onClick={() => onChoose(rowId(row))}>
            <b>{String(row[label] ?? "")}</b>
            {statusTags(screen, row).map(({ field, text, tone }) => (
              <StatusTag key={field} text={text} tone={tone} />
            ))}
            <span>
              {numbers.map((column) => (
                <span key={column.field} className="group-number">
                  {column.title} {String(row[column.field] ?? 0)}
                </span>
              ))}
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}
