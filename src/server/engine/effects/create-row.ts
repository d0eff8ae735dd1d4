import type { Cell, Row } from "../../../shared/domain/cell.ts";
import { dayOf, timeOf } from "../../../shared/domain/day.ts";
import type { Entity } from "../../../shared/registry/model.ts";
import { supplierOf } from "../supplier-of.ts";
import type { EffectContext } from "./effect.ts";

/** Writes a row that follows from this one: of the same supplier, numbered, with its maker, where the entity has such fields. */
export async function createRow(context: EffectContext, target: Entity, values: Row): Promise<Row> {
  const { store, work, row, entity } = context;
  const own: Record<string, Cell> = {
    provid: supplierOf(entity, row),
    Provider: row.Provider ?? null,
    creator: work.actor.userName,
    createtime: timeOf(work.now),
  };
  const known = Object.entries(own).filter(([name]) => target.fields[name]?.computed === null);
  const number = target.number;
  const numbered =
    number && values[number.field] === undefined ? { [number.field]: await store.nextNumber(number.prefix, dayOf(work.now)) } : {};
  const [created] = await store.insert(target, [{ ...Object.fromEntries(known), ...numbered, ...values }]);
  if (!created) throw new Error(`${target.name} was not created`);
  return created;
}
