import { CheckCircleFilled, CloseCircleFilled } from "@ant-design/icons";
import { Table } from "antd";
import type { PayPreview, PayPreviewRow } from "../../../shared/protocol/pay-preview.ts";
import { Sum } from "../../kinds/DecimalNumber.tsx";

const WIDTH = 1080;
const TALL_PX = 300;
const LONG = 8;

/** Every bill of a batch with its amounts, and what would become of it. */
export function PreviewTable({ preview }: { preview: PayPreview }) {
  const { rows } = preview;
  const money = (title: string, field: string) =>
    rows.some((row) => row[field] !== undefined)
      ? [
          {
            key: field,
            title,
            width: 112,
            align: "right" as const,
            render: (_value: unknown, row: PayPreviewRow) => <Sum value={String(row[field] ?? "")} decimals={2} />,
          },
        ]
      : [];
  return (
    <div className="rows pay-preview-rows">
      <Table<PayPreviewRow>
        size="small"
        rowKey="id"
        dataSource={[...rows]}
        pagination={false}
        scroll={{ x: WIDTH, ...(rows.length > LONG && { y: TALL_PX }) }}
        onRow={(row) => ({ "data-testid": `preview-${row.id}` }) as React.HTMLAttributes<HTMLElement>}
        columns={[
          {
            key: "number",
            title: "单号",
            width: 150,
            render: (_value, row) => <span className="num">{String(row.Billid ?? row.id)}</span>,
          },
          ...money("应付金额", "Bala_sum"),
          { key: "result", title: "结果", width: 210, render: (_value, row) => <Result row={row} /> },
          { key: "provider", title: "供应商", width: 170, ellipsis: true, render: (_value, row) => String(row.Provider ?? "") },
          ...money("结算金额", "TotalMoney"),
          ...money("费用", "Bala_fee"),
          { key: "capitals", title: "大写", width: 220, ellipsis: true, dataIndex: "capitals" },
        ]}
      />
    </div>
  );
}

function Result({ row: { ok, Msg } }: { row: PayPreviewRow }) {
  return (
    <span className="pay-result" data-ok={ok} title={Msg}>
      {ok ? <CheckCircleFilled aria-hidden /> : <CloseCircleFilled aria-hidden />} {ok ? "可以执行" : Msg}
    </span>
  );
}
