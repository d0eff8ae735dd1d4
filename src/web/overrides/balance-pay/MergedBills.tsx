import { useQuery } from "@tanstack/react-query";
import { Table } from "antd";
import type { ApiError } from "../../../shared/protocol/envelope.ts";
import type { WireRow } from "../../../shared/protocol/list.ts";
import { post } from "../../api/post.ts";
import { DecimalNumber } from "../../kinds/DecimalNumber.tsx";
import { rowId } from "../../kinds/row.ts";
import { StatusTag } from "../../kinds/StatusTag.tsx";
import { FailedPage } from "../../pages/failed/FailedPage.tsx";
import { PageSkeleton } from "../../pages/module/PageSkeleton.tsx";
import { SILENT } from "../../providers/query-client.ts";
import { textOf } from "./bill.ts";
import { PAY_CALLS } from "./pay-calls.ts";

const WIDTH = 700;
const MONEY = [
  ["结算金额", "TotalMoney"],
  ["费用", "Bala_fee"],
  ["应付金额", "Bala_sum"],
] as const;

interface Details {
  readonly children: readonly WireRow[];
  readonly footer: Readonly<Record<string, string>>;
}

/** The bills of a merged payment, with their sums. */
export function MergedBills({ id }: { id: string }) {
  const { data, isError, error, refetch } = useQuery<Details, ApiError>({
    queryKey: ["pay-merged", id],
    queryFn: () => post<Details>(PAY_CALLS.mergedDetails, { id }),
    cacheTime: 0,
    meta: SILENT,
  });
  if (data === undefined) return isError ? <FailedPage error={error} onRetry={() => void refetch()} /> : <PageSkeleton />;
  return (
    <div className="rows" data-testid="merged-bills">
      <Table<WireRow>
        size="small"
        rowKey={rowId}
        dataSource={[...data.children]}
        pagination={false}
        scroll={{ x: WIDTH }}
        columns={[
          { key: "number", title: "付款单号", width: 150, render: (_value, row) => <span className="num">{textOf(row, "Billid")}</span> },
          {
            key: "statement",
            title: "结算单号",
            width: 150,
            render: (_value, row) => <span className="num">{textOf(row, "BalaBillid")}</span>,
          },
          ...MONEY.map(([title, field]) => ({
            key: field,
            title,
            width: 112,
            align: "right" as const,
            render: (_value: unknown, row: WireRow) => <DecimalNumber value={textOf(row, field)} decimals={2} />,
          })),
          {
            key: "state",
            title: "状态",
            width: 110,
            render: (_value, row) => <StatusTag text={textOf(row, "StatuZH_text")} tone={row.StatuZH_tone as "info"} />,
          },
        ]}
        summary={() => (
          <Table.Summary.Row className="row-sums">
            <Table.Summary.Cell index={0}>
              <b>合计</b>
            </Table.Summary.Cell>
            <Table.Summary.Cell index={1}>{data.children.length} 张</Table.Summary.Cell>
            {MONEY.map(([, field], index) => (
              <Table.Summary.Cell key={field} index={index + 2} align="right">
                <DecimalNumber value={data.footer[field] ?? "0"} decimals={2} />
              </Table.Summary.Cell>
            ))}
            <Table.Summary.Cell index={MONEY.length + 2} />
          </Table.Summary.Row>
        )}
      />
    </div>
  );
}
