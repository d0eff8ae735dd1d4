import { sql } from "kysely";
import type { Db } from "../../db/connect.ts";

/** Does work within an open transaction. What `keeps` says no to is undone, and what fails; nothing else of the transaction. */
export async function inSavepoint<T>(trx: Db, keeps: (result: T) => boolean, work: () => Promise<T>): Promise<T> {
  await sql`savepoint import_step`.execute(trx);
  let isKept = false;
  try {
    const result = await work();
    isKept = keeps(result);
    return result;
  } finally {
    if (!isKept) await sql`rollback to savepoint import_step`.execute(trx);
    await sql`release savepoint import_step`.execute(trx);
  }
}
