/**
 * The one door to the tables (docs/decisions/13). Every statement over an entity starts here, already limited to
 * the rows the viewer may see; the raw handle stays in this file.
 */

import { type CompiledQuery, type RawBuilder, sql } from "kysely";
import type { Entity, Module } from "../../shared/registry/model.ts";
import { limitingHead, readsMarket, whoseRows } from "../../shared/registry/rights/rows.ts";
import { MARKET, SHOP, SHOP_PATTERN } from "../base/technical.ts";
import { tenantOf } from "../base/tenant.ts";
import { envOf, type Viewer } from "../base/viewer.ts";
import { stepsOn } from "../db/driver/steps.ts";
import type { TenantConnection } from "../db/driver/tenant-driver.ts";
import { forTenant } from "../db/driver/tenant-statements.ts";
import { addingRows } from "./adding-rows.ts";
import { casesAmong } from "./computed-cases.ts";
import { computedSql, isInSql } from "./computed-kinds.ts";
import type { QueryContext } from "./context.ts";
import { allOf, type Condition, FALSE, predicateSql } from "./predicate-sql.ts";
import { type Columns, NOT_KEPT, type Reach, type Rows, type Scoped } from "./scoped.ts";
import { viewRows } from "./view-rows.ts";
import { hasWindows, withWindows } from "./window-rows.ts";

/** What a scope needs to know of the module at hand. */
type ModuleAtHand = Pick<Module, "id"> & Partial<Pick<Module, "reach">>;

const NO_MODULE: ModuleAtHand = { id: 0 };

/** The viewer's rows. Throws when the viewer is not told completely: nobody in particular sees nothing. */
export function scoped(ctx: QueryContext, module: ModuleAtHand = NO_MODULE): Scoped {
  // guard scope: tests/server/query/tenancy.test.ts
  checkViewer(ctx?.viewer);
  const { viewer } = ctx;
  const isMarket = readsMarket(module, viewer);
  // The database keeps others' rows from the viewer, too, whatever is asked of it below (docs/decisions/85).
  const own = forTenant(ctx.db, tenantOf(viewer));
  const db = isMarket && viewer.isMall ? forTenant(ctx.db, { as: "market", shop: viewer.shopId }) : own;
  let aliases = 0;
  const scope: Scoped = {
    env: envOf(ctx.registry, viewer, module, ctx.now),
    isMarket,
    entities: ctx.registry.entities,
    entity: (name) => {
      const entity = ctx.registry.entities[name];
      if (!entity) throw new Error(`there is no entity ${name}`);
      return entity;
    },
    columns: (entity, alias) => columnsOf(scope, entity, alias),
    nextAlias: () => {
      aliases += 1;
      return `r${aliases}`;
    },
    rows: (entity, alias, reach = "own") => {
      const seen = (of: string) => {
        const from = entity.view === null ? table(entity, of) : viewRows(scope, entity, entity.view).as(of);
        // guard scope as db.selectFrom(from): tests/server/query/tenancy.test.ts
        return db.selectFrom(from).where(visible(scope, viewer, entity, scope.columns(entity, of), reach)) as unknown as Rows;
      };
      if (!hasWindows(entity)) return seen(alias);
      const inner = scope.nextAlias();
      return scope.over(withWindows(scope, entity, seen(inner), inner), alias);
    },
    rolled: ({ name, entity, by }, alias) => {
      const columns = columnsOf(scope, entity, alias, new Set([SHOP, ...by.map((field) => field.name)]));
      const groups = own.selectFrom(`${name} as ${alias}`);
      // guard scope as groups as unknown as Rows: tests/server/query/rollups.test.ts
      const rows = groups.where(visible(scope, viewer, entity, columns, "own")) as unknown as Rows;
      return { rows, columns };
    },
    shopsOfMarket: (mall) => {
      const { table: name } = scope.entity(MARKET.entity);
      const alias = scope.nextAlias();
      return db.selectFrom(`${name} as ${alias}`).select(`${alias}.${SHOP}`).where(`${alias}.${MARKET.mall}`, "=", mall) as unknown as Rows;
    },
    over: (rows, alias) => db.selectFrom(rows.as(alias)) as unknown as Rows,
    told: (rows, alias, columns) => {
      const from = sql`json_to_recordset(${JSON.stringify(rows)}::json)`;
      return db.selectFrom(from.as(sql`${sql.id(alias)} (${sql.join(columns)})`)) as unknown as Rows;
    },
    steps: stepsOn(ctx.db),
    batches: async function* (rows, size) {
      for await (const { rows: batch } of db.getExecutor().stream<Record<string, unknown>>(rows.compile(), size)) yield batch;
    },
    join: (rows, entity, alias, on) => {
      const seen = visible(scope, viewer, entity, scope.columns(entity, alias), "reference");
      // guard scope as rows.leftJoin(table(entity, alias), (join) => join.on(on)) as unknown as Rows: tests/server/query/tenancy.test.ts
      return rows.leftJoin(table(entity, alias), (join) => join.on(allOf([on, seen]))) as unknown as Rows;
    },
    // Never beyond the own shop, whatever the module reads.
    update: (entity, alias) => {
      // guard scope as scope: tests/server/query/market.test.ts
      const ofShop: Scoped = { ...scope, isMarket: false };
      // guard scope as own.updateTable(table(entity, alias)): tests/server/query/tenancy.test.ts
      return own.updateTable(table(entity, alias)).where(visible(ofShop, viewer, entity, ofShop.columns(entity, alias), "own"));
    },
  };
  return scope;
}

/** What selects of a scope answer, sent to the database together; each as the tenant that it was made for. */
export function readTogether({ db }: Pick<QueryContext, "db">, selects: readonly CompiledQuery[]): Promise<Record<string, unknown>[][]> {
  return db.getExecutor().provideConnection((connection) => (connection as TenantConnection).readAll(selects));
}

function table(entity: Entity, alias: string): `${string} as ${string}` {
  if (entity.view !== null) throw new Error(`${entity.name} is a view: it has no table`);
  return `${entity.table} as ${alias}`;
}

/** Fails closed: a supplier without a code would otherwise be a shop user (docs/decisions/13). */
function checkViewer(viewer: Viewer | undefined): void {
  if (!viewer || !new RegExp(SHOP_PATTERN).test(viewer.shopId)) throw new Error("no scope: the viewer has no shop");
  const isSupplier = viewer.side === "supplier";
  if (!isSupplier && viewer.side !== "shop") throw new Error("no scope: the viewer is on no side");
  if (typeof viewer.provId !== "string" || isSupplier !== (viewer.provId.trim() !== "")) {
    throw new Error("no scope: the viewer's side and supplier code disagree");
  }
}

/** The viewer may see the row: tenant, what the side may see at all, and for a line that its head is seen. */
function visible(scope: Scoped, viewer: Viewer, entity: Entity, columns: Columns, reach: Reach): Condition {
  const conditions = [ofTenant(scope, viewer, entity, columns, reach)];
  const sideSees = entity.visibleTo[viewer.side];
  // guard predicate: tests/server/query/tenancy.test.ts
  if (sideSees !== null) conditions.push(predicateSql(sideSees, columns, scope.env));
  const head = limitingHead(entity, scope.entities, viewer.side);
  // guard predicate: tests/server/query/list-page.test.ts
  if (entity.head !== null && head !== null) {
    const headAlias = scope.nextAlias();
    const key = scope.columns(head, headAlias).expr(entity.head.key);
    const heads = scope.rows(head, headAlias, reach).where(sql<boolean>`${key} = ${columns.expr(entity.head.field)}`);
    conditions.push(sql`exists (${heads.select(sql`1`.as("one"))})`);
  }
  return allOf(conditions);
}

function ofTenant(scope: Scoped, viewer: Viewer, entity: Entity, columns: Columns, reach: Reach): Condition {
  const look = { isMarket: scope.isMarket, isReference: reach === "reference" };
  const shop = () => columns.expr(SHOP);
  switch (whoseRows(entity, scope.entities, viewer, look)) {
    case "everybody":
      return allOf([]);
    case "market":
      // guard scope as allOf([]): tests/server/query/market.test.ts
      return sql`(${shop()} = ${viewer.shopId} or ${shop()} in (${scope.shopsOfMarket(viewer.shopId)}))`;
    case "shop":
      // guard scope as allOf([]): tests/server/query/tenancy.test.ts
      return sql`${shop()} = ${viewer.shopId}`;
    case "supplier":
      // guard scope as sql`${shop()} = ${viewer.shopId}`: tests/server/query/tenancy.test.ts
      // guard scope as sql`${columns.expr(entity.supplierField ?? "")} = ${viewer.provId}`: tests/server/query/tenancy.test.ts
      return allOf([sql`${shop()} = ${viewer.shopId}`, sql`${columns.expr(entity.supplierField ?? "")} = ${viewer.provId}`]);
    case "nobody":
      // guard scope as allOf([]): tests/server/query/list-page.test.ts
      return FALSE;
  }
}

/**
 * The columns of a stored or view entity under this alias. Expressions are made once and kept. `kept`: the stored fields that there are; of
 * others, and of what is made of them, it throws {@link NOT_KEPT}.
 */
function columnsOf(scope: Scoped, entity: Entity, alias: string, kept: ReadonlySet<string> | null = null): Columns {
  const made = new Map<string, RawBuilder<unknown>>();
  const open = new Set<string>();
  const columns: Columns = {
    fields: entity.fields,
    expr(name) {
      const known = made.get(name);
      if (known) return known;
      if (open.has(name)) throw new Error(`${entity.name}.${name} is computed from itself: the registry must have refused it`);
      open.add(name);
      try {
        const expression = make(name);
        made.set(name, expression);
        return expression;
      } finally {
        // What is not kept may be asked for again.
        open.delete(name);
      }
    },
    among(name, values) {
      const field = entity.fields[name];
      const isOfCases = field?.computed?.kind === "cases" && field.type === "enum" && field.codeType === "int";
      return isOfCases ? casesAmong(field.computed.cases, field, values, { columns, scope }) : null;
    },
    adding: (name) => addingRows(entity, name, columns, scope),
  };
  return columns;

  function make(name: string): RawBuilder<unknown> {
    const field = entity.fields[name];
    if (!field) throw new Error(`${entity.name} has no field ${name}`);
    if (!isInSql(field)) throw new Error(`${entity.name}.${name} exists only after reading`);
    if (field.computed === null && kept?.has(name) === false) throw NOT_KEPT;
    if (field.computed === null) return sql.ref(`${alias}.${name}`);
    return computedSql(field, field.computed, { scope, entity, alias, columns });
  }
}
