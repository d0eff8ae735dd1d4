import { type HttpError, useOne } from "@refinedev/core";
import { Modal, Table } from "antd";
import { useState } from "react";
import { isSet } from "../../../shared/domain/value-text.ts";
import type { WireRow } from "../../../shared/protocol/list.ts";
import type { ScreenAction, ScreenModel, ShowResult } from "../../../shared/protocol/screen.ts";
import type { Ticks } from "../../../shared/registry/model.ts";
import { tableColumns } from "../../kinds/columns/table-columns.tsx";
import { rowId } from "../../kinds/row.ts";
import { rowTicks } from "../../kinds/row-ticks.tsx";

const WIDTH = 860;
const TALL_PX = 420;

interface TicksModalProps {
  readonly screen: ScreenModel;
  readonly action: ScreenAction;
  readonly ticks: Ticks;
  readonly row: WireRow;
  readonly onCancel: () => void;
  readonly onConfirm: (ticked: readonly string[]) => void;
}

/** Asks for the lines an action is about. */
export default function TicksModal({ screen, action, ticks, row, onCancel, onConfirm }: TicksModalProps) {
  const { lines, ticked, setTicked, isLoading, error } = useTicks(String(screen.MdlId), rowId(row), ticks);
  const table = screen.show.lines.find(({ entity }) => entity === ticks.entity);
  const columns = (table?.columns ?? []).filter(({ field }) => field !== ticks.field);
  return (
    <Modal
      open
      width={WIDTH}
      title={`${action.title}：请勾选${table?.title ?? "明细"}`}
      onCancel={onCancel}
      onOk={() => onConfirm(ticked)}
      okButtonProps={{ disabled: isLoading || ticked.length < ticks.least, danger: action.danger, "data-testid": "confirm-ok" }}
    >
      <div className="rows" data-testid="ticks">
        <Table<WireRow>
          size="small"
          rowKey={rowId}
          dataSource={lines}
          loading={isLoading}
          pagination={false}
          scroll={{ x: columns.reduce((sum, { width }) => sum + width, 0), y: TALL_PX }}
          locale={{ emptyText: error?.message ?? "没有明细" }}
          columns={tableColumns(columns)}
          rowSelection={{
            selectedRowKeys: [...ticked],
            onChange: (keys) => setTicked(keys.map(String)),
            ...rowTicks((line) => String(line[columns[0]?.field ?? "Id"])),
          }}
          onRow={(line) => ({ "data-testid": `tick-${rowId(line)}` }) as React.HTMLAttributes<HTMLElement>}
        />
      </div>
      <p className="reason-rows">
        已勾选 {ticked.length} 行{ticks.least > 0 && `，至少 ${ticks.least} 行`}；未勾选的将取消标记。
      </p>
    </Modal>
  );
}

const NONE: readonly WireRow[] = [];

/** The lines of a document and which of them are ticked: at first those that carry the flag already. */
function useTicks(mdl: string, id: string, { entity, field }: Ticks) {
  const query = useOne<Pick<ShowResult, keyof ShowResult>, HttpError>({ resource: mdl, id });
  const lines = query.data?.data.lines[entity] ?? NONE;
  const [chosen, setTicked] = useState<readonly string[] | null>(null);
  const ticked = chosen ?? lines.filter((line) => isSet(line[field])).map(rowId);
  return { lines, ticked, setTicked, isLoading: query.isFetching, error: query.error };
}
