import type { ColumnFormat } from "../../../shared/protocol/screen.ts";
import type { ColumnKind } from "./column-kind.ts";
import { drawnBy } from "./draw-cell.ts";
import { PLAIN_KINDS } from "./plain-kinds.ts";
import { printed } from "./printed.tsx";
import { file, images } from "./uploads.tsx";

/** Every column format of the protocol. A format without a kind does not compile. */
export const COLUMN_KINDS = { ...PLAIN_KINDS, images, file, printed } satisfies Record<ColumnFormat, ColumnKind>;

/** One value of a row as its column draws it; `blank` where there is none. */
export const renderValue = drawnBy(COLUMN_KINDS);
