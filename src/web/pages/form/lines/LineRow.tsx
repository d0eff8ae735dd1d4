import { ArrowDownOutlined, ArrowUpOutlined, CopyOutlined, DeleteOutlined, PlusOutlined } from "@ant-design/icons";
import { memo, type ReactNode } from "react";
import type { FormField } from "../../../../shared/protocol/form.ts";
import { inputKindOf, valueText } from "../../../kinds/inputs/input-kinds.ts";
import { ReadValue } from "../../../kinds/inputs/ReadValue.tsx";
import type { LinesEdit } from "../state/edit-lines.ts";
import { type Line, mayWrite, narrowOf, lineKey as newKey } from "../state/form-draft.ts";
import { cellId } from "../state/form-place.ts";
import { type ProblemTexts, placeOf } from "../state/form-problems.ts";
import type { ActiveCell, LinesContext } from "./lines-context.ts";

interface LineRowProps {
  readonly context: LinesContext;
  readonly columns: readonly FormField[];
  readonly line: Line;
  /** From 1. */
  readonly number: number;
  /** The cursor; null: it is in another line. */
  readonly active: ActiveCell | null;
  readonly texts: ProblemTexts;
}

/** A line. Drawn again only when it, its problems or the cursor in it change. */
export const LineRow = memo(function LineRow({ context, columns, line, number, active, texts }: LineRowProps) {
  return (
    <tr className={active === null ? "" : "line-active"} data-testid={`line-${number}`}>
      <th scope="row" className="line-number">
        {number}
      </th>
      {columns.map((field) => (
        <LineCell
          key={field.name}
          context={context}
          field={field}
          line={line}
          number={number}
          active={active?.field === field.name ? active : null}
          problem={texts.get(placeOf(context.source.entity, line.key, field.name))}
        />
      ))}
      <LineTools context={context} lineKey={line.key} number={number} />
    </tr>
  );
}, isSameRow);

function isSameRow(before: LineRowProps, after: LineRowProps): boolean {
  const { line, number, active, columns, context } = after;
  if (before.line !== line || before.number !== number || before.active !== active || before.columns !== columns) return false;
  if (before.texts === after.texts) return true;
  return columns.every(({ name }) => {
    const place = placeOf(context.source.entity, line.key, name);
    return before.texts.get(place) === after.texts.get(place);
  });
}

interface Tool {
  readonly key: string;
  readonly title: string;
  readonly icon: ReactNode;
  readonly edit: (line: string) => LinesEdit;
}

/** Every one of them has a key as well (use-line-keys), so that Tab goes from value to value. */
const TOOLS: readonly Tool[] = [
  { key: "insert", title: "在下方插入一行", icon: <PlusOutlined />, edit: (key) => ({ kind: "insert", after: key, as: newKey() }) },
  { key: "duplicate", title: "复制本行", icon: <CopyOutlined />, edit: (key) => ({ kind: "duplicate", key, as: newKey() }) },
  { key: "up", title: "上移", icon: <ArrowUpOutlined />, edit: (key) => ({ kind: "move", key, by: -1 }) },
  { key: "down", title: "下移", icon: <ArrowDownOutlined />, edit: (key) => ({ kind: "move", key, by: 1 }) },
  { key: "delete", title: "删除本行", icon: <DeleteOutlined />, edit: (key) => ({ kind: "delete", keys: [key] }) },
];

/** What can be done with a line. */
function LineTools({ context, lineKey, number }: { context: LinesContext; lineKey: string; number: number }) {
  return (
    <td className="line-tools">
      {TOOLS.map(({ key, title, icon, edit }) => (
        <button
          key={key}
          type="button"
          tabIndex={-1}
          className={`line-tool line-tool-${key}`}
          title={title}
          aria-label={`第${number}行 ${title}`}
          data-testid={`line-${key}-${number}`}
          onClick={() => context.edit(edit(lineKey))}
        >
          {icon}
        </button>
      ))}
    </td>
  );
}

interface LineCellProps {
  readonly context: LinesContext;
  readonly field: FormField;
  readonly line: Line;
  /** Of the line, from 1. */
  readonly number: number;
  /** The cursor, if it stands here. */
  readonly active: ActiveCell | null;
  readonly problem: string | undefined;
}

/** One value of a line: words until the cursor comes, then its input. So 500 lines cost no more inputs than one. */
function LineCell({ context, field, line, number, active, problem }: LineCellProps) {
  const { key, values } = line;
  const { Control, align } = inputKindOf(field);
  const value = values[field.name] ?? null;
  const words = valueText(field, value);
  const canWrite = mayWrite(field, line);
  const looks = ["line-cell", `line-${align}`, problem !== undefined && "line-bad", !canWrite && "line-read"].filter(Boolean).join(" ");
  return (
    <td className={looks} title={problem ?? words} data-testid={`cell-${number}-${field.name}`}>
      {!canWrite && <span className="line-text">{words !== "" && <ReadValue field={field} value={value} />}</span>}
      {canWrite && active === null && (
        <button
          type="button"
          id={cellId(key, field.name)}
          className="line-words"
          aria-label={`第${number}行 ${field.title} ${words}${problem === undefined ? "" : `，${problem}`}`}
          onMouseDown={(event) => {
            // The input takes the focus, as the button is gone before it could; the cell left behind still hears of it.
            event.preventDefault();
            if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
            context.enter({ key, field: field.name, isPointed: true });
          }}
          onFocus={() => context.enter({ key, field: field.name })}
        >
          {words}
        </button>
      )}
      {canWrite && active !== null && (
        <div className="line-input" data-place={placeOf(context.source.entity, key, field.name)}>
          <Control
            field={field}
            id={cellId(key, field.name)}
            value={value}
            onChange={(next, fill) => context.edit({ kind: "write", key, writing: { field: field.name, value: next, fill } })}
            source={context.source}
            narrow={narrowOf(field, { ...context.headValues(), ...values })}
            isCell
            opensAtOnce={active.isPointed === true}
            isInvalid={problem !== undefined}
          />
        </div>
      )}
    </td>
  );
}
