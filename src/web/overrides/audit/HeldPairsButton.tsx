import { DownloadOutlined, TeamOutlined } from "@ant-design/icons";
import { Button, Checkbox, Flex, Input, Modal, Space, Table } from "antd";
import { useState } from "react";
import { timeOf } from "../../../shared/domain/day.ts";
import { exportFileName } from "../../../shared/domain/sheet/sheet-plan.ts";
import { dataRow, headRow } from "../../../shared/domain/sheet/sheet-rows.ts";
import type { HeldPairRow, HeldPairsResult } from "../../../shared/protocol/held-pairs.ts";
import { API_ROOT } from "../../api/endpoints.ts";
import { saveFile } from "../../data/save-file.ts";
import { useCall, useTask } from "../../data/use-call.ts";
import { XLSX_TYPE } from "../../pages/export/ExportButton.tsx";
import { PageWait } from "../../pages/module/PageWait.tsx";

const WIDTH = 1080;
const TITLE = "职责核对";
const COLUMNS = [
  { field: "USER_ID", title: "用户编号" },
  { field: "UsrName", title: "姓名" },
  { field: "group", title: "用户组" },
  { field: "inUse", title: "状态" },
  { field: "pair", title: "须分开的职责" },
  { field: "holds", title: "拥有" },
  { field: "first", title: "权限一" },
  { field: "second", title: "权限二" },
] as const satisfies readonly { readonly field: keyof HeldPairRow; readonly title: string }[];

/** 职责核对: who holds both functions of a pair that is kept apart, or each of them, found by any word, and taken away as a sheet. */
export function HeldPairsButton() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button icon={<TeamOutlined />} data-testid="held-pairs" onClick={() => setOpen(true)}>
        {TITLE}
      </Button>
      {isOpen && (
        <Modal open width={WIDTH} title={TITLE} footer={null} onCancel={() => setOpen(false)}>
          <Held />
        </Modal>
      )}
    </>
  );
}

function Held() {
  const query = useCall<HeldPairsResult>(`${API_ROOT}/AuditLog/HeldPairs`, {}, { cacheTime: 0, isSilent: true });
  const [wanted, setWanted] = useState("");
  const [isAll, setAll] = useState(false);
  const rows = query.data?.rows.filter(({ holds }) => isAll || holds === "两项") ?? [];
  const shown = rows.filter((row) => COLUMNS.some(({ field }) => row[field].includes(wanted.trim())));
  const { start, isRunning } = useTask(() => exportRows(shown));
  if (query.data === undefined) return <PageWait query={query} />;
  return (
    <Flex vertical gap="middle" data-testid="held-pairs-report">
      <Space wrap>
        <Input
          allowClear
          placeholder="按姓名、职责等查找"
          aria-label="查找"
          value={wanted}
          onChange={({ target }) => setWanted(target.value)}
          data-testid="held-search"
        />
        <Checkbox checked={isAll} onChange={({ target }) => setAll(target.checked)} data-testid="held-all">
          也列出只拥有一项的人
        </Checkbox>
        <Button
          icon={<DownloadOutlined />}
          loading={isRunning}
          disabled={shown.length === 0}
          onClick={() => start()}
          data-testid="held-export"
        >
          导出
        </Button>
        <span className="faint">共 {shown.length} 条</span>
      </Space>
      <Table
        size="small"
        scroll={{ x: "max-content" }}
        rowKey={({ USER_ID, pair, group }) => `${USER_ID} ${pair} ${group}`}
        dataSource={shown}
        pagination={{ hideOnSinglePage: true }}
        locale={{ emptyText: wanted === "" ? "没有人同时拥有须分开的权限" : "没有符合条件的人员" }}
        columns={COLUMNS.map(({ field, title }) => ({ dataIndex: field, title }))}
      />
    </Flex>
  );
}

/** All rows that were found. */
async function exportRows(rows: readonly HeldPairRow[]): Promise<void> {
  const { writeBook } = await import("../../pages/export/write-book.ts");
  const plan = { title: TITLE, columns: COLUMNS.map((column) => ({ ...column, format: "text" as const })), footer: null };
  const lines = [headRow(plan), ...rows.map((row, index) => dataRow(plan, { ...row }, index + 1))];
  saveFile(new Blob([writeBook([{ title: TITLE, lines }])], { type: XLSX_TYPE }), exportFileName(TITLE, timeOf(new Date())));
}
