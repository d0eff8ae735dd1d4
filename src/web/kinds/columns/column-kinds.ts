import type { ReactNode } from "react";
import type { WireRow } from "../../../shared/protocol/list.ts";
import type { ColumnFormat, ScreenColumn } from "../../../shared/protocol/screen.ts";
import type { ColumnKind } from "./column-kind.ts";
import { date, datetime, integer, money, price, quantity, rate } from "./numbers.tsx";
import { status } from "./status.tsx";
import { capitals, text } from "./text.tsx";
import { file, images } from "./uploads.tsx";
import { flag, printed, unread } from "./yes-no.tsx";

/** Every column format of the protocol. A format without a kind does not compile. */
export const COLUMN_KINDS = {
  text,
  integer,
  money,
  price,
  quantity,
  rate,
  date,
  datetime,
  status,
  flag,
  images,
  file,
  printed,
  unread,
  capitals,
} satisfies Record<ColumnFormat, ColumnKind>;

/** One value of a row as its column draws it; `blank` where there is none. */
export function renderValue(row: WireRow, column: ScreenColumn, blank: ReactNode = null): ReactNode {
  const value = row[column.field];
  if (value === null || value === undefined || value === "") return blank;
  return COLUMN_KINDS[column.format]({ value, row, column });
}
