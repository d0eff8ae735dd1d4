import { type RawBuilder, sql } from "kysely";
import { WAITS } from "../../shared/protocol/list.ts";
import type { Entity, Module } from "../../shared/registry/model.ts";
import type { Readable } from "../../shared/registry/rights/readable.ts";
import { KEY } from "../base/technical.ts";
import type { QueryContext } from "./context.ts";
import { filterSql } from "./filter-sql.ts";
import type { Filter } from "./parse-filter.ts";
import { type Condition, negated, predicateSql } from "./predicate-sql.ts";
import { readableOf } from "./readable.ts";
import { scoped } from "./scope.ts";
import type { Columns, Rows, Scoped } from "./scoped.ts";
import { knowingWaits, withWaits } from "./waiting.ts";

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
  /** The same rows in two parts: what waits for the viewer, and the rest. Where a filter asks for that, too, each part is simpler to find. */
  parts(filter: Filter | null): readonly Rows[];
}

/** What the rows of the module are called in the plan's statements. */
export const PLAN_ALIAS = "t";

/** Whether rows of the entity have a key: those of a grouped view are told apart by what they are grouped by. */
export function isKeyed({ view, fields }: Entity): boolean {
  return view === null || view.groupBy.length === 0 || fields[KEY] !== undefined;
}

export function listPlan(ctx: QueryContext, module: Module): ListPlan {
  const scope = scoped(ctx, module);
  const entity = scope.entity(module.entity);
  const readable = readableOf(ctx, module, entity);
  const columns = withWaits({ ctx, module, entity, readable, env: scope.env }, scope.columns(entity, PLAN_ALIAS));
  const rowsWhere = (filter: Filter | null, known = columns) => {
    let rows = scope.rows(entity, PLAN_ALIAS);
    // guard predicate: tests/server/query/tenancy.test.ts
    if (module.where !== null) rows = rows.where(predicateSql(module.where, columns, scope.env));
    return filter === null ? rows : rows.where(filterSql(filter, known));
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
    parts: (filter) => {
      const waits = columns.expr(WAITS) as Condition;
      const [waiting, rest] = [rowsWhere(filter, knowingWaits(columns, true)), rowsWhere(filter, knowingWaits(columns, false))];
      return [waiting.where(waits), rest.where(negated(waits))];
    },
  };
}
