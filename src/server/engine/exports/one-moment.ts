import type { Db } from "../../db/connect.ts";
import type { QueryContext } from "../../query/context.ts";
import type { OpenedList } from "../../query/list-page.ts";
import { type Batches, rowsInSteps, rowsOfMoment } from "../../query/list-rows.ts";

/** Reads the rows of a list, so many at most. */
type Read = (list: OpenedList, most: number) => Batches;

/**
 * Does work that reads lists as they are at one moment, on a connection of `db`, which it holds until its end. null: on an engine with one connection,
 * which it holds for a step at a time (docs/decisions/122).
 */
export function atOneMoment<T>(ctx: QueryContext, db: Db | null, work: (at: QueryContext, read: Read) => Promise<T>): Promise<T> {
  if (db === null) return work(ctx, rowsInSteps);
  const moment = db.transaction().setIsolationLevel("repeatable read").setAccessMode("read only");
  return moment.execute((trx) => work({ ...ctx, db: trx }, rowsOfMoment));
}
