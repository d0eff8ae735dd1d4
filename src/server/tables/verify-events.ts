import { createHash } from "node:crypto";
import { sql } from "kysely";
import type { Registry } from "../../shared/registry/model.ts";
import { EVENT_LOG } from "../base/technical.ts";
import type { Db } from "../db/connect.ts";
import { type RowProblem, verifyRows } from "./verify-rows.ts";

const AT_ONCE = 5000;

/**
 * Where a chain is broken. changed: event, records of rows or seal are not what was written; missing: they are gone; gap: a seal is gone.
 */
export interface ChainProblem {
  readonly seq: number;
  /** Id of the event; null: the seal is over records of rows. */
  readonly event: number | null;
  readonly what: "changed" | "missing" | "gap";
}

/** What an auditor learns of one shop's event log. */
export interface ChainReport {
  readonly shopId: string;
  /** Seals of events; further ones are over records of rows. */
  readonly events: number;
  /** The newest seal. Kept elsewhere, it proves later that nothing was cut off the end; null: no event yet. */
  readonly head: { readonly seq: number; readonly hash: string } | null;
  readonly problems: readonly ChainProblem[];
  /** Ids of events that no seal belongs to: slipped in past the database's trigger. */
  readonly unsealed: readonly number[];
  /** Numbers of records of sealed rows (docs/decisions/95) that no seal belongs to. */
  readonly unsealedRecords: readonly number[];
}

/** What the whole database was found to be. */
export interface AuditReport {
  readonly chains: readonly ChainReport[];
  /** Rows that are not as the program left them. */
  readonly rows: readonly RowProblem[];
}

/** The hash of a seal: over the one before it and the event's text (src/server/tables/event-chain.ts). */
export function sealOf(last: string, text: string): string {
  return createHash("sha256").update(`${last}\n${text}`).digest("hex");
}

/**
 * Calculates every chain anew, with code that is not the database's, and compares the sealed rows with it; all as it is at one moment.
 *
 * @param shop of this shop alone; left out: of all
 */
export async function verifyAudit(db: Db, registry: Registry, shop?: string): Promise<AuditReport> {
  const table = registry.entities[EVENT_LOG]?.table;
  if (table === undefined) throw new Error(`the registry has no ${EVENT_LOG}`);
  return db
    .transaction()
    .setIsolationLevel("repeatable read")
    .setAccessMode("read only")
    .execute(async (trx) => {
      await sql`set local timezone to 'UTC'`.execute(trx);
      const shops = await sql<{ shop: string }>`
      select "SHOP_ID" as shop from _event_seal union select "SHOP_ID" from ${sql.id(table)}
      union select "SHOP_ID" from _sealed_row order by 1`.execute(trx);
      const reports: ChainReport[] = [];
      for (const one of shops.rows.filter((each) => shop === undefined || each.shop === shop))
        reports.push(await verifyShop(trx, table, one.shop));
      return { chains: reports, rows: await verifyRows(trx, registry, shop) };
    });
}

async function verifyShop(trx: Db, table: string, shopId: string): Promise<ChainReport> {
  const problems: ChainProblem[] = [];
  let events = 0;
  let last = { seq: 0, hash: "" };
  for (;;) {
    const seals = await sealsAfter(trx, table, shopId, last.seq);
    for (const seal of seals) {
      const what = breakAt(last, seal);
      if (what !== null) problems.push({ seq: Number(seal.seq), event: seal.event === null ? null : Number(seal.event), what });
      // What follows is judged by the seal as it stands: one break is told once.
      last = { seq: Number(seal.seq), hash: seal.hash };
      if (seal.event !== null) events += 1;
    }
    if (seals.length < AT_ONCE) break;
  }
  return {
    shopId,
    events,
    head: last.seq === 0 ? null : last,
    problems,
    unsealed: await unsealedOf(trx, table, shopId),
    unsealedRecords: await unsealedRecordsOf(trx, shopId),
  };
}

function breakAt(last: { readonly seq: number; readonly hash: string }, { seq, hash, text }: Seal): ChainProblem["what"] | null {
  if (Number(seq) !== last.seq + 1) return "gap";
  if (text === null) return "missing";
  return hash === sealOf(last.hash, text) ? null : "changed";
}

interface Seal {
  readonly seq: string;
  readonly event: string | null;
  readonly hash: string;
  /** The event, or the digests of the records; null: they are gone. */
  readonly text: string | null;
}

async function sealsAfter(trx: Db, table: string, shopId: string, seq: number): Promise<readonly Seal[]> {
  const { rows } = await sql<Seal>`
    select s.seq, s.event, s.hash, coalesce(jsonb_strip_nulls(to_jsonb(e))::text,
      (select string_agg(_sealed_digest(r), '' order by r.id) from _sealed_row r where r.tx = s.tx and r."SHOP_ID" = s."SHOP_ID")) as text
    from _event_seal s left join ${sql.id(table)} e on e."SHOP_ID" = s."SHOP_ID" and e."Id" = s.event
    where s."SHOP_ID" = ${shopId} and s.seq > ${seq} order by s.seq limit ${AT_ONCE}`.execute(trx);
  return rows;
}

async function unsealedOf(trx: Db, table: string, shopId: string): Promise<number[]> {
  const { rows } = await sql<{ id: string }>`
    select e."Id" as id from ${sql.id(table)} e
    where e."SHOP_ID" = ${shopId} and not exists (select 1 from _event_seal s where s.event = e."Id" and s."SHOP_ID" = e."SHOP_ID")
    order by 1 limit ${AT_ONCE}`.execute(trx);
  return rows.map(({ id }) => Number(id));
}

async function unsealedRecordsOf(trx: Db, shopId: string): Promise<number[]> {
  const { rows } = await sql<{ id: string }>`
    select r.id from _sealed_row r
    where r."SHOP_ID" = ${shopId} and not exists (select 1 from _event_seal s where s.tx = r.tx and s."SHOP_ID" = r."SHOP_ID")
    order by 1 limit ${AT_ONCE}`.execute(trx);
  return rows.map(({ id }) => Number(id));
}

/** Whether the chain still holds a seal that somebody noted down earlier. */
export async function holdsSeal(db: Db, { shopId, seq, hash }: { readonly shopId: string; readonly seq: number; readonly hash: string }) {
  const { rows } = await sql`
    select 1 from _event_seal where "SHOP_ID" = ${shopId} and seq = ${seq} and hash = ${hash}`.execute(db);
  return rows.length > 0;
}
