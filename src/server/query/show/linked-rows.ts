import { sql } from "kysely";
import type { Row } from "../../../shared/domain/cell.ts";
import { fieldsOfPredicate } from "../../../shared/domain/predicate.ts";
import type { ChainPart, Entity, Module, Registry } from "../../../shared/registry/model.ts";
import { KEY } from "../../base/technical.ts";
import { inText } from "../../db/driver/kept-plan.ts";
import type { Asked } from "../asked.ts";
import type { QueryContext } from "../context.ts";
import { type ListPlan, listPlan } from "../list-plan.ts";
import { allOf, type Condition, holdsAnyOf, predicateSql } from "../predicate-sql.ts";
import { neededFields } from "../present.ts";
import { inSql, readCells, selectFields } from "../read-cells.ts";

/** Documents of one kind that a chain is followed through; what lies behind further ones is not told. */
const MOST_DOCUMENTS = 200;

/** The documents of one kind that belong to a chain, as the page they are read by shows them. */
export interface LinkedRows {
  readonly plan: ListPlan;
  readonly part: ChainPart;
  readonly rows: readonly Row[];
  readonly isCut: boolean;
}

/** The document itself. Whoever calls this has seen that the viewer may read it. */
export function ownRow(ctx: QueryContext, module: Module, part: ChainPart, id: number, ways: readonly Way[]): Asked<LinkedRows> {
  return rowsOf(listPlan(ctx, module), part, ways, ({ key }) => sql`${key} = ${id}`);
}

/** What the documents of one kind lead to on a way. */
export function linkedRows(
  ctx: QueryContext,
  module: Module,
  part: ChainPart,
  from: { readonly rows: readonly Row[]; readonly way: Way },
  ways: readonly Way[],
): Asked<LinkedRows> {
  const plan = listPlan(ctx, module);
  const values = [...new Set(from.rows.map((row) => row[from.way.here] ?? null))].filter((value) => value !== null && value !== "");
  if (values.length === 0) return { selects: [], read: () => ({ plan, part, rows: [], isCut: false }) };
  return rowsOf(plan, part, ways, ({ columns, scope }) => {
    const isLinked = holdsAnyOf(columns, from.way.there, values);
    return part.where === null ? isLinked : allOf([isLinked, predicateSql(part.where, columns, scope.env)]);
  });
}

function rowsOf(plan: ListPlan, part: ChainPart, ways: readonly Way[], isMeant: (plan: ListPlan) => Condition): Asked<LinkedRows> {
  const { columns, entity, module, key } = plan;
  if (key === null) throw new Error(`${entity.name} has no key: no document of a chain`);
  const fields = inSql(neededFields(namesOf(plan, part, ways), entity, module.labels, []), columns);
  const found = selectFields(plan.rows().where(isMeant(plan)), fields, columns)
    .orderBy(key)
    .limit(inText(MOST_DOCUMENTS + 1));
  return {
    selects: [found],
    read: ([answers = []]) => ({
      plan,
      part,
      rows: answers.slice(0, MOST_DOCUMENTS).map((answer) => readCells(answer, fields)),
      isCut: answers.length > MOST_DOCUMENTS,
    }),
  };
}

/** Everything that is told of a document, or decides what is told, and what leads on from it. */
function namesOf({ module, entity }: { module: Module; entity: Entity }, part: ChainPart, ways: readonly Way[]): string[] {
  const { state, amount, counted, gap, due, waits } = part;
  const conditions = [counted, gap?.when, ...waits.map(({ when }) => when)].filter((when) => when !== null && when !== undefined);
  const named = [module.titleField, state, amount, gap?.of, gap?.less, due, ...waits.map(({ since }) => since)];
  const texts = named.filter((name) => name !== null && name !== undefined);
  return [KEY, "createtime", ...texts, ...ways.map(({ here }) => here), ...conditions.flatMap(fieldsOfPredicate)].filter(
    (name) => entity.fields[name],
  );
}

/** From one kind of document to another: the field here equals the field there. */
export interface Way {
  readonly to: string;
  readonly here: string;
  readonly there: string;
}

/** Every way between kinds of documents, in both directions. They make a tree: the registry has seen to it. */
export function chainWays({ entities }: Registry): ReadonlyMap<string, readonly Way[]> {
  const ways = new Map<string, Way[]>();
  const add = (from: string, way: Way) => ways.set(from, [...(ways.get(from) ?? []), way]);
  for (const { name, chain } of Object.values(entities)) {
    for (const { field, entity, key } of chain?.links ?? []) {
      add(name, { to: entity, here: field, there: key });
      add(entity, { to: name, here: key, there: field });
    }
  }
  return ways;
}
