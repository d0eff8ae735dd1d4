import type { BalanceLineRow, OperMode, SaleRow } from "../../generated/entities.ts";
import type { TaxPart } from "./line-taxes.ts";
import type { SaleTerms } from "./sale-rates.ts";
import type { Source } from "./sources.ts";

/** A line of a statement that is being made: a document, or a day's sales in a store, as far as it is of one tax rate. */
export interface SourceLine {
  readonly values: Partial<BalanceLineRow>;
  readonly entity: Source["entity"] | "Sale";
  /** The way of trading it was made under; null: it is of none. */
  readonly mode: OperMode | null;
  /** What it takes; nothing where another line of the same document takes it. */
  readonly takes: readonly Taking[];
}

/** What finds rows while no statement has them, how many they are, and what sales are settled under. */
export interface Taking {
  readonly match: Partial<Pick<SaleRow, "Id" | "provid" | "busdate" | "StoreId">>;
  readonly count: number;
  readonly terms?: SaleTerms;
}

/** The amounts of a line. */
export function amountsOfPart({ rate, total, tax }: TaxPart): Partial<BalanceLineRow> {
  return { netMoney: total - tax, taxRate: rate, taxMoney: tax, TotalMoney: total };
}
