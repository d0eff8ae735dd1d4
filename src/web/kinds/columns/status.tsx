import { StatusTag, statusOf } from "../StatusTag.tsx";
import type { ColumnKind } from "./column-kind.ts";

/** A status as a coloured tag. */
export const status: ColumnKind = ({ row, column }) => <StatusTag {...statusOf(row, column)} />;
