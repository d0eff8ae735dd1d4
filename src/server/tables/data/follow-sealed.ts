import { sql } from "kysely";
import type { Entity } from "../../../shared/registry/model.ts";
import { SHOP } from "../../base/technical.ts";
import type { Db } from "../../db/driver/database.ts";
import { lastRecords, recordAnew, SEALED_ROW } from "../sealed-rows.ts";
import { compareRows, type RowProblem } from "../verify-rows.ts";
import type { ColumnMove, DataMoves } from "./data-moves.ts";

/** A table with sealed fields (docs/decisions/95) that a step gives other names or values. */
export interface SealedMove {
  readonly was: Entity;
  readonly is: Entity;
  /** Of what was sealed: former name to the one from now on. */
  readonly names: Readonly<Record<string, string>>;
  /** Rows that were not as the program had left them before the step. They must not become so by it. */
  readonly touched: readonly RowProblem[];
}

/** Looks at the rows that a step concerns, before anything of them is moved. */
export async function sealedMoves(trx: Db, { tables }: DataMoves): Promise<SealedMove[]> {
  const moves: SealedMove[] = [];
  for (const { was, is, columns } of tables) {
    const sealed = columns.filter(({ from }) => "name" in from && was.sealed.includes(from.name));
    if (sealed.length === 0 || (was.name === is.name && sealed.every(isAsBefore))) continue;
    const names = Object.fromEntries(sealed.map(({ field, from }) => ["name" in from ? from.name : "", field.name]));
    moves.push({ was, is, names, touched: await compareRows(trx, was) });
  }
  return moves;
}

const isAsBefore = ({ field, from }: ColumnMove) =>
  from.kind === "kept" && from.name === field.name && from.tooLong === null && Object.keys(from.codes).length === 0;

/** Records the rows under their new names, and as the step has made them, in its transaction. */
export async function followSealed(trx: Db, { was, is, names, touched }: SealedMove): Promise<void> {
  if (was.name !== is.name || Object.entries(names).some(([from, to]) => from !== to)) {
    const renamed = sql`
      (select coalesce(jsonb_object_agg(coalesce(${JSON.stringify(names)}::jsonb ->> key, key), value), '{}') from jsonb_each(k."values"))`;
    await recordLast(trx, was.name, { entity: is.name, kind: "convert", values: renamed });
    if (was.name !== is.name) await recordGone(trx, was.name);
  }
  const sealed = Object.values(names).filter((name) => is.sealed.includes(name));
  if (sealed.length > 0) await recordAnew(trx, is, sealed, { kind: "convert", except: touched });
}

/** Ends the records of an entity: it has no rows any longer, or has them under another name. */
export async function recordGone(trx: Db, entity: string): Promise<void> {
  await recordLast(trx, entity, { entity, kind: "delete", values: sql`k."values"` });
}

async function recordLast(
  trx: Db,
  name: string,
  { entity, kind, values }: { readonly entity: string; readonly kind: "convert" | "delete"; readonly values: ReturnType<typeof sql> },
): Promise<void> {
  await sql`
    insert into ${sql.id(SEALED_ROW)} (${sql.id(SHOP)}, entity, "row", kind, "values")
    select ${sql.id(SHOP)}, ${sql.lit(entity)}, "row", ${sql.lit(kind)}, ${values}
    from ${lastRecords({ name })} k where kind <> 'delete' order by ${sql.id(SHOP)}, "row"`.execute(trx);
}
