import { PlusOutlined } from "@ant-design/icons";
import { App, Button, Card } from "antd";
import { useMemo, useRef } from "react";
import { isScaled } from "../../../../shared/domain/cell.ts";
import { formatScaled, parseScaled, SCALE } from "../../../../shared/domain/scaled.ts";
import type { FormField, FormLines as LinesSpec } from "../../../../shared/protocol/form.ts";
import type { ScreenModel } from "../../../../shared/protocol/screen.ts";
import { inputKindOf, valueText } from "../../../kinds/inputs/input-kinds.ts";
import type { Line } from "../state/form-draft.ts";
import { linesId } from "../state/form-place.ts";
import { placeOf } from "../state/form-problems.ts";
import type { FormValues } from "../state/form-reducer.ts";
import { LineRow } from "./LineRow.tsx";
import { type LineColumn, lineColumns, NUMBER_WIDTH, PLAIN_LINES, ROW_HEIGHT, TOOLS_WIDTH } from "./line-layout.ts";
import { type ActiveCell, type Cursor, useLinesContext } from "./lines-context.ts";
import { KEYS_HINT, useLineKeys } from "./use-line-keys.ts";
import { useLinePaste } from "./use-line-paste.ts";
import { useVisibleRows } from "./use-visible-rows.ts";
import "./lines.css";

const NONE: readonly Line[] = [];

/** What of a form its lines are drawn with. */
interface LinesPage extends Pick<FormValues, "state" | "texts" | "dispatch"> {
  readonly mdl: string;
  readonly screen: ScreenModel;
  readonly cursor: Cursor | null;
  readonly enter: (entity: string, cell: ActiveCell) => void;
}

/** The lines of a document as a table to write in. */
export function FormLines({ page, spec }: { page: LinesPage; spec: LinesSpec }) {
  const { mdl, screen, state, texts, cursor, enter, dispatch } = page;
  const { entity } = spec;
  const lines = state.now.lines[entity] ?? NONE;
  // Where the cursor is, if it is in these lines.
  const active = cursor?.entity === entity ? cursor : null;
  const { message } = App.useApp();
  const columns = useMemo(() => lineColumns(spec, screen.show.lines), [spec, screen.show.lines]);
  const context = useLinesContext({ mdl, entity, head: state.now.head.values, onEnter: enter, dispatch });
  const { onKeyDown, append } = useLineKeys({ context, lines, columns, active });
  const tell = (text: string, isWarning: boolean) => void (isWarning ? message.warning(text, 10) : message.success(text));
  const onPaste = useLinePaste({ context, lines, columns, active, tell });
  const box = useRef<HTMLDivElement>(null);
  const { from, to } = useVisibleRows(box, lines, active);
  const problem = texts.get(placeOf(entity, null, ""));
  return (
    <Card
      size="small"
      className="form-lines"
      id={linesId(entity)}
      title={spec.title}
      onPaste={onPaste}
      extra={<span className="faint">共 {lines.length} 行</span>}
    >
      {problem !== undefined && <div className="form-problem">{problem}</div>}
      <div
        ref={box}
        // Without a line nothing in it takes the keyboard, which must scroll it on a narrow screen.
        {...(lines.length === 0 && { tabIndex: 0, role: "region", "aria-label": spec.title })}
        style={{ scrollPaddingLeft: NUMBER_WIDTH + (columns[0]?.width ?? 0), scrollPaddingRight: TOOLS_WIDTH }}
        className={`lines-box ${lines.length > PLAIN_LINES ? "lines-long" : ""}`}
      >
        <table className="lines" data-testid={linesId(entity)} aria-label={spec.title} aria-rowcount={lines.length} onKeyDown={onKeyDown}>
          <LinesHead columns={columns} />
          <tbody>
            {from > 0 && <tr className="line-space" style={{ height: from * ROW_HEIGHT }} />}
            {lines.slice(from, to).map((line, index) => (
              <LineRow
                key={line.key}
                context={context}
                columns={columns}
                line={line}
                number={from + index + 1}
                active={active?.key === line.key ? active : null}
                texts={texts}
              />
            ))}
            {to < lines.length && <tr className="line-space" style={{ height: (lines.length - to) * ROW_HEIGHT }} />}
          </tbody>
          {spec.sums.length > 0 && <LinesFoot columns={columns} sums={spec.sums} lines={lines} />}
        </table>
      </div>
      {lines.length === 0 && <div className="lines-none faint">还没有{spec.title}</div>}
      <div className="lines-bar">
        <Button type="dashed" icon={<PlusOutlined />} onClick={append} data-testid={`add-line-${entity}`}>
          添加一行
        </Button>
        <span className="lines-hint">{KEYS_HINT}</span>
      </div>
    </Card>
  );
}

/** Widths and titles of the columns. */
function LinesHead({ columns }: { columns: readonly LineColumn[] }) {
  return (
    <>
      <colgroup>
        <col style={{ width: NUMBER_WIDTH }} />
        {columns.map((field) => (
          <col key={field.name} style={{ width: field.width }} />
        ))}
        <col style={{ width: TOOLS_WIDTH }} />
      </colgroup>
      <thead>
        <tr>
          <th className="line-number">#</th>
          {columns.map((field) => (
            <th key={field.name} className={`line-${inputKindOf(field).align}`} title={field.note || field.title}>
              {field.title}
              {field.isRequired && field.isWritable && (
                <span className="form-required" aria-hidden="true">
                  *
                </span>
              )}
            </th>
          ))}
          <th className="line-tools">操作</th>
        </tr>
      </thead>
    </>
  );
}

/** 合计 under the lines, as they are entered. */
function LinesFoot({ columns, sums, lines }: { columns: readonly FormField[]; sums: readonly string[]; lines: readonly Line[] }) {
  return (
    <tfoot>
      <tr data-testid="lines-sums">
        <th scope="row" className="line-number">
          合计
        </th>
        {columns.map((field) => (
          <td key={field.name} className={`line-${inputKindOf(field).align} num`} data-field={field.name}>
            {sums.includes(field.name) && valueText(field, sumLines(field, lines))}
          </td>
        ))}
        <td className="line-tools" />
      </tr>
    </tfoot>
  );
}

/** The exact sum of a column as decimal text; what is no number yet counts nothing. */
function sumLines({ name, type }: FormField, lines: readonly Line[]): string {
  const scale = isScaled(type) ? SCALE[type] : 0;
  const sum = lines.reduce((total, { values }) => total + (parseScaled(String(values[name] ?? ""), scale) ?? 0n), 0n);
  return formatScaled(sum, scale);
}
