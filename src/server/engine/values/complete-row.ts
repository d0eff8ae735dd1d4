import type { Row } from "../../../shared/domain/cell.ts";
import { convertCell, sumCells } from "../../../shared/domain/convert-cell.ts";
import { fieldsOfPredicate, holds, type PredicateEnv } from "../../../shared/domain/predicate.ts";
import type { Entity, Registry } from "../../../shared/registry/model.ts";
import type { OtherRows } from "../../query/computed-def.ts";
import { cellOfOthers, computeRow, inputsOf } from "../../query/computed-kinds.ts";
import type { Store } from "../store/store.ts";
import type { EntityOf, FieldName, RowOf, RowWith } from "../store/typed-rows.ts";
import { entityField, entityOf } from "./names.ts";

/** What values of other rows are read with. */
export interface Reading {
  readonly store: Store;
  readonly registry: Registry;
  readonly env: PredicateEnv;
}

/**
 * The row with those computed fields among `names`, as the store sees the data now: its own arithmetic as in lists
 * (query/computed-row.ts), values of other rows through the store, so that the same guards work on data in memory.
 */
export async function completeRow<Name extends string, Wanted extends FieldName<Name>>(
  reading: Reading,
  entity: EntityOf<Name>,
  row: RowOf<Name>,
  names: Iterable<Wanted>,
): Promise<RowWith<Name, Wanted>> {
  let done: Row = row;
  const fill = async (name: string): Promise<void> => {
    const field = entityField<string>(entity, name);
    if (field.computed === null || done[name] !== undefined) return;
    for (const input of inputsOf(field, { entity })) await fill(input);
    const cell = await cellOfOthers(field, field.computed, othersOf(reading, entity, done));
    done = cell === undefined ? computeRow(done, [name], { entity, env: reading.env }) : { ...done, [name]: cell };
  };
  for (const name of names) await fill(name);
  return done as RowWith<Name, Wanted>;
}

/** What kinds of computed fields ask of other rows, asked of the store. */
function othersOf(reading: Reading, entity: Entity, row: Row): OtherRows {
  return {
    entity,
    row,
    env: reading.env,
    async find(name, match, where, fields) {
      if (Object.values(match).includes(null)) return [];
      const other = entityOf(reading.registry, name);
      const needed = [...fields, ...(where === null ? [] : fieldsOfPredicate(where))];
      const rows: Row[] = [];
      for (const found of await reading.store.find(other, match)) rows.push(await completeRow(reading, other, found, needed));
      return where === null ? rows : rows.filter((one) => holds(where, other.fields, one, reading.env));
    },
    sum(name, field, rows, as) {
      const summed = entityField(entityOf(reading.registry, name), field);
      const cells = rows.map((one) => one[field] ?? null);
      return convertCell(sumCells(summed.type, cells), summed, as);
    },
  };
}
