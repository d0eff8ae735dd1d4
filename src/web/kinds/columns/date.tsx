import type { ColumnKind } from "../column-kind.ts";

/** Day without time. */
export const date: ColumnKind = { render: ({ value }) => <span className="num">{String(value).slice(0, 10)}</span>, cell: "text" };
