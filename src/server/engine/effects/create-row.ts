import type { Cell, Row } from "../../../shared/domain/cell.ts";
import { dayOf, timeOf } from "../../../shared/domain/day.ts";
import type { EntityOf, FieldsOf, RowOf } from "../store/typed-rows.ts";
import { supplierOf } from "../values/names.ts";
import type { EffectContext } from "./effect.ts";

/** Writes a row that follows from this one: of the same supplier, numbered, with its maker, where the entity has such fields. */
export async function createRow<Name extends string>(
  { store, work, row, entity }: Pick<EffectContext, "store" | "work" | "row" | "entity">,
  target: EntityOf<Name>,
  values: FieldsOf<Name>,
): Promise<RowOf<Name>> {
  const own: Record<string, Cell> = {
    provid: supplierOf(entity, row),
    Provider: row.Provider ?? null,
    creator: work.actor.userName,
    createtime: timeOf(work.now),
  };
  const known = Object.entries(own).filter(([name]) => target.fields[name]?.computed === null);
  const given: Row = values;
  const number = target.number;
  const numbered =
    number && given[number.field] === undefined ? { [number.field]: await store.nextNumber(number.prefix, dayOf(work.now)) } : {};
  const [created] = await store.insert(target, [{ ...Object.fromEntries(known), ...numbered, ...values }]);
  if (!created) throw new Error(`${target.name} was not created`);
  return created;
}
