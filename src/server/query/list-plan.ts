import { type RawBuilder, sql } from "kysely";
import { WAITS } from "../../shared/protocol/list.ts";
import type { Entity, Module } from "../../shared/registry/model.ts";
import type { Readable } from "../../shared/registry/rights/readable.ts";
import { KEY } from "../base/technical.ts";
import type { QueryContext } from "./context.ts";
import { filterSql } from "./filter-sql.ts";
import type { MeantTodo } from "./meant-todos.ts";
import type { Filter } from "./parse-filter.ts";
import { type Condition, negated, predicateSql } from "./predicate-sql.ts";
import { readableOf } from "./readable.ts";
import type { RollupTable } from "./rollup-table.ts";
import { scoped } from "./scope.ts";
import type { Columns, Rows, Scoped } from "./scoped.ts";
import { ofWaiting, todosToldBy, waitingBy, withWaits } from "./waiting.ts";
import { hasWindows } from "./window-rows.ts";

/** The one plan of a module's rows: list, sums, detail, print, export and actions all start here (docs/decisions/21). */
export interface ListPlan {
  readonly ctx: QueryContext;
  readonly module: Module;
  readonly entity: Entity;
  readonly readable: Readable;
  readonly scope: Scoped;
  /** Also of what waits for the viewer, which is no field of the entity (waiting.ts). */
  readonly columns: Columns;
  /** What tells rows apart; null for the rows of a grouped view, which have no key. */
  readonly key: RawBuilder<unknown> | null;
  /** Scope, the module's fixed condition and the filter; nothing selected yet. */
  rows(filter?: Filter | null): Rows;
  /** The same rows by their groups in a rollup, in which those wait that these to-dos mean (null: all of the viewer's); nothing selected yet. Throws NOT_KEPT where it does not tell. */
  rolled(table: RollupTable, todos: readonly MeantTodo[] | null): RolledRows;
  /** The viewer's to-dos that a rollup tells of, and the others. */
  toldBy(table: RollupTable): readonly [told: readonly MeantTodo[], others: readonly MeantTodo[]];
  /** Of a filter that finds no row because it does not wait: the rows that it finds because some to-dos mean them, beyond those that it finds by the others. */
  besides(filter: Filter, told: readonly MeantTodo[], others: readonly MeantTodo[]): Rows;
  /** The same rows in two parts: what waits for the viewer, and the rest. Where a filter asks for that, too, each part is simpler to find. */
  parts(filter: Filter | null): readonly Rows[];
}

/** Rows by their groups in a rollup. */
export interface RolledRows {
  readonly rows: Rows;
  readonly columns: Columns;
}

/** What the rows of the module are called in the plan's statements. */
export const PLAN_ALIAS = "t";

/** Whether rows of the entity have a key: those of a grouped view are told apart by what they are grouped by. */
export function isKeyed({ view, fields }: Entity): boolean {
  return view === null || view.groupBy.length === 0 || fields[KEY] !== undefined;
}

/**
 * Whether what waits for the viewer and the rest can be looked for apart. Together no index would answer: what waits is of any age, and whether a row
 * does would be worked out for all of them. Nothing is gained where all rows are looked at anyway.
 */
export function isInParts({ entity, key }: ListPlan): boolean {
  return key !== null && !hasWindows(entity);
}

export function listPlan(ctx: QueryContext, module: Module): ListPlan {
  const scope = scoped(ctx, module);
  const entity = scope.entity(module.entity);
  const readable = readableOf(ctx, module, entity);
  const page = { ctx, module, entity, readable, env: scope.env };
  const own = scope.columns(entity, PLAN_ALIAS);
  const columns = withWaits(page, own);
  const rowsWhere = (filter: Filter | null) => {
    let rows = scope.rows(entity, PLAN_ALIAS);
    // guard predicate: tests/server/query/tenancy.test.ts
    if (module.where !== null) rows = rows.where(predicateSql(module.where, columns, scope.env));
    return filter === null ? rows : rows.where(filterSql(filter, columns));
  };
  return {
    ctx,
    module,
    entity,
    readable,
    scope,
    columns,
    key: isKeyed(entity) ? sql.ref(`${PLAN_ALIAS}.${KEY}`) : null,
    rows: (filter = null) => rowsWhere(filter),
    rolled: (table, todos) => {
      const groups = scope.rolled(table, PLAN_ALIAS);
      const known = todos === null ? withWaits(page, groups.columns) : waitingBy(() => todos, groups.columns);
      // guard predicate as groups.rows: tests/server/query/rollups.test.ts
      const rows = module.where === null ? groups.rows : groups.rows.where(predicateSql(module.where, known, scope.env));
      return { rows, columns: known };
    },
    toldBy: (table) => todosToldBy(page, scope.rolled(table, PLAN_ALIAS).columns),
    besides: (filter, told, others) => {
      const waitingFor = (todos: readonly MeantTodo[]) => waitingBy(() => todos, own);
      const isOther = waitingFor(others).expr(WAITS) as Condition;
      return rowsWhere(ofWaiting(filter, true))
        .where(isOther)
        .where(negated(filterSql(filter, waitingFor(told))));
    },
    parts: (filter) => {
      const waits = columns.expr(WAITS) as Condition;
      return [
        rowsWhere(filter && ofWaiting(filter, true)).where(waits),
        rowsWhere(filter && ofWaiting(filter, false)).where(negated(waits)),
      ];
    },
  };
}
