import { statusOf } from "../status-of.ts";
import type { ColumnKind } from "./column-kind.ts";

/** A status as a coloured tag (StatusTag.tsx), by its styles alone: a list has dozens, and antd's tag looks for its own at each. */
export const status: ColumnKind = ({ row, column }) => {
  const { text, tone } = statusOf(row, column);
  if (tone === "plain") return <span>{text}</span>;
  return (
    <span className={`status status-${tone}`}>
      <i className="status-shape" />
      <span>{text}</span>
    </span>
  );
};
