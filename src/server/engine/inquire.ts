import type { Row } from "../../shared/domain/cell.ts";
import type { Entity, Module, Transition } from "../../shared/registry/model.ts";
import { Semaphore } from "../base/semaphore.ts";
import { ROW_VERSION } from "../base/technical.ts";
import type { QueryContext } from "../query/context.ts";
import { listPlan } from "../query/list-plan.ts";
import { readByIds } from "../query/rows-by-ids.ts";
import type { Work } from "./effects/effect.ts";
import { namingRow } from "./effects/refuse.ts";
import type { Inquiry, Outside } from "./inquiry.ts";
import { refusalNow } from "./run-transition.ts";
import type { Versions } from "./seen-versions.ts";
import { sqlStore } from "./store/sql-store.ts";
import { entityOf } from "./values/names.ts";

/** So many rows are asked about by one request: each may take seconds. */
export const MOST_ASKED = 50;
const AT_ONCE = 4;

/** What was found out about a row, and its version then: the transition finds it unchanged, or is refused. */
export interface InquiryResult {
  readonly rowver: number;
  readonly answer: Row;
}

export interface InquiryRequest {
  readonly entity: Entity;
  readonly transition: Transition & { readonly asks: string };
  readonly ids: readonly number[];
  readonly seen: Versions;
  readonly work: Work;
}

/**
 * Asks what a transition wants to know of its rows (`asks`), outside of any transaction. Rows that would be refused anyway are
 * refused before anybody is asked. Throws an ApiError with the first refusal, naming the row where there are several.
 */
export async function inquire(
  ctx: QueryContext,
  module: Module,
  outside: Outside,
  request: InquiryRequest,
): Promise<ReadonlyMap<number, InquiryResult>> {
  const rows = await readRows(ctx, module, request);
  const { asks } = request.transition;
  const inquiry = ctx.registry.code.inquiries[asks] as Inquiry | undefined;
  if (inquiry === undefined) throw new Error(`no inquiry ${asks}: the registry must have refused it`);
  const semaphore = new Semaphore(AT_ONCE);
  const found = await Promise.all(
    rows.map(({ row, title }) =>
      semaphore.run(async () => {
        const answer = await namingRow(title, rows.length > 1, () => inquiry.ask(ctx, outside, row));
        return [Number(row.Id), { rowver: Number(row[ROW_VERSION]), answer }] as const;
      }),
    ),
  );
  return new Map(found);
}

/** The rows as the viewer sees them on this page, each free to go this way now. */
function readRows(ctx: QueryContext, module: Module, { entity, transition, ids, seen, work }: InquiryRequest) {
  return ctx.db.transaction().execute(async (trx) => {
    const shown = await readByIds(listPlan({ ...ctx, db: trx }, module), ids, [module.titleField]);
    const store = sqlStore(trx, ctx.viewer.shopId);
    const rows: { readonly row: Row; readonly title: string }[] = [];
    for (const [index, id] of ids.entries()) {
      const title = String(shown[index]?.[module.titleField] ?? id);
      await namingRow(title, ids.length > 1, async () => {
        const refused = await refusalNow(store, { ...work, entity, transition, id, rowver: seen.get(id) });
        if (refused !== null) throw refused;
      });
      const [row] = await store.find(entityOf(ctx.registry, entity.name), { Id: id });
      if (row) rows.push({ row, title });
    }
    return rows;
  });
}
