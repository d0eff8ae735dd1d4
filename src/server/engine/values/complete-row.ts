import type { Cell, Row } from "../../../shared/domain/cell.ts";
import { convertCell, sumCells } from "../../../shared/domain/convert-cell.ts";
import { fieldsOfPredicate, holds, type PredicateEnv } from "../../../shared/domain/predicate.ts";
import type { Predicate } from "../../../shared/registry/language.ts";
import type { Computed, Entity, Field, Party, Registry } from "../../../shared/registry/model.ts";
import { ABOUT, KEY, TASK_STATE } from "../../base/technical.ts";
import { computeRow, inputsOf } from "../../query/computed-row.ts";
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
    for (const input of ownInputs(field, entity)) await fill(input);
    const cell = await fromOthers(reading, entity, field, field.computed, done);
    done = cell === undefined ? computeRow(done, [name], { entity, env: reading.env }) : { ...done, [name]: cell };
  };
  for (const name of names) await fill(name);
  return done as RowWith<Name, Wanted>;
}

/** The fields of the same row that a computed field needs first. */
function ownInputs(field: Field, entity: Entity): readonly string[] {
  const { computed } = field;
  if (computed?.kind === "lookup") return [computed.via];
  if (computed?.kind === "count" || computed?.kind === "total") return [computed.key];
  return inputsOf(field, {}, entity.fields);
}

/** A value that other rows decide; undefined for those the row alone decides. */
async function fromOthers(reading: Reading, entity: Entity, field: Field, computed: Computed, row: Row): Promise<Cell | undefined> {
  switch (computed.kind) {
    case "lookup": {
      const [found] = await related(reading, computed.entity, computed.key, row[computed.via], null, [computed.field]);
      return found?.[computed.field] ?? null;
    }
    case "count":
      return (await related(reading, computed.of, computed.by, row[computed.key], computed.where, [])).length;
    case "total": {
      const rows = await related(reading, computed.of, computed.by, row[computed.key], computed.where, [computed.field]);
      const summed = entityField(entityOf(reading.registry, computed.of), computed.field);
      const cells = rows.map((one) => one[computed.field] ?? null);
      return convertCell(sumCells(summed.type, cells), summed, field);
    }
    case "unread": {
      const key = { [ABOUT.entity]: entity.name, [ABOUT.row]: String(row[KEY]), side: reading.env.actor.side as Party };
      const [task] = await reading.store.find(entityOf(reading.registry, TASK_STATE), key);
      return task?.taskcount ?? 0;
    }
    default:
      return undefined;
  }
}

/** The rows of another entity that name this one, with these fields; none where nothing is named. */
async function related(
  reading: Reading,
  name: string,
  by: string,
  value: Cell | undefined,
  where: Predicate | null,
  fields: readonly string[],
): Promise<readonly Row[]> {
  if (value === null || value === undefined) return [];
  const entity = entityOf(reading.registry, name);
  const needed = [...fields, ...(where === null ? [] : fieldsOfPredicate(where))];
  const rows: Row[] = [];
  for (const found of await reading.store.find(entity, { [by]: value })) rows.push(await completeRow(reading, entity, found, needed));
  return where === null ? rows : rows.filter((row) => holds(where, entity.fields, row, reading.env));
}
