import { sql } from "kysely";
import { timeOf } from "../../../shared/domain/day.ts";
import type { Field, Registry } from "../../../shared/registry/model.ts";
import { KEY, SHOP } from "../../base/technical.ts";
import { registryOf } from "../../base/viewer.ts";
import type { Db } from "../../db/connect.ts";
import { forTenant } from "../../db/driver/tenant-statements.ts";
import { systemViewer } from "../../engine/system.ts";
import { entityOf } from "../../engine/values/names.ts";
import { scoped } from "../../query/scope.ts";
import type { Rows } from "../../query/scoped.ts";
import { partRows } from "../../query/view-part.ts";
import { type Changes, isNoted, noteChanges, shopsWithChanges, takeChanges } from "../../tables/changed-rows.ts";
import { type LedgerSource, ledgerOf, ledgerSources, ledgerTables, ledgerVersion } from "./ledger-parts.ts";

/** What a shop owes its suppliers: one side of every entry. The other one is the ledger's `against`. */
export const PAYABLE = "应付账款";
/** Any number will do, as long as nobody else uses it for something else. */
const LOCK = 7_350_005;

export interface Posting {
  readonly db: Db;
  readonly registry: Registry;
  readonly now: () => Date;
}

/**
 * Begins the journal of a registry, where it has not begun. What another ledger says of the rows of before is posted, too.
 *
 * @param owner of the tables
 */
export function beginJournal(owner: Db, registry: Registry): Promise<void> {
  return noteChanges(owner, { tables: ledgerTables(registry), entries: entriesOf(registry), version: ledgerVersion(registry) });
}

/** Whether the journal says of a shop all that it will say of what is there now. */
export function isPosted(db: Db, registry: Registry, shop: string): Promise<boolean> {
  return isNoted(db, entriesOf(registry), shop);
}

/**
 * Posts to the journal what the ledger says otherwise of rows that have changed since (docs/decisions/97): the difference to what was
 * posted of a row, once. Several servers may do it at once. Returns how many entries were made.
 */
export async function postJournal({ db, registry, now }: Posting, isStopping = () => false): Promise<number> {
  let posted = 0;
  for (const shop of await shopsWithChanges(db)) {
    for (;;) {
      if (isStopping()) return posted;
      const made = await db.transaction().execute(async (trx) => {
        await sql`select pg_advisory_xact_lock(${LOCK}, hashtext(${shop}))`.execute(trx);
        const changes = await takeChanges(trx, shop);
        return changes.size === 0 ? null : await postChanges({ db: trx, registry: registryOf(registry, shop), shop, now: now() }, changes);
      });
      if (made === null) break;
      posted += made;
    }
  }
  return posted;
}

/** One shop's books, at one moment. */
interface Books {
  readonly db: Db;
  /** As the shop has it. */
  readonly registry: Registry;
  readonly shop: string;
  readonly now: Date;
}

async function postChanges(books: Books, changes: Changes): Promise<number> {
  let posted = 0;
  for (const source of ledgerSources(books.registry)) {
    const ids = await concernedIds(books, source, changes);
    if (ids.length > 0) posted += await postDifferences(books, source, ids);
  }
  return posted;
}

/** The rows in the ledger that a change concerns: themselves, or what they look up. */
async function concernedIds({ db, registry, shop }: Books, { entity, links }: LedgerSource, changes: Changes): Promise<number[]> {
  const ids = new Set(changes.get(entity.table));
  // Several parts of the ledger may look the same up.
  const distinct = new Map(links.map((link) => [JSON.stringify(link), link]));
  for (const { to, own, theirs } of distinct.values()) {
    const other = registry.entities[to];
    const changed = changes.get(other?.table ?? "") ?? [];
    if (!other || changed.length === 0) continue;
    const { rows } = await sql<{ id: string }>`
      select r.${sql.id(KEY)} as id from ${sql.id(entity.table)} r join ${sql.id(other.table)} o
        on o.${sql.id(SHOP)} = r.${sql.id(SHOP)} and o.${sql.id(theirs)} = r.${sql.id(own)}
      where r.${sql.id(SHOP)} = ${shop} and o.${sql.id(KEY)} = any(${changed}::bigint[])`.execute(shopOf(db, shop));
    for (const { id } of rows) ids.add(Number(id));
  }
  return [...ids].sort((one, other) => one - other);
}

/** One statement, so that what the ledger says and what was posted are of one moment. */
async function postDifferences(books: Books, source: LedgerSource, ids: readonly number[]): Promise<number> {
  const { db, registry, shop, now } = books;
  const { rows } = await sql`
    insert into ${sql.id(entriesOf(registry))} (${sql.join(COLUMNS.map((name) => sql.id(name)))})
    select ${shop}, ${timeOf(now)}, busdate, provid, "Provider", "Billid", title,
      case when change > 0 then against else ${PAYABLE} end, case when change > 0 then ${PAYABLE} else against end, abs(change),
      ${source.entity.name}, src::text
    from (${differences(books, source, ids)}) d order by src, against
    returning ${sql.id(KEY)}`.execute(shopOf(db, shop));
  return rows.length;
}

const COLUMNS = [
  SHOP,
  "posttime",
  "busdate",
  "provid",
  "Provider",
  "Billid",
  "title",
  "debitAccount",
  "creditAccount",
  "amount",
  "source",
  "sourceid",
];

/** What the ledger adds to the payable for each row, less what was posted for it; rows without a difference are left out. `ids` null: all. */
function differences({ db, registry, shop, now }: Books, { entity, parts }: LedgerSource, ids: readonly number[] | null) {
  const scope = scoped({ db, registry, now, viewer: systemViewer(shop) });
  const ledger = ledgerOf(registry);
  const fields = [SHOP, ...DESCRIBED, "debit", "credit", "against"]
    .map((name) => ledger.fields[name])
    .filter((field): field is Field => !!field);
  const [first, ...others] = parts.map((part) => partRows(scope, part, { fields, isUnion: true, key: (id) => id }));
  if (!first) throw new Error(`the ledger has no rows of ${entity.name}`);
  const all = others.reduce((rows: Rows, part) => rows.unionAll(part), first);
  const described = (from: string) => sql.join(DESCRIBED.map((name) => sql`max(${sql.ref(`${from}.${name}`)}) as ${sql.id(name)}`));
  const either = sql.join(DESCRIBED.map((name) => sql`coalesce(n.${sql.id(name)}, p.${sql.id(name)}) as ${sql.id(name)}`));
  return sql`
    select coalesce(n.src, p.src) as src, coalesce(n.against, p.against) as against, coalesce(n.amount, 0) - coalesce(p.amount, 0) as change, ${either}
    from (
      select l.${sql.id(KEY)} as src, l.against, sum(l.credit - l.debit) as amount, ${described("l")}
      from ${all.as("l")} where ${ids === null ? sql`true` : sql`l.${sql.id(KEY)} = any(${ids}::bigint[])`} group by 1, 2
    ) n full join (
      select j.sourceid::bigint as src, case when j."creditAccount" = ${PAYABLE} then j."debitAccount" else j."creditAccount" end as against,
        sum(case when j."creditAccount" = ${PAYABLE} then j.amount else -j.amount end) as amount, ${described("j")}
      from ${sql.id(entriesOf(registry))} j
      where j.${sql.id(SHOP)} = ${shop} and j.source = ${entity.name}
        and ${ids === null ? sql`true` : sql`j.sourceid = any(${ids.map(String)}::text[])`}
      group by 1, 2
    ) p on p.src = n.src and p.against = n.against
    where coalesce(n.amount, 0) <> coalesce(p.amount, 0)`;
}

const DESCRIBED = ["busdate", "provid", "Provider", "Billid", "title"];

/** A row of which the journal says something else than the ledger. */
export interface JournalGap {
  readonly entity: string;
  readonly row: number;
  readonly Billid: string;
  readonly against: string;
  /** 分 that are still to be posted. */
  readonly change: bigint;
}

/** Compares all that was posted of a shop with its ledger; while something is noted of it, what is still to be posted is among it. */
export async function journalGaps(db: Db, registry: Registry, shop: string, now: Date): Promise<JournalGap[]> {
  const books = { db, registry: registryOf(registry, shop), shop, now };
  const found: JournalGap[] = [];
  for (const source of ledgerSources(books.registry)) {
    const { rows } = await sql<{ src: string; against: string; change: string; Billid: string | null }>`
      ${differences(books, source, null)} order by 1, 2`.execute(shopOf(db, shop));
    for (const { src, against, change, Billid } of rows)
      found.push({ entity: source.entity.name, row: Number(src), Billid: Billid ?? "", against, change: BigInt(change) });
  }
  return found;
}

const entriesOf = (registry: Registry): string => entityOf(registry, "JournalEntry").table;

const shopOf = (db: Db, shop: string): Db => forTenant(db, { as: "shop", shop });
