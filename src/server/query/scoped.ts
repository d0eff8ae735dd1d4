import type { RawBuilder, SelectQueryBuilder, SqlBool, UpdateQueryBuilder, UpdateResult } from "kysely";
import type { Cell } from "../../shared/domain/cell.ts";
import type { PredicateEnv } from "../../shared/domain/predicate.ts";
import type { Dict, Entity, Field } from "../../shared/registry/model.ts";
import type { Tables } from "../db/connect.ts";
import type { Steps } from "../db/driver/steps.ts";
import type { RollupTable } from "./rollup-table.ts";

/*
 * What the makers of expressions and of rows ask of each other: a computed field may count rows of another entity,
 * whose columns may be computed in turn. They meet in these types, not in each other's files.
 */

/** The fields of an entity as expressions over one alias of a statement. */
export interface Columns {
  readonly fields: Dict<Field>;
  /** Stored fields are columns, computed ones expressions. Throws for what exists only after reading, see `isInSql`. */
  expr(name: string): RawBuilder<unknown>;
  /** Whether a field that is chosen from cases has one of these values, as an index can answer it; left out or null: ask by its expression. */
  among?(name: string, values: readonly Cell[]): RawBuilder<SqlBool> | null;
  /** The rows in which a number may be something else than 0, as an index can answer it; left out or null: any row. */
  adding?(name: string): RawBuilder<SqlBool> | null;
}

/** A select over rows of one entity; what it selects is not typed, because the tables come from files. */
export type Rows = SelectQueryBuilder<Tables, string, Record<string, unknown>>;

/**
 * How far a read reaches: `own`, the rows the viewer may list; `reference`, besides, rows of entities that are closed to
 * suppliers as a whole, for the names that a visible row refers to.
 */
export type Reach = "own" | "reference";

/** The rows that a viewer may see of every entity, and the expressions over them. Made by `scoped` in scope.ts. */
export interface Scoped {
  readonly env: PredicateEnv;
  /** Reads go beyond the viewer's own shop, to the shops of a mall's market. */
  readonly isMarket: boolean;
  readonly entities: Dict<Entity>;
  entity(name: string): Entity;
  columns(entity: Entity, alias: string): Columns;
  /** Aliases that are not taken yet in this statement. */
  nextAlias(): string;
  rows(entity: Entity, alias: string, reach?: Reach): Rows;
  /** The groups of a rollup that are of rows the viewer may list, and the fields that they are put together by. Throws {@link NOT_KEPT} where those do not tell. */
  rolled(table: RollupTable, alias: string): { readonly rows: Rows; readonly columns: Columns };
  /** The numbers of the shops whose market is this mall's. */
  shopsOfMarket(mall: string): Rows;
  /** A select over what another one selects. */
  over(rows: Rows, alias: string): Rows;
  /** Rows that are told, with these columns. */
  told(rows: readonly object[], alias: string, columns: readonly RawBuilder<unknown>[]): Rows;
  /** How many rows are read where everybody waits meanwhile; null: nobody does. */
  readonly steps: Steps | null;
  /** What the select answers, so many rows at a time, in an open transaction: of one moment, and none of them is kept. */
  batches(rows: Rows, size: number): AsyncIterable<readonly Readonly<Record<string, unknown>>[]>;
  /** Adds the visible rows of a further stored entity, where there are any. */
  join(rows: Rows, entity: Entity, alias: string, on: RawBuilder<SqlBool>): Rows;
  /** An UPDATE of the rows the viewer may see; views have none. */
  update(entity: Entity, alias: string): UpdateQueryBuilder<Tables, string, string, UpdateResult>;
}

/** A rollup knows nothing of a field: it does not answer what is asked. One for all of them: nobody reads where it was thrown, and finding that out takes time. */
export const NOT_KEPT = new Error("a rollup does not keep it");

/** What is made of columns that a rollup has; null: it has not all of them. */
export function kept<T>(make: () => T): T | null {
  try {
    return make();
  } catch (error) {
    if (error === NOT_KEPT) return null;
    throw error;
  }
}

/** The row an expression is about. */
export interface AtRow {
  readonly scope: Scoped;
  readonly entity: Entity;
  readonly alias: string;
  readonly columns: Columns;
}
