import { sql } from "kysely";
import type { Db } from "../../../db/connect.ts";
import { TooSoon } from "../../../http/too-soon.ts";
import type { KeyHolder } from "./find-key.ts";

const MINUTE_S = 60;

/**
 * Counts a call of the key, in the database: several servers share it.
 *
 * @throws TooSoon where this minute's calls are used up, with the seconds that are left of it
 */
export async function countCall(db: Db, { prefix, rate, name }: KeyHolder, now: Date): Promise<void> {
  const seconds = Math.floor(now.getTime() / 1000);
  const minute = Math.floor(seconds / MINUTE_S);
  const { calls } = await db
    .updateTable("_api_key")
    .set({ calls: sql`case when minute = ${minute} then calls + 1 else 1 end`, minute })
    .where("prefix", "=", prefix)
    .returning("calls")
    .executeTakeFirstOrThrow();
  // guard rate: tests/server/keyed/keys.test.ts
  if (Number(calls) > rate) throw new TooSoon(`接口密钥“${name}”每分钟最多 ${rate} 次，请稍后再试`, MINUTE_S - (seconds % MINUTE_S));
}
