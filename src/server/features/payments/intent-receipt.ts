import { sql } from "kysely";
import type { Db } from "../../db/connect.ts";
import { after, type Intent, intentOf } from "./intent.ts";

const TABLE = "_pay_intent";

/** Takes up a payment that was made and has no receipt yet, for a while. */
export async function claimReceipt(db: Db, leaseMs: number): Promise<Intent | null> {
  const due = db.selectFrom(TABLE).select("transid").where("state", "=", "success").where("receipt", "is", null);
  const row = await db
    .updateTable(TABLE)
    .set({ leased: after(leaseMs) })
    .where("transid", "=", due.where("leased", "<=", sql<Date>`now()`).limit(1).forUpdate().skipLocked())
    .returningAll()
    .executeTakeFirst();
  return row === undefined ? null : intentOf(row);
}

/** Writes down where the receipt lies; whether there was none yet. */
export async function markReceipt(trx: Db, transid: string, url: string): Promise<boolean> {
  const marked = trx.updateTable(TABLE).set({ receipt: url }).where("transid", "=", transid).where("receipt", "is", null);
  return (await marked.executeTakeFirst()).numUpdatedRows === 1n;
}
