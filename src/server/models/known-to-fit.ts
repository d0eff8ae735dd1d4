import { sql } from "kysely";
import type { Registry } from "../../shared/registry/model.ts";
import type { Db } from "../db/driver/database.ts";
import { isBuilt } from "../tables/build-indexes.ts";
import { hasHidden } from "../tables/data/beside.ts";
import { readMeta, writeMeta } from "../tables/meta.ts";
import { fitsSchema } from "../tables/sync-schema.ts";

/** Which program this is: a hash of its sources, put in by the build (scripts/build.mjs). What runs from its sources may have changed since. */
declare const BUILD: string | undefined;
const THIS = typeof BUILD === "undefined" ? undefined : BUILD;

const KEY = "fits";

/** What was found to fit: by which program, for which model, and the catalogue of the database at that moment. */
interface Fit {
  readonly build: string;
  readonly version: string;
  readonly catalogue: string;
}

/**
 * Whether tables, indexes, rules, policies and triggers are what the model wants, because this very program has found them so and nothing in the catalogue
 * has changed since (docs/decisions/137).
 */
export async function isKnownToFit(db: Db, { version }: Registry, build = THIS): Promise<boolean> {
  if (build === undefined) return false;
  const known = await readMeta<Fit>(db, KEY);
  return known?.build === build && known.version === version && known.catalogue === (await catalogueOf(db));
}

/** Looks whether all of them are, and writes it down for the next start. */
export async function noteFit(db: Db, registry: Registry, build = THIS): Promise<void> {
  if (build === undefined) return;
  // Read first: what is changed while it is looked at makes another one.
  const catalogue = await catalogueOf(db);
  if ((await hasHidden(db)) || !(await fitsSchema(db, registry)) || !(await isBuilt(db, registry))) return;
  await writeMeta(db, KEY, { build, version: registry.version, catalogue } satisfies Fit);
}

/** Of each table of the catalogue what tells its rows apart. */
const CATALOGUE = {
  pg_attrdef: "oid",
  pg_attribute: "attrelid",
  pg_class: "oid",
  pg_constraint: "oid",
  pg_index: "indexrelid",
  pg_inherits: "inhrelid",
  pg_policy: "oid",
  pg_proc: "oid",
  pg_trigger: "oid",
} as const;
/** What the engine brings along has numbers below it. */
const FIRST_OF_OURS = 16_384;

/** A row that changes is another row to the database, written by another transaction: so much is read of each, and all of it added up. */
async function catalogueOf(db: Db): Promise<string> {
  const sums = Object.entries(CATALOGUE).map(
    ([table, number]) => sql`(select sum(hashtextextended(concat(c.${sql.id(number)}, '.', c.xmin), 0)) from ${sql.id(table)} c
      where c.${sql.id(number)} >= ${FIRST_OF_OURS})`,
  );
  const roles = sql`(select sum(hashtextextended(r::text, 0)) from pg_roles r)`;
  const members = sql`(select sum(hashtextextended(m::text, 0)) from pg_auth_members m)`;
  const { rows } = await sql<{ catalogue: string }>`
    select concat_ws(' ', current_schema(), ${sql.join([...sums, roles, members])}) as catalogue`.execute(db);
  return rows[0]?.catalogue ?? "";
}
