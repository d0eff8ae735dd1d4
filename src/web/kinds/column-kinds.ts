import type { ColumnFormat } from "../../shared/protocol/screen.ts";
import type { ColumnKind } from "./column-kind.ts";
import { date } from "./columns/date.tsx";
import { datetime } from "./columns/datetime.tsx";
import { file } from "./columns/file.tsx";
import { flag } from "./columns/flag.tsx";
import { images } from "./columns/images.tsx";
import { integer } from "./columns/integer.tsx";
import { money } from "./columns/money.tsx";
import { printed } from "./columns/printed.tsx";
import { quantity } from "./columns/quantity.tsx";
import { rate } from "./columns/rate.tsx";
import { status } from "./columns/status.tsx";
import { text } from "./columns/text.tsx";
import { unread } from "./columns/unread.tsx";

/** Every column format of the protocol. A format without a kind does not compile. */
export const COLUMN_KINDS = {
  text,
  integer,
  money,
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
} satisfies Record<ColumnFormat, ColumnKind>;
