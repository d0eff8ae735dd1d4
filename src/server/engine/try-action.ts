import type { ActionTrial } from "../../shared/protocol/preview.ts";
import type { Module } from "../../shared/registry/model.ts";
import { badInput } from "../base/params.ts";
import type { QueryContext } from "../query/context.ts";
import { listPlan } from "../query/list-plan.ts";
import { parseListRequest } from "../query/parse-list-request.ts";
import { readByIds } from "../query/rows-by-ids.ts";
import { listTotals } from "../query/sums.ts";
import { withNames } from "../query/with-names.ts";
import { previewAnswers } from "./preview.ts";
import { transitionFor } from "./run-action.ts";
import { offeredIds } from "./run-on-all.ts";

/** So many rows are tried by one call: it is done in less than a second. */
const TRIED = 100;

/** What is to be tried, on which rows. */
export interface TrialRequest {
  readonly action: string;
  /** As of GetPage. */
  readonly filter: unknown;
  /** The rows after this Id; 0: from the first. */
  readonly after: number;
}

/**
 * What an action would be answered by the next rows of the filter that offer it, as they stand: nothing is done or locked. Throws an
 * ApiError: 400 for a bad filter and for an action that runs on one row at a time, 403 where the viewer may not use it.
 */
export async function tryAction(ctx: QueryContext, module: Module, { action, filter, after }: TrialRequest): Promise<ActionTrial> {
  const plan = listPlan(ctx, module);
  const { transition } = transitionFor(ctx, module, action);
  // guard check: tests/server/flows/row-by-row.test.ts
  if (transition === null || !transition.bulk) throw badInput("该操作不能批量执行");
  const wanted = await withNames(plan, parseListRequest({ filter }, module, plan.readable).filter);
  const total = after === 0 ? (await listTotals(plan, wanted, [])).count : null;
  const ids = await offeredIds(plan.rows(wanted), plan, transition, after, TRIED);
  const found = await readByIds(plan, ids, [module.titleField]);
  const answers = await previewAnswers(ctx, module, transition, ids);
  return {
    total,
    rows: answers.map(({ id, Code, Msg }, index) => ({ id, title: String(found[index]?.[module.titleField] ?? id), Code, Msg })),
    last: ids.length < TRIED ? null : (ids.at(-1) ?? null),
  };
}
