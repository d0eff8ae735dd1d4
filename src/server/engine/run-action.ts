import { ApiError, CODE } from "../../shared/protocol/envelope.ts";
import type { Action, Entity, Module, Transition } from "../../shared/registry/model.ts";
import { actionsOf } from "../../shared/registry/rights/offered-actions.ts";
import { functionRefused } from "../base/refused.ts";
import type { QueryContext } from "../query/context.ts";
import { listPlan } from "../query/list-plan.ts";
import { readByIds } from "../query/rows-by-ids.ts";
import { attachmentStep } from "../screens/attachment-step.ts";
import { asPersona } from "./as-persona.ts";
import type { Work } from "./effects/effect.ts";
import { namingRow, sentCell } from "./effects/refuse.ts";
import { type InquiryResult, inquire, MOST_ASKED } from "./inquire.ts";
import type { Outside } from "./inquiry.ts";
import { restoreRows } from "./restore-rows.ts";
import { type RowResult, rowByRow } from "./row-by-row.ts";
import { runOnAll } from "./run-on-all.ts";
import { runTransition } from "./run-transition.ts";
import { type MeantRows, runWork, type UserWork, type WithNotice } from "./run-work.ts";
import { refuseUnseen, UNSEEN, versionsOf } from "./seen-versions.ts";
import { entityField, entityOf, transitionOf } from "./values/names.ts";

const MOST_ROWS = 500;
const RESTORE = "restore";

/** What a user asks for: an action on rows of a module. */
export interface ActionRequest extends Omit<MeantRows, "ids"> {
  readonly action: string;
  /** null: every row of the page that allows it, for actions that say so. */
  readonly ids: readonly number[] | null;
  readonly reason?: string | undefined;
  /** Ids of the ticked lines, where the action asks for them; for a single row. */
  readonly ticked?: readonly number[] | undefined;
  /** Each row by itself, with an answer of its own; left out: all or nothing. */
  readonly isEach?: boolean;
}

export interface ActionResult extends WithNotice {
  readonly results: readonly RowResult[];
}

/**
 * Runs an action on one row or, all or nothing, on several. Throws an ApiError with the first refusal. `outside`: whom a transition
 * may ask before (`asks`).
 */
export async function runAction(ctx: QueryContext, module: Module, request: ActionRequest, outside?: Outside): Promise<ActionResult> {
  const entity = entityOf(ctx.registry, module.entity);
  const { action, transition } = transitionFor(ctx, module, request.action);
  if (transition === null) return asPersona(ctx, module.id, action.functionKey, (as) => restore(as, module, request));
  const run = { entity, transition, reason: readReason(ctx, transition, request.reason ?? "") };
  const { ids } = request;
  if (ids !== null && request.isEach === true) return runApart(ctx, module, { ...request, ids }, action, run, outside);
  return asPersona(ctx, module.id, action.functionKey, (as) =>
    ids === null ? runOnOffered(as, module, action, run) : runOn(as, module, { ...request, ids }, run, outside),
  );
}

interface Run {
  readonly entity: Entity;
  readonly transition: Transition;
  readonly reason: string;
}

/** Each of the rows by itself. What is read before it is confirmed stays one whole, and so is confirmed all or nothing. */
async function runApart(
  ctx: QueryContext,
  module: Module,
  request: RowsRequest,
  action: Action,
  run: Run,
  outside: Outside | undefined,
): Promise<ActionResult> {
  const { transition } = run;
  checkIds(request, transition.bulk, mostOf(transition));
  // guard check: tests/server/flows/row-by-row.test.ts
  if (transition.preview !== null || !transition.bulk) throw new ApiError(CODE.badInput, "该操作不能逐条批量执行");
  return rowByRow(request.ids, request.idempotencyKey, (id, idempotencyKey) =>
    asPersona(ctx, module.id, action.functionKey, (as) => runOn(as, module, { ...request, ids: [id], idempotencyKey }, run, outside)),
  );
}

const mostOf = ({ asks }: Transition): number => (asks === null ? MOST_ROWS : MOST_ASKED);

/** Every row the page shows the viewer that allows it now. */
async function runOnOffered(ctx: QueryContext, module: Module, action: Action, run: Run): Promise<ActionResult> {
  // guard check: tests/server/flows/ticks-and-all.test.ts
  if (!action.all) throw new ApiError(CODE.badInput, "缺少参数 ids");
  const runOnSome = (ids: readonly number[]) =>
    runWork(ctx, module, { body: [], reason: run.reason, isOverMany: ids.length > 1 }, async (at) => {
      await runEach(at, module, { action: action.name, ids }, run);
      return {};
    });
  return answerOf(await runOnAll(listPlan(ctx, module), run.transition, MOST_ROWS, runOnSome));
}

type RowsRequest = ActionRequest & { readonly ids: readonly number[] };

function runOn(ctx: QueryContext, module: Module, request: RowsRequest, run: Run, outside: Outside | undefined): Promise<ActionResult> {
  checkIds(request, run.transition.bulk, mostOf(run.transition));
  const { action, ids, seen = UNSEEN, ticked, idempotencyKey } = request;
  const body = [action, ids, run.reason, versionsOf(ids, seen), ...(ticked === undefined ? [] : [ticked])];
  let findings: ReadonlyMap<number, InquiryResult> = new Map();
  const { entity, transition } = run;
  const { asks } = transition;
  const before = async (work: Work) => {
    if (asks === null) return;
    if (outside === undefined) throw new Error(`${entity.name}.${transition.name}: nobody is there to be asked`);
    findings = await inquire(ctx, module, outside, { entity, transition: { ...transition, asks }, ids, seen, work });
  };
  return runWork(ctx, module, { body, reason: run.reason, idempotencyKey, isOverMany: ids.length > 1, before }, async (at) => {
    await runEach(at, module, request, run, findings);
    return answerOf(ids);
  });
}

/** The action with the transition it runs, if the viewer may use it here; null: it is built in. Throws as {@link allowed}. */
export function transitionFor(
  ctx: QueryContext,
  module: Module,
  name: string,
): { readonly action: Action; readonly transition: Transition | null } {
  const entity = entityOf(ctx.registry, module.entity);
  const action = allowed(ctx, module, entity, name);
  return { action, transition: action.transition === null ? null : transitionOf(entity, action.transition) };
}

/**
 * The action, if the viewer may use it here: a transition, or the one built in that works on rows without a form. Pictures go by calls of
 * their own, which look at the files (attachments/attach.ts).
 */
function allowed({ viewer, registry }: QueryContext, module: Module, entity: Entity, name: string): Action {
  const action = module.actions.find((one) => one.name === name);
  const transition = action?.transition == null ? null : transitionOf(entity, action.transition);
  const isOne = action && action.open === null && (transition === null ? name === RESTORE : attachmentStep(transition) === null);
  // guard check as !action: tests/server/flows/run-action.test.ts
  if (!action || !isOne) throw new ApiError(CODE.badInput, `action ${name} 不是本模块的操作`);
  // guard key: tests/server/flows/run-action.test.ts
  if (!actionsOf(viewer, module, entity).includes(action)) throw functionRefused(registry, module, action.functionKey);
  return action;
}

async function restore(ctx: QueryContext, module: Module, { ids, seen, ticked, idempotencyKey }: ActionRequest): Promise<ActionResult> {
  if (ids === null) throw new ApiError(CODE.badInput, "缺少参数 ids");
  checkIds({ ids, ticked }, true, MOST_ROWS);
  await restoreRows(ctx, module, { ids, seen, idempotencyKey });
  return answerOf(ids);
}

function checkIds({ ids, ticked }: Pick<RowsRequest, "ids" | "ticked">, isBulk: boolean, most: number): void {
  // guard check: tests/server/flows/run-action.test.ts
  if (ids.length === 0 || ids.length > most) throw new ApiError(CODE.badInput, `ids 应为1到${most}个编号`);
  // guard check: tests/server/flows/run-action.test.ts
  if (new Set(ids).size !== ids.length) throw new ApiError(CODE.badInput, "ids 重复");
  // guard check: tests/server/flows/run-action.test.ts
  if (ids.length > 1 && !isBulk) throw new ApiError(CODE.badInput, "该操作不能批量执行");
  if (ids.length > 1 && ticked !== undefined) throw new ApiError(CODE.badInput, "lines 只用于单张单据");
}

function readReason({ registry }: QueryContext, { reasonTitle }: Transition, reason: string): string {
  return String(sentCell(entityField(entityOf(registry, "EventLog"), "reason"), reason.trim(), reasonTitle) ?? "");
}

async function runEach(
  { ctx, store, work }: UserWork,
  module: Module,
  { ids, seen = UNSEEN, ticked }: RowsRequest,
  run: Run,
  findings: ReadonlyMap<number, InquiryResult> = new Map(),
): Promise<void> {
  // guard scope as [] as { [name: string]: unknown }[]: tests/server/flows/run-action.test.ts
  const rows = await readByIds(listPlan(ctx, module), ids, [module.titleField]);
  if (run.transition.preview !== null) refuseUnseen(ids, seen);
  // All at once and by Id: two users with the same rows in another order must not wait for each other.
  if (ids.length > 1) await store.lock(run.entity, ids);
  for (const [index, id] of ids.entries()) {
    const title = String(rows[index]?.[module.titleField] ?? id);
    const request = { ...work, ...run, id, rowver: seen.get(id), ticked, ...findings.get(id) };
    await namingRow(title, ids.length > 1, () => runTransition(store, request));
  }
}

function answerOf(ids: readonly number[]): ActionResult {
  return { results: ids.map((id) => ({ id, Code: CODE.ok, Msg: "操作成功" })) };
}
