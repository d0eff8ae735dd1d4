import { type RawBuilder, sql } from "kysely";
import type { Entity } from "../../shared/registry/model.ts";
import { carriersOf } from "../../shared/registry/rights/carriers.ts";
import { delegationsIn } from "../../shared/registry/rights/delegable.ts";
import { MARKET, SHOP } from "../base/technical.ts";
import type { Db } from "../db/driver/database.ts";
import { TENANT_ROLES, TENANT_SETTINGS } from "../db/driver/tenant-statements.ts";
import { allRollups } from "../query/rollup-table.ts";
import { sqlTypeOf } from "../query/sql-type.ts";
import type { SchemaSource } from "./list-indexes.ts";

/*
 * The wall between tenants inside the database (docs/decisions/85): which rows there are for whom, who may touch tables at all, and whether
 * all of it is as the model wants it.
 */

/** Which rows of a table there are for a role. */
interface Policy {
  readonly table: string;
  readonly name: string;
  /** Columns that it looks at, `table.column`: a policy whose column was put aside is another one. */
  readonly columns: readonly string[];
  readonly definition: RawBuilder<unknown>;
}

const { shop, supplier, market, signIn } = TENANT_ROLES;

/** Asked once for a statement, not for each row; nothing where nobody set it. */
const setting = (name: string) => sql`(select current_setting(${sql.lit(name)}, true))`;

/**
 * The policies that a model wants. A row is a shop's by its `SHOP_ID` and, where the entity or its head belongs to suppliers, a supplier's
 * by the column that names one: lines have both themselves, so that no row asks for another. Equalities of texts are all there is: the
 * planner joins them with the same condition of the query, so that the same index answers.
 */
function policiesOf({ entities }: SchemaSource): Policy[] {
  const malls = entities[MARKET.entity];
  const hasMarket = malls?.view === null && malls.tenancy === "global" && malls.fields[MARKET.mall] !== undefined;
  const carriers = carriersOf(entities);
  const signing = new Set<string | undefined>(
    carriers === null
      ? []
      : [
          carriers.user.entity,
          carriers.group.entity,
          carriers.grant.entity,
          "Provider",
          "ConfigItem",
          MARKET.entity,
          delegationsIn(entities)?.name,
        ],
  );
  const own = sql`${sql.id(SHOP)} = ${setting(TENANT_SETTINGS.shop)}`;
  const ofRows = tenantTables({ entities }).flatMap(({ name, table, fields, supplierField }) => {
    const made: Policy[] = [
      {
        table,
        name: shop,
        columns: [`${table}.${SHOP}`],
        definition: sql`to ${ids([shop, supplier, market])} using (${own}) with check (${own})`,
      },
    ];
    if (supplierField !== null) {
      const theirs = ofSupplier(supplierField, fields);
      made.push({
        table,
        name: supplier,
        columns: [`${table}.${supplierField}`],
        definition: sql`as restrictive to ${ids([supplier])} using (${theirs}) with check (${theirs})`,
      });
    }
    if (hasMarket) {
      const shops = sql`select s.${sql.id(SHOP)} from ${sql.id(malls.table)} s
        where s.${sql.id(MARKET.mall)} = ${setting(TENANT_SETTINGS.shop)}`;
      made.push({
        table,
        name: market,
        columns: [`${table}.${SHOP}`, `${malls.table}.${MARKET.mall}`, `${malls.table}.${SHOP}`],
        definition: sql`for select to ${ids([market])} using (${sql.id(SHOP)} = any (array(${shops})))`,
      });
    }
    // The login is a member of all roles: as itself it sees nothing by this one either. Said as a difference, which the planner takes for true.
    if (signing.has(name))
      made.push({
        table,
        name: signIn,
        columns: [],
        definition: sql`for select to ${ids([signIn])} using ((select current_user) <> (select session_user))`,
      });
    return made;
  });
  // Written by nobody but their keeper. What the rows of many suppliers come to together is no supplier's.
  const ofGroups = allRollups({ entities }).flatMap(({ name: table, by, entity: { supplierField, fields } }): Policy[] => {
    const ofShop = {
      table,
      name: shop,
      columns: [`${table}.${SHOP}`],
      definition: sql`for select to ${ids([shop, supplier])} using (${own})`,
    };
    if (supplierField === null) return [ofShop];
    const isTold = by.some(({ name }) => name === supplierField);
    const theirs = isTold ? ofSupplier(supplierField, fields) : sql`false`;
    const columns = isTold ? [`${table}.${supplierField}`] : [];
    return [ofShop, { table, name: supplier, columns, definition: sql`as restrictive for select to ${ids([supplier])} using (${theirs})` }];
  });
  return [...ofRows, ...ofGroups];
}

function ofSupplier(field: string, fields: Entity["fields"]): RawBuilder<unknown> {
  const column = sql.id(field);
  const code = fields[field];
  // A supplier's code is a text; where somebody made it something else, the wall stands all the same.
  const text = code && sqlTypeOf(code) !== "text" ? sql`${column}::text` : column;
  return sql`${text} = ${setting(TENANT_SETTINGS.supplier)}`;
}

const tablesOf = ({ entities }: SchemaSource) => Object.values(entities).flatMap(({ view, table }) => (view === null ? [table] : []));

/** Entities whose rows are somebody's. */
function tenantTables({ entities }: SchemaSource): Entity[] {
  return Object.values(entities).filter(({ view, tenancy }) => view === null && tenancy !== "global");
}

const ids = (names: readonly string[]) => sql.join(names.map((name) => sql.id(name)));
const keyOf = ({ table, name, columns }: Pick<Policy, "table" | "name" | "columns">) => `${table}.${name} ${[...columns].sort().join(" ")}`;

/** Whether {@link ensurePolicies} would have nothing to do. Where the database has no such roles, there is nothing to do. */
export async function hasPolicies(db: Db, registry: SchemaSource): Promise<boolean> {
  if (!(await hasRoles(db))) return true;
  const { missing, leftover, open, closed, sealing } = await compare(db, registry);
  return (
    missing.length + leftover.length + open.length + closed.length === 0 && !sealing && (await withoutGrants(db, registry)).length === 0
  );
}

/** Makes the policies and grants what the model wants, and drops what it wants no more; in the transaction that changes the tables. */
export async function ensurePolicies(trx: Db, registry: SchemaSource): Promise<void> {
  if (!(await hasRoles(trx))) return;
  const { missing, leftover, open, closed, sealing } = await compare(trx, registry);
  for (const { table, name } of leftover) await dropPolicy(trx, table, name);
  for (const { table, name, definition } of missing)
    await sql`create policy ${sql.id(name)} on ${sql.id(table)} ${definition}`.execute(trx);
  for (const table of open) await sql`alter table ${sql.id(table)} enable row level security`.execute(trx);
  for (const table of closed) await sql`alter table ${sql.id(table)} disable row level security`.execute(trx);
  // It reads the events and seals of the whole shop, whoever writes one.
  if (sealing) await sql`alter function _seal_event() security definer`.execute(trx);
  await grantTables(trx, registry);
}

/** Lets the roles of tenants touch the technical tables, and those of the entities that are given. Whose rows they are the policies say. */
export async function ensureGrants(db: Db, registry: SchemaSource): Promise<void> {
  if (await hasRoles(db)) await grantTables(db, registry);
}

async function compare(db: Db, registry: SchemaSource) {
  const wanted = policiesOf(registry);
  const { rows } = await sql<{ table: string; name: string; columns: string[] }>`
    select c.relname::text as "table", p.polname::text as name, array(
      select r.relname || '.' || a.attname
      from pg_depend d join pg_class r on r.oid = d.refobjid join pg_attribute a on a.attrelid = r.oid and a.attnum = d.refobjsubid
      where d.classid = 'pg_policy'::regclass and d.objid = p.oid and d.refclassid = 'pg_class'::regclass and d.refobjsubid > 0
      group by 1) as columns
    from pg_policy p join pg_class c on c.oid = p.polrelid
    where c.relnamespace = current_schema()::regnamespace and p.polname = any(${Object.values(TENANT_ROLES)})`.execute(db);
  const has = new Set(rows.map(keyOf));
  const wants = new Set(wanted.map(keyOf));
  const rollups = allRollups(registry).map(({ name }) => name);
  const known = new Set([...tablesOf(registry), ...rollups]);
  const { rows: walled } = await sql<{ table: string }>`
    select relname::text as "table" from pg_class where relnamespace = current_schema()::regnamespace and relrowsecurity`.execute(db);
  const isWalled = new Set(walled.map(({ table }) => table));
  const owned = new Set([...tenantTables(registry).map(({ table }) => table), ...rollups]);
  const { rows: seals } = await sql`
    select from pg_proc where oid = to_regprocedure('_seal_event()') and not prosecdef`.execute(db);
  return {
    missing: wanted.filter((policy) => !has.has(keyOf(policy))),
    leftover: rows.filter((policy) => known.has(policy.table) && !wants.has(keyOf(policy))),
    open: [...owned].filter((table) => !isWalled.has(table)),
    // What belongs to nobody any longer is everybody's.
    closed: [...known].filter((table) => isWalled.has(table) && !owned.has(table)),
    sealing: seals.length > 0,
  };
}

async function hasRoles(db: Db): Promise<boolean> {
  const roles = Object.values(TENANT_ROLES);
  const { rows } = await sql<{ known: number }>`select count(*)::int as known from pg_roles where rolname = any(${roles})`.execute(db);
  return rows[0]?.known === roles.length;
}

/** Tables of the program that its roles cannot touch yet. What others have put into the schema is theirs. */
async function withoutGrants(db: Db, registry: SchemaSource): Promise<string[]> {
  const { rows } = await sql<{ table: string }>`
    select relname::text as "table" from pg_class
    where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p')
      and (relname like '\\_%' or relname = any(${tablesOf(registry)}))
      and not (has_table_privilege(${shop}, oid, 'DELETE') and has_table_privilege(${supplier}, oid, 'DELETE')
        and has_table_privilege(${market}, oid, 'SELECT') and has_table_privilege(${signIn}, oid, 'SELECT'))`.execute(db);
  return rows.map(({ table }) => table);
}

async function grantTables(trx: Db, registry: SchemaSource): Promise<void> {
  const tables = await withoutGrants(trx, registry);
  if (tables.length === 0) return;
  const { rows } = await sql<{ schema: string }>`select current_schema()::text as schema`.execute(trx);
  const schema = sql.id(rows[0]?.schema ?? "public");
  const [writers, readers] = [ids([shop, supplier]), ids([market, signIn])];
  await sql`grant usage on schema ${schema} to ${writers}, ${readers}`.execute(trx);
  await sql`grant select, insert, update, delete on ${ids(tables)} to ${writers}`.execute(trx);
  await sql`grant select on ${ids(tables)} to ${readers}`.execute(trx);
  // What a later model or a later version of the program brings.
  await sql`alter default privileges in schema ${schema} grant select, insert, update, delete on tables to ${writers}`.execute(trx);
  await sql`alter default privileges in schema ${schema} grant select on tables to ${readers}`.execute(trx);
}

async function dropPolicy(trx: Db, table: string, name: string): Promise<void> {
  await sql`drop policy ${sql.id(name)} on ${sql.id(table)}`.execute(trx);
}

/** Drops the policies that look at a column; those that are still wanted are made again when the tables are made to fit. */
export async function dropPoliciesOver(trx: Db, table: string, column: string): Promise<void> {
  const { rows } = await sql<{ table: string; name: string }>`
    select distinct c.relname::text as "table", p.polname::text as name
    from pg_policy p join pg_class c on c.oid = p.polrelid
      join pg_depend d on d.classid = 'pg_policy'::regclass and d.objid = p.oid and d.refclassid = 'pg_class'::regclass
      join pg_attribute a on a.attrelid = d.refobjid and a.attnum = d.refobjsubid
    where d.refobjid = to_regclass(quote_ident(${table})) and a.attname = ${column}`.execute(trx);
  for (const { table: of, name } of rows) await dropPolicy(trx, of, name);
}
