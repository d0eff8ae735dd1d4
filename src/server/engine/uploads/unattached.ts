import { sql } from "kysely";
import { timeOf } from "../../../shared/domain/day.ts";
import type { Entity, Registry } from "../../../shared/registry/model.ts";
import { SHOP } from "../../base/technical.ts";
import type { Db } from "../../db/connect.ts";
import { forTenant } from "../../db/driver/tenant-statements.ts";
import { shopIds } from "../shop-ids.ts";
import { placeOf } from "./stored-name.ts";

const ENTITY = "Attachment";
/** Somebody may have a form open that names the file, and save it yet; not for so long. */
const WEEK_MS = 7 * 86_400_000;
/** The folder is random, and of one upload alone; names may hold anything. */
const ADDRESS = /\/uploads\/([A-Za-z0-9_-]{8,64})\//g;
const AT_ONCE = 1000;

/**
 * Forgets files that were uploaded a week ago or earlier and that no document names: forms that were never saved, pictures that were
 * replaced. Every text of every table is looked at, also of columns that were set aside, so that nothing is lost that can come back. The
 * files themselves go with the next sweep. Returns how many were forgotten.
 */
export async function forgetUnattached(db: Db, registry: Registry, now: Date): Promise<number> {
  const attachment = registry.entities[ENTITY];
  if (!attachment || !registry.entities.Shop) return 0;
  const before = timeOf(new Date(now.getTime() - WEEK_MS));
  let [forgotten, tables] = [0, null as readonly TextTable[] | null];
  for (const shop of await shopIds(db, registry)) {
    const own = forTenant(db, { as: "shop", shop });
    const old = await own
      .selectFrom(attachment.table)
      .select(["Id", "url"])
      // guard scope: tests/server/app/unattached.test.ts
      .where(SHOP, "=", shop)
      .where("createtime", "<", before)
      // A visitor's files are forgotten by themselves (features/visitors).
      .$if(attachment.fields.visit !== undefined, (query) => query.where("visit", "is", null))
      .execute();
    if (old.length === 0) continue;
    tables ??= await textTables(db, registry, attachment);
    const named = await namedIn(own, shop, tables);
    const gone = old.filter(({ url }) => !named.has(placeOf(String(url))?.folder ?? "")).map(({ Id }) => Number(Id));
    for (let at = 0; at < gone.length; at += AT_ONCE)
      await own
        .deleteFrom(attachment.table)
        .where("Id", "in", gone.slice(at, at + AT_ONCE))
        .execute();
    forgotten += gone.length;
  }
  return forgotten;
}

/** A table with the columns that hold texts. */
interface TextTable {
  readonly table: string;
  readonly columns: readonly string[];
  readonly isOfShops: boolean;
}

/** As the database has them: a column that the files no longer name keeps its values. */
async function textTables(db: Db, { entities }: Registry, attachment: Entity): Promise<readonly TextTable[]> {
  const stored = Object.values(entities).filter(({ view, name }) => view === null && name !== attachment.name);
  const { rows } = await sql<{ table: string; column: string }>`
    select table_name as table, column_name as column from information_schema.columns
    where table_schema = current_schema() and data_type in ('text', 'character varying')`.execute(db);
  return stored.flatMap(({ table, fields }) => {
    const columns = rows.filter((one) => one.table === table && one.column !== SHOP).map(({ column }) => column);
    return columns.length === 0 ? [] : [{ table, columns, isOfShops: fields[SHOP] !== undefined }];
  });
}

/** The folders of the uploads that any text names. */
async function namedIn(own: Db, shop: string, tables: readonly TextTable[]): Promise<ReadonlySet<string>> {
  // What is no address of an upload is nobody's to forget.
  const named = new Set<string>([""]);
  for (const { table, columns, isOfShops } of tables) {
    const text = sql<string>`concat_ws(' ', ${sql.join(columns.map((column) => sql.ref(column)))})`;
    const rows = await own
      .selectFrom(table)
      .select(text.as("text"))
      .where(text, "like", "%/uploads/%")
      // guard scope: tests/server/app/unattached.test.ts
      .$if(isOfShops, (query) => query.where(SHOP, "=", shop))
      .execute();
    for (const row of rows) for (const [, folder = ""] of row.text.matchAll(ADDRESS)) named.add(folder);
  }
  return named;
}
