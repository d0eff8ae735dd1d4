import type { ColumnFormat } from "../../../shared/protocol/screen.ts";
import type { ColumnKind } from "./column-kind.ts";
import { drawnBy } from "./draw-cell.ts";
import { date, datetime, integer, money, price, quantity, rate } from "./numbers.tsx";
import { status } from "./status.tsx";
import { capitals, text } from "./text.tsx";
import { flag, printed, unread } from "./yes-no.tsx";

/** The formats that are drawn by plain elements alone: the light list has them before antd is there (docs/decisions/136). */
export const PLAIN_KINDS = {
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
  printed,
  unread,
  capitals,
} satisfies Partial<Record<ColumnFormat, ColumnKind>>;

/** As `renderValue`; formats that are more than plain leave their place empty. */
export const renderPlain = drawnBy(PLAIN_KINDS);
