import { ArrowDownOutlined, ArrowUpOutlined, CopyOutlined, DeleteOutlined, PlusOutlined } from "@ant-design/icons";
import { memo, type ReactNode } from "react";
import type { FormField } from "../../../../shared/protocol/form.ts";
import type { LinesEdit } from "../state/edit-lines.ts";
import { type Line, lineKey as newKey } from "../state/form-draft.ts";
import { type ProblemTexts, placeOf } from "../state/form-problems.ts";
import { LineCell } from "./LineCell.tsx";
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
