import { sql } from "kysely";
import { scaleOf } from "../../../shared/domain/calc.ts";
import type { WireRow } from "../../../shared/protocol/list.ts";
import { ACTIONS_KEY, type ShowEvent, type ShowResult } from "../../../shared/protocol/screen.ts";
import type { Entity, Field, Lines, Module } from "../../../shared/registry/model.ts";
import { actionsOf } from "../../../shared/registry/rights/offered-actions.ts";
import { KEY } from "../../base/technical.ts";
import { inText } from "../../db/driver/kept-plan.ts";
import { type Asked, askTogether } from "../asked.ts";
import type { QueryContext } from "../context.ts";
import { type ListPlan, listPlan } from "../list-plan.ts";
import { neededFields, presenter } from "../present.ts";
import { inLineOrder, inSql, readCells, selectFields } from "../read-cells.ts";
import { eventsOf } from "../read-events.ts";
import { readByIds } from "../rows-by-ids.ts";
import { totalsOfFound } from "../sums.ts";
import { readChain } from "./read-chain.ts";

/** Lines shown of one document; their sums count all of them. */
export const LINE_CAP = 5000;

/**
 * One row with its lines, its history and its chain of documents, as far as this viewer may see them. Code 404 where there is none.
 * `open`: the pages whose documents the chain may name.
 */
export async function showRow(ctx: QueryContext, module: Module, id: number, open: readonly Module[] = []): Promise<ShowResult> {
  const plan = listPlan(ctx, module);
  const { entity, readable, scope } = plan;
  const actions = actionsOf(ctx.viewer, module, entity);
  const lines = shownLines(plan);
  const needed = neededFields([...readable.fields.keys(), ...lines.map(({ head }) => head.key), KEY], entity, module.labels, actions);
  const [cells] = await readByIds(plan, [id], needed);
  if (!cells) throw new Error("readByIds answers every id or throws");
  const fields = [...readable.fields.values()];
  const row = presenter({ entity, env: scope.env, fields, labels: module.labels, actions })(cells, id);

  const asked = lines.map((each) => linesOf(plan, each, String(cells[each.head.key] ?? "")));
  const [events, ...tables] = await askTogether<[ShowEvent[], ...LineTable[]]>(ctx, [eventsOf(scope, entity, readable, id), ...asked]);
  return {
    row,
    lines: Object.fromEntries(tables.map(({ entity: name, rows }) => [name, rows])),
    lineSums: Object.fromEntries(tables.map(({ entity: name, sums }) => [name, sums])),
    actions: (row[ACTIONS_KEY] ?? []) as unknown as readonly string[],
    events,
    chain: await readChain(ctx, module, id, open),
  };
}

interface ShownLines {
  readonly lines: Lines;
  readonly entity: Entity;
  readonly head: NonNullable<Entity["head"]>;
}

function shownLines({ module, scope }: ListPlan): ShownLines[] {
  return module.lines.map((lines) => {
    const entity = scope.entity(lines.entity);
    if (entity.head === null) throw new Error(`${entity.name} is no line entity: the registry must have refused it`);
    return { lines, entity, head: entity.head };
  });
}

interface LineTable {
  readonly entity: string;
  readonly rows: readonly WireRow[];
  readonly sums: Readonly<Record<string, string>>;
}

function linesOf({ scope, readable }: ListPlan, { lines, entity, head }: ShownLines, headKey: string): Asked<LineTable> {
  const columns = scope.columns(entity, "t");
  const fields = lines.columns.flatMap(({ field: name }): Field[] => {
    const field = entity.fields[name];
    return field && !readable.isHidden(name) ? [field] : [];
  });
  const needed = inSql([...neededFields([...fields.map(({ name }) => name), KEY], entity, {}, [])], columns);
  const ofHead = () => scope.rows(entity, "t").where(sql<boolean>`${columns.expr(head.field)} = ${headKey}`);
  const sums = lines.sums
    .filter((name) => fields.some((field) => field.name === name))
    .map((field) => ({ field, decimals: scaleOf(entity.fields[field]), ratio: null }));
  const rows = selectFields(inLineOrder(ofHead(), entity, columns), needed, columns).limit(inText(LINE_CAP));
  const totals = totalsOfFound(ofHead(), sums, columns);
  const present = presenter({ entity, env: scope.env, fields, labels: {}, actions: null });
  const presented = (answer: Readonly<Record<string, unknown>>) => {
    const cells = readCells(answer, needed);
    return present(cells, Number(cells[KEY]));
  };
  return {
    selects: [rows, ...(sums.length === 0 ? [] : totals.selects)],
    read: ([answers = [], ...summed]) => ({ entity: entity.name, rows: answers.map(presented), sums: totals.read(summed).sums }),
  };
}
