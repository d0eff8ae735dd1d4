import { sql } from "kysely";
import { EVENT_LOG, SHOP } from "../base/technical.ts";
import type { Db } from "../db/driver/database.ts";
import type { SchemaSource } from "./list-indexes.ts";
import { keepForEver } from "./migrations.ts";
import { ensureFirstRecords, hasFirstRecords } from "./sealed-rows.ts";
import { hasTrigger } from "./technical-ddl.ts";

/**
 * The chain behind the event log (docs/decisions/33). Each event gets a seal: its place in the chain of its shop and
 * SHA-256 over the seal before it and its own text. Whoever changes, removes or slips in an event, or a seal, breaks the chain from
 * there on. The database itself does it, so that no code path can forget it: sealed when the transaction commits, in a deferred
 * trigger. Only then, and until the commit is done, does a shop's transaction wait for another one of the same shop. Events and
 * seals are written once; changing, deleting and truncating them is refused. The table of the seals is a migration of the engine's.
 */
const TRIGGER = "event_chain_1";
/** Any number will do, as long as nobody else uses it for something else. */
const LOCK = 7_350_003;

/**
 * Makes the chain, where the registry has an event log and its table has none yet, and begins the records of sealed rows
 * (docs/decisions/95). What is there already is sealed first. Needs the technical tables.
 */
export async function ensureEventChain(db: Db, registry: SchemaSource): Promise<void> {
  await ensureTrigger(db, registry);
  await ensureFirstRecords(db, registry);
}

async function ensureTrigger(db: Db, registry: SchemaSource): Promise<void> {
  const log = logOf(registry);
  if (!log || (await isSealed(db, log.table))) return;
  await db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(${LOCK})`.execute(trx);
    await makeSealing(trx, log.table);
    if (await hasTrigger(trx, log.table, TRIGGER)) return;
    await sql`
      create constraint trigger ${sql.id(TRIGGER)} after insert on ${sql.id(log.table)}
      deferrable initially deferred for each row execute function _seal_event()`.execute(trx);
    await keepForEver(trx, log.table);
    await sealOld(trx, log.table);
  });
}

/** Whether {@link ensureEventChain} would have nothing to do. */
export async function hasEventChain(db: Db, registry: SchemaSource): Promise<boolean> {
  const log = logOf(registry);
  return (!log || (await isSealed(db, log.table))) && hasFirstRecords(db, registry);
}

const isSealed = async (db: Db, table: string): Promise<boolean> =>
  (await hasTrigger(db, table, TRIGGER)) && (await isSealingCurrent(db, table));

/** The event log of a registry, where it is kept per shop. */
function logOf(registry: SchemaSource) {
  const log = registry.entities[EVENT_LOG];
  return log?.view === null && log.fields[SHOP] ? log : undefined;
}

/**
 * The text of an event is its row as JSON without empty fields, so that a field added later changes no older event; times in UTC,
 * whatever the session's time zone. The first event of a transaction seals those of the shop that come with it, by their numbers:
 * a bulk load looks the newest seal up once for 500 events, and writes their seals in one statement. The limit also keeps the planner on
 * the index, however long the log is; each event is looked for by itself, as a join would be planned for the table as it once was. It runs as the owner, as whoever writes an event need not see those of others. The lock is the
 * shop's, and is taken at the very end of a transaction, which takes no other lock after it: so nobody waits in a circle.
 */
const sealing = (table: string): string => `
    declare
      last_seq bigint;
      last_hash text;
      fresh record;
      events bigint[];
      hashes text[];
    begin
      if exists (select 1 from _event_seal where event = new."Id") then return null; end if;
      perform pg_advisory_xact_lock(7350003, hashtext(new."SHOP_ID"));
      select seq, hash into last_seq, last_hash from _event_seal where "SHOP_ID" = new."SHOP_ID" order by seq desc limit 1;
      last_hash := coalesce(last_hash, '');
      for fresh in
        select e."Id" as id, jsonb_strip_nulls(to_jsonb(e))::text as text from "${table}" e
        where e."SHOP_ID" = new."SHOP_ID" and e."Id" >= new."Id" order by e."Id" limit 500
      loop
        continue when exists (select 1 from _event_seal where event = fresh.id);
        last_hash := encode(sha256(convert_to(last_hash || chr(10) || fresh.text, 'UTF8')), 'hex');
        events := events || fresh.id;
        hashes := hashes || last_hash;
      end loop;
      insert into _event_seal ("SHOP_ID", seq, event, hash)
        select new."SHOP_ID", coalesce(last_seq, 0) + sealed.place, sealed.event, sealed.hash
        from unnest(events, hashes) with ordinality as sealed (event, hash, place);
      return null;
    end `;

async function makeSealing(trx: Db, table: string): Promise<void> {
  await sql`
    create or replace function _seal_event() returns trigger language plpgsql security definer
    set timezone = 'UTC' set search_path from current as ${sql.lit(sealing(table))}`.execute(trx);
}

/** Whether the database seals as this program does: one that an older program made does the same in another way. */
async function isSealingCurrent(db: Db, table: string): Promise<boolean> {
  const { rows } = await sql<{ readonly source: string }>`
    select prosrc as source from pg_proc where oid = to_regprocedure('_seal_event()')`.execute(db);
  return rows[0]?.source === sealing(table);
}

/** Events of the time before the chain, in the order of their numbers. */
async function sealOld(trx: Db, table: string): Promise<void> {
  await sql`set local timezone to 'UTC'`.execute(trx);
  await sql`
    create function _seal_old_events() returns void language plpgsql as $$
    declare
      shop text := null;
      last_seq bigint;
      last_hash text;
      old record;
    begin
      for old in select "SHOP_ID" as shop, "Id" as id, jsonb_strip_nulls(to_jsonb(e))::text as text from ${sql.id(table)} e order by 1, 2
      loop
        if shop is distinct from old.shop then
          shop := old.shop;
          last_seq := 0;
          last_hash := '';
        end if;
        last_seq := last_seq + 1;
        last_hash := encode(sha256(convert_to(last_hash || chr(10) || old.text, 'UTF8')), 'hex');
        insert into _event_seal ("SHOP_ID", seq, event, hash) values (old.shop, last_seq, old.id, last_hash);
      end loop;
    end $$`.execute(trx);
  await sql`select _seal_old_events()`.execute(trx);
  await sql`drop function _seal_old_events()`.execute(trx);
}
