import { type Cell, cellFromLiteral, type Row } from "../../../shared/domain/cell.ts";
import { daysBetween } from "../../../shared/domain/day.ts";
import { fieldsOfPredicate, holds, type PredicateEnv } from "../../../shared/domain/predicate.ts";
import type { Predicate } from "../../../shared/registry/language.ts";
import type { Computed, Entity, Field, Registry } from "../../../shared/registry/model.ts";
import type { Store } from "../store.ts";
import { evaluateCalc, fieldsOfCalc } from "./calc.ts";
import { sumCells } from "./convert-cell.ts";
import { entityField, entityOf } from "./names.ts";

export interface CompleteContext {
  readonly store: Store;
  readonly registry: Registry;
  readonly env: PredicateEnv;
}

/**
 * The row with those computed fields among `names`, read as the store sees the data now. Lists compute the same in SQL
 * (src/server/query); here a document's guards must also work on data in memory.
 */
export async function completeRow(context: CompleteContext, entity: Entity, row: Row, names: Iterable<string>): Promise<Row> {
  const done: Record<string, Cell> = { ...row };
  const fill = async (needed: Iterable<string>): Promise<void> => {
    for (const name of needed) {
      const field = entityField(entity, name);
      if (field.computed === null || name in done) continue;
      await fill(operandsOf(field.computed));
      done[name] = await compute(context, entity, field, field.computed, done);
    }
  };
  await fill(names);
  return done;
}

/** The fields of the same row that a computed field is made from. */
function operandsOf(computed: Computed): readonly string[] {
  switch (computed.kind) {
    case "label":
      return [computed.of];
    case "calc":
      return fieldsOfCalc(computed.calc);
    case "cases":
      return computed.when.flatMap((one) => fieldsOfPredicate(one.if));
    case "lookup":
      return [computed.via];
    case "count":
    case "total":
      return [computed.key];
    case "daysUntil":
      return [computed.field];
    case "viewer":
      return fieldsOfPredicate(computed.when);
    case "unread":
      return ["Id"];
  }
}

async function compute(context: CompleteContext, entity: Entity, field: Field, computed: Computed, row: Row): Promise<Cell> {
  const { env } = context;
  switch (computed.kind) {
    case "label":
      return entityField(entity, computed.of).values.find((value) => value.code === row[computed.of])?.text ?? null;
    case "calc":
      return evaluateCalc(computed.calc, field, entity.fields, row);
    case "cases":
      return cellFromLiteral(field, computed.when.find((one) => holds(one.if, entity.fields, row, env))?.then ?? computed.else);
    case "viewer":
      return holds(computed.when, entity.fields, row, env);
    case "daysUntil": {
      const day = row[computed.field] ?? null;
      return day === null ? null : daysBetween(env.today, String(day).slice(0, 10));
    }
    case "lookup": {
      const [found] = await related(context, computed.entity, computed.key, row[computed.via] ?? null, null, [computed.field]);
      return found?.[computed.field] ?? null;
    }
    case "count":
      return (await related(context, computed.of, computed.by, row[computed.key] ?? null, computed.where, [])).length;
    case "total": {
      const rows = await related(context, computed.of, computed.by, row[computed.key] ?? null, computed.where, [computed.field]);
      const summed = entityOf(context.registry, computed.of).fields[computed.field];
      return sumCells(
        summed?.type ?? field.type,
        rows.map((one) => one[computed.field] ?? null),
      );
    }
    case "unread": {
      const key = { entity: entity.name, bllid: String(row.Id), side: env.actor.side };
      const [task] = await context.store.find(entityOf(context.registry, "TaskState"), key);
      return task?.taskcount ?? 0;
    }
  }
}

/** The rows of another entity that name this one, with these fields; none where nothing is named. */
async function related(
  context: CompleteContext,
  name: string,
  by: string,
  value: Cell,
  where: Predicate | null,
  fields: readonly string[],
): Promise<readonly Row[]> {
  if (value === null) return [];
  const entity = entityOf(context.registry, name);
  const needed = [...fields, ...(where === null ? [] : fieldsOfPredicate(where))];
  const found = await context.store.find(entity, { [by]: value });
  const rows = await Promise.all(found.map((row) => completeRow(context, entity, row, needed)));
  return where === null ? rows : rows.filter((row) => holds(where, entity.fields, row, context.env));
}
