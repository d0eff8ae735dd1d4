import { sql } from "kysely";
import { SHOP } from "../base/technical.ts";
import type { Db } from "../db/driver/database.ts";
import { TENANT_SETTINGS } from "../db/driver/tenant-statements.ts";
import { keepForEver } from "./migrations.ts";
import { SEALED_ROW } from "./sealed-rows.ts";
import { hasTrigger, type Migrations } from "./technical-ddl.ts";

/** The records of sealed fields (docs/decisions/95), and their place in the chain of events. */
export const SEALED_ROW_MIGRATIONS: Migrations = { "0014_sealed_rows": { up: createSealedRows } };

/**
 * All records of one transaction and shop have one seal, named by the transaction: its number, which begins anew in a database that was
 * restored from a dump, and when it began. The seal is over digests of the records, so that a hundred thousand of them make no long text.
 * What may be read of the table by a tenant is what may be read of the rows.
 */
async function createSealedRows(db: Db): Promise<void> {
  await sql`
    create table if not exists ${sql.id(SEALED_ROW)} (
      tx text collate "C" not null default pg_current_xact_id()::text || '@' || extract(epoch from now())::text,
      id bigint generated always as identity,
      ${sql.id(SHOP)} text collate "C" not null,
      entity text collate "C" not null,
      "row" bigint not null,
      kind text not null,
      "at" timestamptz not null default now(),
      "values" jsonb not null,
      primary key (tx, id)
    )`.execute(db);
  await sql`create index if not exists _sealed_row_last on ${sql.id(SEALED_ROW)} (entity, "SHOP_ID", "row", id desc)`.execute(db);
  await sql`alter table _event_seal alter event drop not null, add column if not exists tx text collate "C"`.execute(db);
  await sql`create unique index if not exists _event_seal_tx on _event_seal (tx, "SHOP_ID") where tx is not null`.execute(db);
  await sql`
    create or replace function _sealed_digest(_sealed_row) returns text language sql stable set timezone = 'UTC' as $$
      select encode(sha256(convert_to(
        jsonb_build_array($1.tx, $1.id, $1."SHOP_ID", $1.entity, $1."row", $1.kind, $1."at", $1."values")::text, 'UTF8')), 'hex')
    $$`.execute(db);
  await sql`
    create or replace function _seal_rows() returns trigger language plpgsql security definer set search_path from current as $$
    declare
      last_seq bigint;
      last_hash text;
      digests text;
    begin
      if exists (select 1 from _event_seal where tx = new.tx and "SHOP_ID" = new."SHOP_ID") then return null; end if;
      perform pg_advisory_xact_lock(7350003, hashtext(new."SHOP_ID"));
      select seq, hash into last_seq, last_hash from _event_seal where "SHOP_ID" = new."SHOP_ID" order by seq desc limit 1;
      select string_agg(_sealed_digest(r), '' order by id) into digests from _sealed_row r where tx = new.tx and "SHOP_ID" = new."SHOP_ID";
      insert into _event_seal ("SHOP_ID", seq, tx, hash) values (new."SHOP_ID", coalesce(last_seq, 0) + 1, new.tx,
        encode(sha256(convert_to(coalesce(last_hash, '') || chr(10) || digests, 'UTF8')), 'hex'));
      return null;
    end $$`.execute(db);
  // A database without history has all of it.
  if (await hasTrigger(db, SEALED_ROW, "seal_rows")) return;
  await sql`
    create constraint trigger seal_rows after insert on ${sql.id(SEALED_ROW)}
    deferrable initially deferred for each row execute function _seal_rows()`.execute(db);
  await keepForEver(db, SEALED_ROW);
  await sql`alter table ${sql.id(SEALED_ROW)} enable row level security`.execute(db);
  await sql`create policy own on ${sql.id(SEALED_ROW)} using (${sql.id(SHOP)} = current_setting(${sql.lit(TENANT_SETTINGS.shop)}, true))`.execute(
    db,
  );
}
