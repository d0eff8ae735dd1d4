import { sql } from "kysely";
import type { Obstacle } from "../../../shared/registry/plan/change.ts";
import { SHOP } from "../../base/technical.ts";
import type { Db } from "../../db/driver/database.ts";
import { foldedSql } from "../identity-sql.ts";
import { checksOf } from "../sync-schema-ddl.ts";
import { type Index, isFolding } from "../sync-schema-indexes.ts";
import { storedFields } from "../tables-of.ts";
import type { ColumnMove, TableMove } from "./data-moves.ts";
import { type Rehearsed, rowsTwice, rowsWhere } from "./rows-found.ts";
import { valueSql } from "./value-sql.ts";

/** Values that come from elsewhere, and may for that break a rule that is there already. */
const isMadeAnew = ({ from }: ColumnMove) => from.kind === "converted" || from.kind === "restored";

/** Unique keys and checks that the database does not have yet, or whose values are other ones from now on. */
export async function ofRules(
  trx: Db,
  table: TableMove,
  keys: readonly Index[],
  rules: ReadonlySet<string>,
): Promise<readonly Rehearsed[]> {
  const told: Rehearsed[] = [];
  const moves = new Map(table.columns.map((move) => [move.field.name, move]));
  const anew = new Set(table.columns.filter(isMadeAnew).map(({ field }) => field.name));
  const valueBy = (name: string) => {
    const move = moves.get(name);
    return move ? valueSql(move) : null;
  };
  for (const index of keys) {
    const fields = index.parts.map(({ field }) => field);
    if (rules.has(index.name) && !fields.some((field) => anew.has(field))) continue;
    const values = index.parts.flatMap(({ field, fold }) => {
      const value = valueBy(field);
      return value === null ? [] : [fold === undefined ? value : foldedSql(fold, value)];
    });
    if (values.length < fields.length) continue;
    const found = await rowsTwice(trx, table.was, values);
    const rule = fields.filter((field) => field !== SHOP || table.is.tenancy === "global");
    if (found.rows > 0)
      told.push(
        ruleOf(table, fields, rule, {
          kind: isFolding(index) ? "alike" : "twice",
          ...found,
          rule: rule.join("+"),
        }),
      );
  }
  const unknown = new Set(storedFields(table.is).flatMap(({ name }) => (valueBy(name) === null ? [name] : [])));
  if (unknown.size > 0) return told;
  const columns = { fields: table.is.fields, expr: (name: string) => valueBy(name) ?? sql.id(name) };
  const own = new Set(table.is.checks.map(({ name }) => name));
  for (const [at, check] of checksOf(table.is, columns).entries()) {
    const name = table.is.checks[at]?.name;
    if (name === undefined || !own.has(name) || (rules.has(`${table.is.table}.${check.name}`) && anew.size === 0)) continue;
    const found = await rowsWhere(trx, table.was, sql`(${check.condition}) is not true`);
    if (found.rows > 0) told.push(ruleOf(table, [...anew], name, { kind: "broken", ...found, rule: name }));
  }
  return told;
}

const ruleOf = ({ is }: TableMove, fields: readonly string[], rule: Rehearsed["rule"], obstacle: Obstacle): Rehearsed => ({
  entity: is.name,
  fields,
  rule,
  data: { obstacles: [obstacle] },
});
