import type { Row } from "../../shared/domain/cell.ts";
import type { FileStorage } from "../base/storage/storage.ts";
import type { QueryContext } from "../query/context.ts";

/** What lies outside of the database. Features add their own (`declare module`), and say in their manifest's file what it is. */
export interface Outside {
  readonly storage: FileStorage;
}

/** Asks somebody else before a transition; a feature brings it under the name that transitions use (`asks`). */
export interface Inquiry {
  /**
   * Asks about a row outside of any transaction: reading the row again and finding it unchanged is the transition's affair.
   * Answers what the transition's effects work with; throws an ApiError where nothing can be found out.
   */
  ask(ctx: QueryContext, outside: Outside, row: Row): Promise<Row>;
}
