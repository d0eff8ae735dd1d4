import type { Cell, Row } from "../../../shared/domain/cell.ts";
import { dayOf, timeOf } from "../../../shared/domain/day.ts";
import type { EntityOf, FieldsOf, RowOf } from "../store/typed-rows.ts";
import { supplierOf } from "../values/names.ts";
import type { EffectContext } from "./effect.ts";

/** The row that another one follows from. */
type Around = Pick<EffectContext, "store" | "work" | "row" | "entity">;

/** Writes a row that follows from this one: of the same supplier, numbered, with its maker, where the entity has such fields. */
export async function createRow<Name extends string>(
  context: Around,
  target: EntityOf<Name>,
  values: FieldsOf<Name>,
): Promise<RowOf<Name>> {
  const [created] = await context.store.insert(target, [await freshRow(context, target, values)]);
  if (!created) throw new Error(`${target.name} was not created`);
  return created;
}

/** The same of a row that nobody looks at again within the work, e.g. a message. */
export async function createLater<Name extends string>(context: Around, target: EntityOf<Name>, values: FieldsOf<Name>): Promise<void> {
  await context.store.insertLater(target, [await freshRow(context, target, values)]);
}

async function freshRow<Name extends string>(
  { store, work, row, entity }: Around,
  target: EntityOf<Name>,
  values: FieldsOf<Name>,
): Promise<FieldsOf<Name>> {
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
  return { ...Object.fromEntries(known), ...numbered, ...values };
}
