import { sql } from "kysely";
import type { Db } from "../../db/driver/database.ts";

/** Any number will do; with the shop: one at a time gives changes their places, and has ended before the next one begins. */
const LOCK = 7_350_013;

/** Until the transaction ends nobody else gives places in the feeds of this shop. */
export async function lockFeeds(trx: Db, shop: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(${LOCK}, hashtext(${shop}))`.execute(trx);
}
