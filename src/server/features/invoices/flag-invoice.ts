import { createHash } from "node:crypto";
import { sql } from "kysely";
import type { Registry } from "../../../shared/registry/model.ts";
import { SHOP } from "../../base/technical.ts";
import type { Db } from "../../db/connect.ts";
import type { EffectContext } from "../../engine/effects/effect.ts";
import type { Store } from "../../engine/store/store.ts";
import { entityOf } from "../../engine/values/names.ts";
import { setting } from "../../engine/values/setting.ts";
import type { TaxInvoiceRow } from "../../generated/entities.ts";
import { type Migrations, newTable, TEXT } from "../../tables/technical-ddl.ts";

/**
 * Which shops have entered which invoice, by a digest of its code and number: so a shop learns that another one has it, and nothing else
 * (docs/decisions/100).
 */
export const DIGEST_MIGRATIONS: Migrations = {
  "0017_invoice_digest": {
    up: (db) =>
      newTable(db, "_invoice_digest")
        .addColumn("digest", TEXT, (column) => column.notNull())
        .addColumn(SHOP, TEXT, (column) => column.notNull())
        .addPrimaryKeyConstraint("_invoice_digest_key", ["digest", SHOP])
        .execute(),
  },
};

/** Any number will do, as long as nobody else uses it for something else. */
const LOCK = 7_350_017;

/**
 * Says what an invoice that is saved should be looked at for: a date in a period that was closed, the same invoice in another shop. What was
 * let through before is let through no longer once it says something else.
 */
export async function flagInvoice({ store, work, row, before }: EffectContext<"TaxInvoice">): Promise<Partial<TaxInvoiceRow>> {
  if (before && digestOf(before) !== digestOf(row)) await forgetInvoice(store, before);
  const closed = await setting(store, work.registry, "invoice.closedUntil");
  const said = [
    closed !== null && row.InvDate !== null && row.InvDate <= closed ? `开票日期在已关账期间（截至 ${closed}）` : "",
    (await isElsewhere(store, row)) ? "同一发票已在其他商场录入" : "",
  ];
  const alert = said.filter(Boolean).join("；") || null;
  return alert === row.alert ? {} : { alert, alertReason: null, alertClearer: null };
}

/** Notes that this shop has it; whether another one does. Two shops that enter it at once wait for each other, and the second is told. */
async function isElsewhere({ trx, shopId }: Store, row: TaxInvoiceRow): Promise<boolean> {
  if (trx === null) return false;
  const digest = digestOf(row);
  await sql`select pg_advisory_xact_lock(${LOCK}, hashtext(${digest}))`.execute(trx);
  await sql`insert into _invoice_digest values (${digest}, ${shopId}) on conflict do nothing`.execute(trx);
  const { rows } = await sql`select 1 from _invoice_digest where digest = ${digest} and ${sql.id(SHOP)} <> ${shopId} limit 1`.execute(trx);
  return rows.length > 0;
}

/** The shop has this invoice no longer: it was deleted, voided, or is another one now. */
export async function forgetInvoice({ trx, shopId }: Store, row: TaxInvoiceRow): Promise<void> {
  if (trx === null) return;
  await sql`delete from _invoice_digest where digest = ${digestOf(row)} and ${sql.id(SHOP)} = ${shopId}`.execute(trx);
}

/** As {@link NOTED} in SQL. */
function digestOf({ Code, Number: number }: Pick<TaxInvoiceRow, "Code" | "Number">): string {
  return createHash("sha256")
    .update(`${Code ?? ""} ${number ?? ""}`)
    .digest("hex");
}

const NOTED = sql`encode(sha256(convert_to(coalesce("Code", '') || ' ' || coalesce("Number", ''), 'UTF8')), 'hex')`;

/** Notes the invoices that were entered before there was a note of them, or without the portal: once, where nothing is noted yet. */
export async function noteInvoices(db: Db, registry: Registry): Promise<void> {
  await sql`
    insert into _invoice_digest
    select distinct ${NOTED}, ${sql.id(SHOP)} from ${sql.id(entityOf(registry, "TaxInvoice").table)}
    where "failkind" is distinct from 6 and not exists (select 1 from _invoice_digest)
    on conflict do nothing`.execute(db);
}
