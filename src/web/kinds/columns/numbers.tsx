import { valueText } from "../../../shared/domain/value-text.ts";
import type { ColumnFormat } from "../../../shared/protocol/screen.ts";
import { DecimalNumber } from "../DecimalNumber.tsx";
import type { ColumnKind } from "./column-kind.ts";

const digits =
  (format: ColumnFormat): ColumnKind =>
  ({ value }) => <span className="num">{valueText(format, value)}</span>;
const signed =
  (format: ColumnFormat): ColumnKind =>
  ({ value }) => <DecimalNumber text={valueText(format, value)} />;

/** A whole number with thousands separators. */
export const integer = digits("integer");

/** A rate as percent. */
export const rate = digits("rate");

/** Day without time. */
export const date = digits("date");

/** Day and time, to the second as it is sent. */
export const datetime = digits("datetime");

/** Yuan with two places. */
export const money = signed("money");

/** Yuan for one unit, with two to four places. */
export const price = signed("price");

/** A quantity with three places. */
export const quantity = signed("quantity");
