import { valueText } from "../../../shared/domain/value-text.ts";
import type { ColumnKind } from "./column-kind.ts";

/** Plain text; too long a text is cut off by the cell, the whole text is its tooltip. */
export const text: ColumnKind = ({ value }) => valueText("text", value);

/** Money in Chinese capitals. */
export const capitals: ColumnKind = ({ value }) => valueText("capitals", value);
