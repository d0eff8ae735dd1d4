import type { Row } from "../../shared/domain/cell.ts";
import type { FileStorage } from "../base/storage/storage.ts";
import type { CodeReader } from "../features/invoices/picture-codes/code-reader.ts";
import type { InvoiceVerifier } from "../features/invoices/verifier/invoice-verifier.ts";
import type { Bank } from "../features/payments/bank/bank.ts";
import type { QueryContext } from "../query/context.ts";

/** What lies outside of the database. */
export interface Outside {
  readonly storage: FileStorage;
  readonly codes: CodeReader;
  readonly verifier: InvoiceVerifier;
  readonly bank: Bank;
}

/**
 * Asks somebody else about a row before a transition, outside of any transaction: reading the row again and finding it unchanged
 * is the transition's affair. Answers what the transition's effects work with; throws an ApiError where nothing can be found out.
 */
export type Inquiry = (ctx: QueryContext, outside: Outside, row: Row) => Promise<Row>;
