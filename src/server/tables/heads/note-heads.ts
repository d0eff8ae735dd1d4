import { sql } from "kysely";
import type { Db } from "../../db/connect.ts";
import { readMeta, writeMeta } from "../meta.ts";
import { hashOfLine, signLine } from "./signed-line.ts";
import type { SigningKey } from "./signing-key.ts";

/** What this database knows of the lines that were signed on it; what waits to be sent lies here, so that no stop loses it. */
export interface NotedHeads {
  /** Number and hash of the newest line. */
  readonly no: number;
  readonly last: string;
  /** Of each shop: the newest seal that was signed. */
  readonly seen: Readonly<Record<string, number>>;
  readonly waiting: readonly string[];
}

const NOTED = "audit-heads";
/** Any number will do, as long as nobody else uses it for something else. */
const LOCK = 7_350_005;
/** What nobody takes for weeks is told often enough: of more lines than these only the newest are kept. */
const MOST_WAITING = 2000;

/** What is known of signed lines; servers on one database share it. */
export async function readNoted(db: Db): Promise<NotedHeads> {
  return (await readMeta<NotedHeads>(db, NOTED)) ?? { no: 0, last: "", seen: {}, waiting: [] };
}

/** Signs the newest seals, where a chain has grown, and leaves the line to be sent. */
export async function noteHeads(db: Db, key: SigningKey, at: Date): Promise<void> {
  await change(db, async (trx, noted) => {
    const grown = (await newestSeals(trx)).filter(({ shop, seq }) => noted.seen[shop] !== seq);
    if (grown.length === 0) return noted;
    const heads = Object.fromEntries(grown.map(({ shop, seq, hash }) => [shop, [seq, hash] as const]));
    const no = noted.no + 1;
    const line = signLine(key, { no, at: at.toISOString(), last: noted.last, heads });
    const seen = { ...noted.seen, ...Object.fromEntries(grown.map(({ shop, seq }) => [shop, seq])) };
    return { no, last: hashOfLine(line), seen, waiting: [...noted.waiting, line].slice(-MOST_WAITING) };
  });
}

/** Takes away what was sent. */
export async function forgetSent(db: Db, lines: readonly string[]): Promise<void> {
  await change(db, async (_trx, noted) => ({ ...noted, waiting: noted.waiting.filter((line) => !lines.includes(line)) }));
}

async function change(db: Db, next: (trx: Db, noted: NotedHeads) => Promise<NotedHeads>): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(${LOCK})`.execute(trx);
    const noted = await readNoted(trx);
    const then = await next(trx, noted);
    if (then !== noted) await writeMeta(trx, NOTED, then);
  });
}

interface Seal {
  readonly shop: string;
  readonly seq: number;
  readonly hash: string;
}

/** Shop by shop along the index: the log may be long. */
async function newestSeals(db: Db): Promise<readonly Seal[]> {
  const { rows } = await sql<{ shop: string; seq: string; hash: string }>`
    with recursive shops as (
      (select "SHOP_ID" as shop from _event_seal order by 1 limit 1)
      union all
      select (select "SHOP_ID" from _event_seal where "SHOP_ID" > shop order by 1 limit 1) from shops where shop is not null)
    select shop, seq, hash from shops
    cross join lateral (select seq, hash from _event_seal where "SHOP_ID" = shop order by seq desc limit 1) newest
    where shop is not null order by shop`.execute(db);
  return rows.map(({ shop, seq, hash }) => ({ shop, seq: Number(seq), hash }));
}
