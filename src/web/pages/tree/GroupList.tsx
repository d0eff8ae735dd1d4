import { Empty } from "antd";
import type { WireRow } from "../../../shared/protocol/list.ts";
import type { ScreenModel } from "../../../shared/protocol/screen.ts";
import { rowId } from "../../kinds/row.ts";
import { StatusTag } from "../../kinds/StatusTag.tsx";
import { statusTags } from "../show/status-tags.ts";

interface GroupListProps {
  readonly screen: ScreenModel;
  readonly rows: readonly WireRow[];
  readonly chosen: string | null;
  readonly onChoose: (id: string) => void;
}

/** The groups to choose from, each with its numbers. */
export function GroupList({ screen, rows, chosen, onChoose }: GroupListProps) {
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
