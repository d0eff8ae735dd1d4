import { type Cell, cellFromLiteral, type Row } from "../../../shared/domain/cell.ts";
import { remembered } from "../../../shared/domain/remembered.ts";
import { ApiError, CODE } from "../../../shared/protocol/envelope.ts";
import type { Entity, Field } from "../../../shared/registry/model.ts";
import { MARKET } from "../../base/technical.ts";
import { storedFields } from "../../tables/tables-of.ts";
import { refuseOverflow } from "./overflow.ts";
import type { Upsert } from "./store.ts";
import type { Patch } from "./typed-rows.ts";

/** A stored field by its name; any other name is a mistake of ours. */
export function storedField(entity: Entity, name: string): Field {
  const field = entity.fields[name];
  if (!field || field.computed !== null) throw new Error(`${entity.name} stores no field ${name}`);
  return field;
}

/**
 * The field by which a row of a global entity belongs to a market: besides its own row, a shop writes those of the shops that name it
 * as their mall (docs/decisions/14). null: nobody else's rows are written.
 */
export function marketField({ name, tenancy, fields }: Entity): string | null {
  return tenancy === "global" && name === MARKET.entity && fields[MARKET.mall] ? MARKET.mall : null;
}

/** A whole new row, without its Id: the given values, else each field's initial value. Unknown names are refused. */
export function freshRow(entity: Entity, shopId: string, values: Row): Record<string, Cell> {
  refuseOverflow(entity, values);
  const row: Record<string, Cell> = { ...initialRow(entity) };
  for (const name in values) {
    if (storedField(entity, name).type === "id") continue;
    const value = values[name] ?? null;
    if (value !== null) row[name] = value;
  }
  if (entity.tenancy !== "global") row.SHOP_ID = shopId;
  return row;
}

/**
 * The row that new ones are copied from: an object that is given thirty fields one after the other is a table of hashes to the engine of the
 * language, several times as slow and as large as one that is copied with all of them.
 */
const initialRow = remembered((entity: Entity): Row => {
  const fields = storedFields(entity).filter(({ type }) => type !== "id");
  return Object.fromEntries(fields.map((field) => [field.name, initialCell(entity, field)]));
});

/** The row an upsert creates: amounts start from zero, hence are what is added. */
export function upsertRow(entity: Entity, shopId: string, { key, by, fresh }: Upsert): Record<string, Cell> {
  const isDeclared = entity.unique.some((unique) => unique.length === Object.keys(key).length && unique.every((name) => name in key));
  if (!isDeclared) throw new Error(`${entity.name} has no unique key (${Object.keys(key).join(", ")})`);
  return freshRow(entity, shopId, { ...fresh, ...key, ...by });
}

/** The patch with the row's version counted up, where its entity counts versions. */
export function withVersion(entity: Entity, patch: Patch): Patch {
  return entity.fields.rowver ? { ...patch, rowver: { plus: 1 } } : patch;
}

function initialCell(entity: Entity, field: Field): Cell {
  const machine = entity.machines[field.name];
  if (machine) return machine.initial;
  if (field.initial !== null) return cellFromLiteral(field, field.initial);
  return field.type === "bool" ? false : null;
}

/** Why no flow adds or removes rows of a global entity: they are nobody's in particular, and a shop would do it to all others. */
export function refuseGlobal({ tenancy, title }: Entity): void {
  // guard scope: tests/server/flows/stores.test.ts
  if (tenancy === "global") throw new ApiError(CODE.rule, `${title}由所有商场共用，不能在此新增或删除`);
}
