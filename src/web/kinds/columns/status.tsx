import { StatusTag } from "../StatusTag.tsx";
import { statusOf } from "../text/status-text.ts";
import type { ColumnKind } from "./column-kind.ts";

/** A status as a coloured tag. */
export const status: ColumnKind = ({ row, column }) => <StatusTag {...statusOf(row, column)} />;
