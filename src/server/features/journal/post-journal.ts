import { sql } from "kysely";
import { timeOf } from "../../../shared/domain/day.ts";
import type { Field, Registry } from "../../../shared/registry/model.ts";
import { KEY, SHOP } from "../../base/technical.ts";
import { registryOf } from "../../base/viewer.ts";
import type { Db } from "../../db/connect.ts";
import { forTenant } from "../../db/driver/tenant-statements.ts";
import { entityOf } from "../../engine/values/names.ts";
import { scoped } from "../../query/scope.ts";
import type { Rows, Scoped } from "../../query/scoped.ts";
import { partRows } from "../../query/view-part.ts";
import { type Changes, noteChanges, shopsWithChanges, takeChanges } from "../../tables/changed-rows.ts";
import { type LedgerSource, ledgerOf, ledgerSources, ledgerTables } from "./ledger-parts.ts";

/** What a shop owes its suppliers: one side of every entry. The other one is the ledger's `against`. */
export const PAYABLE = "应付账款";
/** Any number will do, as long as nobody else uses it for something else. */
const LOCK = 7_350_005;

export interface Posting {
  readonly db: Db;
  readonly registry: Registry;
  readonly now: () => Date;
}

/** Begins the journal of a registry, where it has not begun. @param owner of the tables */
export function beginJournal(owner: Db, registry: Registry): Promise<void> {
  return noteChanges(owner, ledgerTables(registry), entityOf(registry, "JournalEntry").table);
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
        return changes.size === 0 ? null : await postChanges(trx, registryOf(registry, shop), shop, changes, now());
      });
      if (made === null) break;
      posted += made;
    }
  }
  return posted;
}

async function postChanges(trx: Db, registry: Registry, shop: string, changes: Changes, now: Date): Promise<number> {
  let posted = 0;
  for (const source of ledgerSources(registry)) {
    const ids = await concernedIds(trx, registry, shop, source, changes);
    if (ids.length > 0) posted += await postDifferences(trx, registry, shop, { source, ids, now });
  }
  return posted;
}

/** The rows in the ledger that a change concerns: themselves, or what they look up. */
async function concernedIds(
  trx: Db,
  registry: Registry,
  shop: string,
  { entity, links }: LedgerSource,
  changes: Changes,
): Promise<number[]> {
  const ids = new Set(changes.get(entity.table));
  const own = shopOf(trx, shop);
  for (const { to, own: field, theirs } of links) {
    const other = registry.entities[to];
    const changed = changes.get(other?.table ?? "") ?? [];
    if (!other || changed.length === 0) continue;
    const { rows } = await sql<{ id: string }>`
      select r.${sql.id(KEY)} as id from ${sql.id(entity.table)} r join ${sql.id(other.table)} o
        on o.${sql.id(SHOP)} = r.${sql.id(SHOP)} and o.${sql.id(theirs)} = r.${sql.id(field)}
      where r.${sql.id(SHOP)} = ${shop} and o.${sql.id(KEY)} in (${sql.join(changed)})`.execute(own);
    for (const { id } of rows) ids.add(Number(id));
  }
  return [...ids].sort((one, other) => one - other);
}

interface Concerned {
  readonly source: LedgerSource;
  readonly ids: readonly number[];
  readonly now: Date;
}

/** One statement, so that what the ledger says and what was posted are of one moment. */
async function postDifferences(trx: Db, registry: Registry, shop: string, { source, ids, now }: Concerned): Promise<number> {
  const journal = entityOf(registry, "JournalEntry");
  const scope = scoped({ db: trx, registry, now, viewer: bookkeeper(shop) });
  const { rows } = await sql`
    insert into ${sql.id(journal.table)} (${sql.join(COLUMNS.map((name) => sql.id(name)))})
    select ${shop}, ${timeOf(now)}, busdate, provid, "Provider", "Billid", title,
      case when change > 0 then against else ${PAYABLE} end, case when change > 0 then ${PAYABLE} else against end, abs(change),
      ${source.entity.name}, src::text
    from (${differences(scope, registry, shop, source, ids)}) d order by src, against
    returning ${sql.id(KEY)}`.execute(shopOf(trx, shop));
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

/** What the ledger adds to the payable for each row, less what was posted for it; rows without a difference are left out. */
function differences(scope: Scoped, registry: Registry, shop: string, { entity, parts }: LedgerSource, ids: readonly number[] | null) {
  const ledger = ledgerOf(registry);
  const fields = [SHOP, ...DESCRIBED, "debit", "credit", "against"]
    .map((name) => ledger.fields[name])
    .filter((field): field is Field => !!field);
  const shape = { fields, isUnion: true, key: (id: unknown) => id } as Parameters<typeof partRows>[2];
  const [first, ...others] = parts.map((part) => partRows(scope, part, shape));
  if (!first) throw new Error(`the ledger has no rows of ${entity.name}`);
  const all = others.reduce((rows: Rows, part) => rows.unionAll(part), first);
  const among = (column: string) =>
    ids === null ? sql`true` : sql`${sql.ref(column)} in (${sql.join(ids.map((id) => sql`${id}::bigint`))})`;
  const described = (from: string) => sql.join(DESCRIBED.map((name) => sql`max(${sql.ref(`${from}.${name}`)}) as ${sql.id(name)}`));
  const either = sql.join(DESCRIBED.map((name) => sql`coalesce(n.${sql.id(name)}, p.${sql.id(name)}) as ${sql.id(name)}`));
  return sql`
    select coalesce(n.src, p.src) as src, coalesce(n.against, p.against) as against, coalesce(n.amount, 0) - coalesce(p.amount, 0) as change, ${either}
    from (
      select l.${sql.id(KEY)} as src, l.against, sum(l.credit - l.debit) as amount, ${described("l")}
      from ${all.as("l")} where ${among(`l.${KEY}`)} group by 1, 2
    ) n full join (
      select j.sourceid::bigint as src, case when j."creditAccount" = ${PAYABLE} then j."debitAccount" else j."creditAccount" end as against,
        sum(case when j."creditAccount" = ${PAYABLE} then j.amount else -j.amount end) as amount, ${described("j")}
      from ${sql.id(entityOf(registry, "JournalEntry").table)} j
      where j.${sql.id(SHOP)} = ${shop} and j.source = ${entity.name} and ${ids === null ? sql`true` : sql`j.sourceid in (${sql.join(ids.map(String))})`}
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
  const own = registryOf(registry, shop);
  const found: JournalGap[] = [];
  for (const source of ledgerSources(own)) {
    const scope = scoped({ db, registry: own, now, viewer: bookkeeper(shop) });
    const { rows } = await sql<{ src: string; against: string; change: string; Billid: string | null }>`
      ${differences(scope, own, shop, source, null)} order by 1, 2`.execute(shopOf(db, shop));
    for (const { src, against, change, Billid } of rows)
      found.push({ entity: source.entity.name, row: Number(src), Billid: Billid ?? "", against, change: BigInt(change) });
  }
  return found;
}

const shopOf = (db: Db, shop: string): Db => forTenant(db, { as: "shop", shop });

/** Who reads the ledger to post it: like somebody of the shop, with no right at all. */
function bookkeeper(shopId: string): Parameters<typeof scoped>[0]["viewer"] {
  const nobody = { userId: "@journal", userName: "系统", shopName: "", provId: "", provName: "" };
  return { ...nobody, shopId, side: "shop", isMall: false, isConfirm: false, hasAll: false, rights: new Map() };
}
