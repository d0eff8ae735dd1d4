import { ArrowDownOutlined, ArrowUpOutlined, CopyOutlined, DeleteOutlined, PlusOutlined } from "@ant-design/icons";
import type { ReactNode } from "react";
import { lineKey as newKey } from "../form-draft.ts";
import type { LinesEdit } from "./edit-lines.ts";
import type { LinesContext } from "./lines-context.ts";

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

interface LineToolsProps {
  readonly context: LinesContext;
  readonly lineKey: string;
  readonly number: number;
}

/** What can be done with a line. */
export function LineTools({ context, lineKey, number }: LineToolsProps) {
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
