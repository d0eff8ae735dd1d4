import { sql } from "kysely";
import type { WireRow } from "../../shared/protocol/list.ts";
import { KEY } from "../base/technical.ts";
import { type OpenedList, ordered } from "./list-page.ts";
import { selectFields } from "./read-cells.ts";
import type { Rows } from "./scoped.ts";
import { listTotals } from "./sums.ts";
import { hasWindows } from "./window-rows.ts";

/** Rows of one batch: others are served between two. */
const BATCH = 200;
/** What the keys of a list are called as one text. */
const KEYS = "keys";

/** A batch is good until the next one is asked for: what is emptied at once is not carried along by the engine of the language (docs/decisions/122). */
export type Batches = AsyncIterable<readonly WireRow[]>;

/**
 * All rows of a list in its order, `most` at most, in a transaction of PostgreSQL: one statement, and so rows of one moment, whatever is changed
 * meanwhile, of which the database gives a batch at a time (docs/decisions/122).
 */
export async function* rowsOfMoment(list: OpenedList, most: number): Batches {
  for await (const batch of list.plan.scope.batches(selectedRows(list, most), BATCH)) {
    const rows = batch.map(list.present);
    yield rows;
    rows.length = 0;
  }
}

/** The statement of all rows of a list. */
export function selectedRows({ plan, request, fields }: OpenedList, most: number): Rows {
  const selected = selectFields(ordered(plan.rows(request.filter), plan, request).limit(most), fields, plan.columns);
  return plan.key === null ? selected : selected.select(plan.key.as(KEY));
}

/**
 * The same for an engine with one connection, which nobody may keep from others: which rows there are, and their order, is of one moment; what they
 * hold is as it is when their batch is read, and those that are gone by then are left out. Rows without a key, and those that look at all others,
 * come in one statement.
 */
export async function* rowsInSteps(list: OpenedList, most: number): Batches {
  const { plan, request, fields, present } = list;
  const { key, scope, columns, entity } = plan;
  if (key === null || hasWindows(entity)) {
    const answers = await selectedRows(list, most).execute();
    for (let at = 0; at < answers.length; at += BATCH) yield answers.slice(at, at + BATCH).map(present);
    return;
  }
  const rows = ordered(plan.rows(request.filter), plan, request).limit(most);
  const all = scope
    .over(rows.select(key.as(KEY)), "k")
    .select(sql<string>`array_to_string(array_agg(${sql.ref(`k.${KEY}`)}), ',')`.as(KEYS));
  const keys = String((await all.executeTakeFirst())?.[KEYS] ?? "");
  for (const wanted of inBatches(keys)) {
    const some = plan.rows().where(sql<boolean>`${key} in (${sql.join(wanted)})`);
    const answers = await selectFields(some, fields, columns).select(key.as(KEY)).execute();
    const found = new Map(answers.map((answer) => [String(answer[KEY]), answer]));
    yield wanted.flatMap((id) => found.get(id) ?? []).map(present);
  }
}

/** Texts that are joined by commas, so many at a time: as one text a million of them is small. */
function* inBatches(joined: string): Generator<string[]> {
  let from = 0;
  while (from < joined.length) {
    let to = from - 1;
    for (let n = 0; n < BATCH && to < joined.length; n++) {
      const comma = joined.indexOf(",", to + 1);
      to = comma < 0 ? joined.length : comma;
    }
    yield joined.slice(from, to).split(",");
    from = to + 1;
  }
}

/** How many rows the list has. */
export async function countRows({ plan, request }: OpenedList): Promise<number> {
  return (await listTotals(plan, request.filter, [])).count;
}
