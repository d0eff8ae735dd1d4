import { CheckCircleFilled, CloseCircleFilled } from "@ant-design/icons";
import { Alert, Button, Radio, Table } from "antd";
import type { WireRow } from "../../../shared/protocol/list.ts";
import type { ActionPreview, PreviewRow } from "../../../shared/protocol/preview.ts";
import { tableColumns } from "../../kinds/columns/table-columns.tsx";
import { Sum } from "../../kinds/DecimalNumber.tsx";
import { rowId } from "../../kinds/row.ts";
import { isDone, refusalOf } from "./preview-words.ts";
import "./preview.css";

const TALL_PX = 300;
const LONG = 8;
/** The result stands where it is seen without scrolling. */
const RESULT_AT = 2;
const RESULT_PX = 210;

interface PreviewBodyProps {
  readonly preview: ActionPreview;
  /** It is being read anew. */
  readonly isBusy: boolean;
  /** Goes on without these rows. */
  readonly onLeaveOut: (ids: readonly string[]) => void;
  /** The key of what is chosen. */
  readonly choice: string | null;
  readonly onChoose: (key: string) => void;
}

/** What is about to be done. One row that is refused holds back the whole batch. */
export function PreviewBody({ preview, isBusy, onLeaveOut, choice, onChoose }: PreviewBodyProps) {
  const { rows, totals, choose } = preview;
  const refusal = refusalOf(preview);
  const refused = rows.filter((row) => !isDone(row)).map(({ id }) => String(id));
  const isMixed = refused.length < rows.length;
  return (
    <div className="preview" aria-busy={isBusy} data-testid="preview">
      {refusal !== null && (
        <Alert
          type="error"
          showIcon
          message={<span data-testid="preview-refusal">{refusal}</span>}
          description={isMixed ? `${rows.length} 条单据中有 ${refused.length} 条不能执行，整批都不会执行。` : undefined}
          action={
            isMixed ? (
              <Button size="small" onClick={() => onLeaveOut(refused)} data-testid="preview-leave-out">
                移除不能执行的单据
              </Button>
            ) : undefined
          }
        />
      )}
      <PreviewTable preview={preview} />
      {totals.length > 0 && (
        <dl className="preview-totals" data-testid="preview-totals">
          {totals.map(({ title, amount, decimals, capitals }) => (
            <div key={title}>
              <dt>
                {title}（{rows.length - refused.length} 条）
              </dt>
              <dd>
                <b>
                  <Sum value={amount} decimals={decimals} />
                </b>
                {capitals !== "" && " 元"}
              </dd>
              {capitals !== "" && (
                <dd className="preview-capitals" data-testid="preview-capitals">
                  {capitals}
                </dd>
              )}
            </div>
          ))}
        </dl>
      )}
      {choose !== null && <Choices {...choose} value={choice} onChange={onChoose} />}
    </div>
  );
}

/** Every row of a batch, and what would become of it. */
function PreviewTable({ preview: { columns, rows } }: { preview: ActionPreview }) {
  const answers = new Map(rows.map((each) => [each.row, each]));
  const values = tableColumns(columns).map((column, index) => ({ ...column, key: String(index) }));
  const result = {
    key: "result",
    dataIndex: "result",
    title: "结果",
    width: RESULT_PX,
    align: "left" as const,
    ellipsis: false,
    render: (_value: unknown, row: WireRow) => {
      const answer = answers.get(row);
      return answer && <Result {...answer} />;
    },
  };
  return (
    <div className="rows">
      <Table<WireRow>
        size="small"
        rowKey={rowId}
        dataSource={[...answers.keys()]}
        pagination={false}
        scroll={{ x: columns.reduce((sum, { width }) => sum + width, RESULT_PX), ...(rows.length > LONG && { y: TALL_PX }) }}
        onRow={(row) => ({ "data-testid": `preview-${rowId(row)}` }) as React.HTMLAttributes<HTMLElement>}
        columns={values.toSpliced(RESULT_AT, 0, result)}
      />
    </div>
  );
}

function Result({ Code, Msg, cause }: Pick<PreviewRow, "Code" | "Msg" | "cause">) {
  const isOk = isDone({ Code });
  return (
    <span className="preview-result" data-ok={isOk} title={Msg}>
      {isOk ? <CheckCircleFilled aria-hidden /> : <CloseCircleFilled aria-hidden />} {isOk ? "可以执行" : Msg}
      {cause !== "" && <small className="refusal-cause">{cause}</small>}
    </span>
  );
}

type ChoicesProps = NonNullable<ActionPreview["choose"]> & { readonly value: string | null; readonly onChange: (key: string) => void };

/** What there is to choose; what these rows cannot go with says why. */
function Choices({ title, none, choices, value, onChange }: ChoicesProps) {
  if (choices.length === 0) return <Alert type="warning" showIcon message={none} />;
  return (
    <div className="preview-choices">
      <span>{title}</span>
      <Radio.Group value={value} onChange={({ target }) => onChange(String(target.value))} aria-label={title}>
        {choices.map(({ key, title: text, Msg }) => (
          <Radio key={key} value={key} disabled={Msg !== ""} data-testid={`choice-${key}`}>
            {text}
            {Msg !== "" && <span className="preview-refused">（{Msg}）</span>}
          </Radio>
        ))}
      </Radio.Group>
    </div>
  );
}
