import { type Cell, cellFromLiteral, dayCell, type Row } from "../../../shared/domain/cell.ts";
import { convertCell, negative } from "../../../shared/domain/convert-cell.ts";
import { addDays, dayOf, timeOf } from "../../../shared/domain/day.ts";
import type { ValueMap, ValueSource } from "../../../shared/registry/language.ts";
import type { Entity, Field } from "../../../shared/registry/model.ts";
import { isPlus } from "../store/store.ts";
import type { Patch, Plus } from "../store/typed-rows.ts";
import { entityField, entityOf } from "../values/names.ts";
import type { EffectContext } from "./effect.ts";
import { sentCell } from "./refuse.ts";

/** The line at hand, inside `each`. */
interface Line {
  readonly entity: Entity;
  readonly row: Row;
}

/** Every value of the map, for fields of `target`. */
export async function resolveValues(map: ValueMap, target: Entity, context: EffectContext, line: Line | null): Promise<Patch> {
  const patch: Record<string, Cell | Plus> = {};
  for (const [name, source] of Object.entries(map)) patch[name] = await resolve(source, entityField(target, name), context, line);
  return patch;
}

/** As {@link resolveValues}, where no old value exists that one could add to. */
export async function resolveCells(map: ValueMap, target: Entity, context: EffectContext, line: Line | null): Promise<Row> {
  const cells: Record<string, Cell> = {};
  for (const [name, value] of Object.entries(await resolveValues(map, target, context, line))) {
    if (isPlus(value)) throw new Error(`${target.name}.${name}: plus needs an old value`);
    cells[name] = value;
  }
  return cells;
}

/** What related rows must equal; null where a value is empty, because an empty value relates to no row. */
export async function resolveMatch(map: ValueMap, target: Entity, context: EffectContext, line: Line | null): Promise<Row | null> {
  const match = await resolveCells(map, target, context, line);
  return Object.values(match).includes(null) ? null : match;
}

/** The fields of the row that the values are made from. */
export function fieldsOfValues(map: ValueMap): string[] {
  return Object.values(map).flatMap((source) => {
    if (typeof source !== "object" || source === null) return [];
    if ("field" in source) return [source.field];
    return "minus" in source ? [source.minus] : [];
  });
}

async function resolve(source: ValueSource, to: Field, context: EffectContext, line: Line | null): Promise<Cell | Plus> {
  if (source === null) return null;
  if (typeof source !== "object") return cellFromLiteral(to, source);
  const { row, entity, work } = context;
  if ("field" in source) return convertCell(row[source.field] ?? null, entityField(entity, source.field), to);
  if ("line" in source) {
    if (!line) throw new Error(`${to.name}: no line at hand`);
    return convertCell(line.row[source.line] ?? null, entityField(line.entity, source.line), to);
  }
  if ("minus" in source) {
    const from = line ?? { entity, row };
    return negative(convertCell(from.row[source.minus] ?? null, entityField(from.entity, source.minus), to));
  }
  if ("actor" in source) return cellFromLiteral(to, work.env.actor[source.actor]);
  if ("now" in source) return to.type === "date" ? dayOf(work.now) : timeOf(work.now);
  if ("today" in source) return dayCell(to, addDays(dayOf(work.now), source.today));
  if ("plus" in source) return { plus: cellFromLiteral(to, source.plus) as bigint | number };
  if ("reason" in source) return sentCell(to, work.reason, to.title);
  return context.store.nextNumber(source.number, dayOf(work.now));
}

/** The lines an effect runs for; once without a line where it names no line entity. */
export async function eachLine(each: string | null | undefined, context: EffectContext): Promise<readonly (Line | null)[]> {
  if (!each) return [null];
  const entity = entityOf(context.work.registry, each);
  return (await context.lines(context.row, each)).map((row) => ({ entity, row }));
}
