import { ApiError, CODE } from "../../../shared/protocol/envelope.ts";
import type { Module } from "../../../shared/registry/model.ts";
import { namingRow } from "../../engine/effects/refuse.ts";
import type { ActionResult } from "../../engine/run-action.ts";
import { runTransition } from "../../engine/run-transition.ts";
import { runWork, type SeenRows, type UserWork } from "../../engine/run-work.ts";
import { isAsSeen, refuseUnseen, UNSEEN, versionsOf } from "../../engine/seen-versions.ts";
import { transitionOf } from "../../engine/values/names.ts";
import type { QueryContext } from "../../query/context.ts";
import { listPlan } from "../../query/list-plan.ts";
import { ROW_MISSING, readByIds } from "../../query/rows-by-ids.ts";
import { faultPoint } from "./bank/fault-point.ts";
import type { Channel, Direction } from "./bank/gateway.ts";
import { mergeBills } from "./merge-bills.ts";
import { payWayOf } from "./pay-ways.ts";
import { dueOf, type PayableEntity, type PayableRow, payableEntity, payableOf, STEPS } from "./payables.ts";

/** Documents to be paid by a channel; all of them, or none. */
export interface PaymentRequest extends SeenRows {
  readonly channel: Channel;
  /** Which way the money must go: a call that pays never collects. */
  readonly direction: Direction;
}

/** What the bank has been, or will be, told. It never changes, so that a repeated request gets the same answer. */
export interface StartedPayment {
  readonly results: readonly (ActionResult["results"][number] & { readonly Billid: string; readonly transid: string })[];
}

const SENT = "已提交银行处理";

/**
 * Hands documents of a page to the bank (docs/decisions/46): the change of state and the order are one transaction, and when this returns
 * it is committed. Nobody has called the bank yet. The caller has checked the right.
 */
export function startPayment(ctx: QueryContext, page: Module, request: PaymentRequest): Promise<StartedPayment> {
  return begin(ctx, page, "bank-pay", request, async (at) => {
    await readByIds(listPlan(at.ctx, page), request.ids, []);
    refuseUnseen(request.ids, request.seen);
    return request;
  });
}

/** Merges bills of one supplier and hands the merged one to the bank, in one transaction (docs/decisions/45). */
export function startMergedPayment(ctx: QueryContext, bills: Module, merged: Module, request: PaymentRequest): Promise<StartedPayment> {
  return begin(ctx, merged, "bank-merge-pay", request, async (at) => {
    await readByIds(listPlan(at.ctx, bills), request.ids, []);
    refuseUnseen(request.ids, request.seen);
    const { id } = await mergeBills(at.store, at.work, request);
    return { ids: [id], seen: UNSEEN };
  });
}

function begin(
  ctx: QueryContext,
  page: Module,
  name: string,
  request: PaymentRequest,
  rowsOf: (at: UserWork) => Promise<Pick<SeenRows, "ids" | "seen">>,
): Promise<StartedPayment> {
  const { ids, seen, channel, direction, idempotencyKey } = request;
  const entity = payableEntity(ctx.registry, page.entity);
  return runWork(ctx, page, { body: [name, ids, channel, direction, versionsOf(ids, seen)], idempotencyKey }, async (at) => {
    faultPoint("pay:begun");
    const rows = await rowsOf(at);
    // All at once and by Id: two users with the same rows in another order must not wait for each other.
    const locked = await at.store.lock(entity, rows.ids);
    // The first document that is refused is named after the text (docs/decisions/12).
    const results: StartedPayment["results"][number][] = [];
    for (const id of rows.ids) {
      const row = locked.find(({ Id }) => Id === id);
      if (!row) throw new ApiError(CODE.missing, ROW_MISSING);
      results.push(await namingRow(String(row.Billid), rows.ids.length > 1, () => hand(at, entity, row, { ...request, ...rows })));
    }
    return { results };
  });
}

async function hand(at: UserWork, entity: PayableEntity, row: PayableRow, request: PaymentRequest) {
  const { store, work } = at;
  const { channel, direction, seen } = request;
  const id = row.Id;
  // guard check: tests/server/payments/bank-flow.test.ts
  if (!isAsSeen(row, seen)) throw new ApiError(CODE.conflict, work.registry.messages.STALE);
  await checkDirection(at, entity, row, direction);
  // The step to the bank takes its channel from the document.
  await store.update(entity, { Id: id }, { PayWay: payWayOf(channel) });
  const left = await runTransition(store, { ...work, entity, transition: transitionOf(entity, STEPS.start), id });
  return { id, Billid: String(left.Billid), transid: String(left.transid), Code: CODE.ok, Msg: SENT };
}

/** A document whose money goes the other way is refused before anything is done to it (docs/decisions/46). */
async function checkDirection({ store, work }: UserWork, entity: PayableEntity, row: PayableRow, direction: Direction): Promise<void> {
  const { isReceived } = payableOf(entity);
  const money = await dueOf({ store, registry: work.registry, env: work.env }, entity, row);
  // guard check: tests/server/payments/bank-flow.test.ts
  if (direction === "pay" && (isReceived || money < 0n)) throw new ApiError(CODE.rule, "应付金额小于零，请使用收款");
  // guard check: tests/server/payments/bank-flow.test.ts
  if (direction === "receive" && !isReceived && money > 0n) throw new ApiError(CODE.rule, "应付金额大于零，不能收款");
}
