import { Segmented, Table } from "antd";
import { useState } from "react";
import type { ImportPreview, PreviewRow, RowState } from "../../../shared/protocol/import.ts";
import type { Tone } from "../../../shared/protocol/screen.ts";
import { StatusTag } from "../../kinds/StatusTag.tsx";

const STATES: Readonly<Record<RowState, { readonly text: string; readonly tone: Tone }>> = {
  created: { text: "新增", tone: "success" },
  updated: { text: "修改", tone: "info" },
  same: { text: "无变化", tone: "muted" },
  refused: { text: "有问题", tone: "error" },
};
const ORDER: readonly RowState[] = ["refused", "created", "updated", "same"];
const PAGE_ROWS = 20;

/** The first rows of a file as they would be brought in: cells with a problem stand out, and what is wrong stands beside the row in words. */
export function PreviewRows({ preview }: { preview: ImportPreview }) {
  const { headings, rows, counts } = preview;
  const [wanted, setWanted] = useState<RowState | "all">(counts.refused > 0 ? "refused" : "all");
  const shown = wanted === "all" ? rows : rows.filter(({ state }) => state === wanted);
  const choices = ORDER.filter((state) => counts[state] > 0).map((state) => ({
    value: state,
    label: `${STATES[state].text} ${counts[state]}`,
  }));
  const hasProblems = shown.some(({ problems }) => problems.length > 0);
  const titles = new Map(headings.flatMap(({ name, title }) => (name === null ? [] : [[name, title] as const])));
  return (
    <div className="import-preview" data-testid="import-preview">
      <Segmented
        value={wanted}
        options={[{ value: "all" as const, label: `全部 ${rows.length}` }, ...choices]}
        onChange={(value) => setWanted(value as RowState | "all")}
        aria-label="按结果筛选"
      />
      <Table<PreviewRow>
        size="small"
        rowKey="line"
        dataSource={[...shown]}
        scroll={{ x: "max-content" }}
        pagination={{ pageSize: PAGE_ROWS, hideOnSinglePage: true, showSizeChanger: false, size: "small" }}
        locale={{ emptyText: "没有这样的行" }}
        columns={[
          { title: "行", dataIndex: "line", fixed: "left", width: 56 },
          {
            title: "结果",
            dataIndex: "state",
            width: 76,
            render: (state: RowState) => <StatusTag {...STATES[state]} />,
          },
          ...(hasProblems
            ? [
                {
                  title: "问题",
                  key: "problems",
                  width: 260,
                  render: (_value: unknown, row: PreviewRow) => <Problems row={row} titles={titles} />,
                },
              ]
            : []),
          ...headings.flatMap(({ name, title }, place) =>
            name === null
              ? []
              : [
                  {
                    title,
                    key: name,
                    onCell: (row: PreviewRow) => {
                      const problem = row.problems.find(({ column }) => column === name);
                      return problem === undefined ? {} : { className: "import-bad-cell", title: problem.message };
                    },
                    render: (_value: unknown, { cells }: PreviewRow) => <span className="import-cell">{cells[place] ?? ""}</span>,
                  },
                ],
          ),
        ]}
      />
    </div>
  );
}

function Problems({ row, titles }: { row: PreviewRow; titles: ReadonlyMap<string, string> }) {
  return (
    <ul className="import-problems">
      {row.problems.map(({ column, message }) => {
        const title = column === null ? "" : (titles.get(column) ?? "");
        return <li key={`${column} ${message}`}>{title === "" || message.includes(title) ? message : `${title}：${message}`}</li>;
      })}
    </ul>
  );
}
