import { type RawBuilder, sql } from "kysely";
import { cellToDb } from "../../shared/domain/cell.ts";
import type { PredicateEnv } from "../../shared/domain/predicate.ts";
import type { Entity } from "../../shared/registry/model.ts";
import { SHOP, SHOP_PATTERN } from "../base/technical.ts";
import { predicateSql } from "../query/predicate-sql.ts";
import type { Columns } from "../query/scoped.ts";
import { CAST, type MakeConstant } from "../query/sql-type.ts";
import { boundedName, shortHash } from "./sync-schema-indexes.ts";
import { storedFields } from "./tables-of.ts";

/** A CHECK as the registry wants it. Its name tells its condition, so a changed check is another one. */
export interface Check {
  readonly name: string;
  readonly condition: RawBuilder<unknown>;
}

/** Money is kept as 分 below this, so that no sum or product of rows overflows (docs/decisions/38). */
const MONEY_LIMIT = 1_000_000_000_000_000;

/** Table definitions take no parameters. The values come from the checked schema files, never from a request. */
export const literal: MakeConstant = (type, cell) => CAST[type](sql.lit(cellToDb(cell)));

/** Conditions the database keeps: shop ids, money ranges, and what the entity's file demands. */
export function checksOf(entity: Entity): Check[] {
  const columns = plainColumns(entity);
  const checks: Check[] = entity.checks.map(({ name, require }) => ({
    name: boundedName(`ck__${entity.table}__${name}__${shortHash(JSON.stringify(require))}`),
    condition: sql`(${predicateSql(require, columns, NOBODY, literal)}) is true`,
  }));
  if (entity.fields[SHOP]) {
    checks.push({ name: `ck__${entity.table}__${SHOP}`, condition: sql`${columns.expr(SHOP)} ~ ${sql.lit(SHOP_PATTERN)}` });
  }
  for (const field of storedFields(entity).filter(({ type }) => type === "money")) {
    const value = columns.expr(field.name);
    checks.push({
      name: boundedName(`ck__${entity.table}__${field.name}__range`),
      condition: sql`${value} > ${sql.lit(-MONEY_LIMIT)} and ${value} < ${sql.lit(MONEY_LIMIT)}`,
    });
  }
  return checks;
}

function plainColumns(entity: Entity): Columns {
  return { fields: entity.fields, expr: (name) => sql.ref(name) };
}

/** A row's check cannot depend on who looks or when. */
const NOBODY: PredicateEnv = {
  get today(): string {
    throw new Error("a check cannot look at today's date");
  },
  get actor(): PredicateEnv["actor"] {
    throw new Error("a check cannot look at the user");
  },
  functions: new Set(),
  flags: {},
};
