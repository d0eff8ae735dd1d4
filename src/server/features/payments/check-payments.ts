import { CODE } from "../../../shared/protocol/envelope.ts";
import type { Module } from "../../../shared/registry/model.ts";
import { oneByOne } from "../../base/one-by-one.ts";
import { retrying } from "../../db/errors.ts";
import type { ActionResult } from "../../engine/run-action.ts";
import { sqlStore } from "../../engine/store/sql-store.ts";
import type { QueryContext } from "../../query/context.ts";
import { listPlan } from "../../query/list-plan.ts";
import { readByIds } from "../../query/rows-by-ids.ts";
import { NO_ORDER } from "./ask-bank.ts";
import { hurryIntent } from "./intent.ts";
import { type PayableEntity, type PayableRow, payableEntity, payableOf } from "./payables.ts";
import { type SendPaymentDeps, sendPayment } from "./send-payment.ts";

/** How one document stands after the bank was asked. */
type Checked = ActionResult["results"][number] & { readonly Billid: string; readonly Statu: number };

const AT_ONCE = 8;

/**
 * Asks the bank for these documents (docs/decisions/47), unless somebody is asking just now, and tells how they stand. One that is not at
 * the bank is only told about. The caller has checked the right.
 */
export async function checkPayments(ctx: QueryContext, page: Module, ids: readonly number[], sending: SendPaymentDeps): Promise<Checked[]> {
  const entity = payableEntity(ctx.registry, page.entity);
  const rows = await readByIds(listPlan(ctx, page), ids, [page.titleField]);
  const words = new Map<number, string>();
  for (let start = 0; start < ids.length; start += AT_ONCE) {
    const some = ids.slice(start, start + AT_ONCE);
    await Promise.all(some.map(async (id) => words.set(id, await ask(ctx, entity, id, sending))));
  }
  const after = await storedRows(ctx, entity, ids);
  return ids.map((id, index) => {
    const msg = words.get(id) ?? "";
    const Statu = after.get(id)?.Statu ?? 0;
    return { id, Billid: String(rows[index]?.[page.titleField] ?? id), Statu, Code: msg === NO_ORDER ? CODE.rule : CODE.ok, Msg: msg };
  });
}

/** What is to be said about it, besides its state. */
async function ask(ctx: QueryContext, entity: PayableEntity, id: number, sending: SendPaymentDeps): Promise<string> {
  const transid = await retrying(() => ctx.db.transaction().execute((trx) => hurry({ ...ctx, db: trx }, entity, id)));
  if (transid === undefined) return "";
  if (transid === null) return NO_ORDER;
  await sendPayment(sending, { transid, isWanted: true, isLook: true });
  return "";
}

/** The number to ask the bank by; null: there is no order under it. undefined: the document is not at the bank. */
async function hurry({ db, viewer }: QueryContext, entity: PayableEntity, id: number): Promise<string | null | undefined> {
  const store = sqlStore(db, viewer.shopId);
  const [row] = await store.lock(entity, [id]);
  if (row?.Statu !== payableOf(entity).atBank) return undefined;
  // A part of a merged bill is settled by the order of the whole, under the same number.
  return (await hurryIntent(store, String(row.transid))) ? String(row.transid) : null;
}

async function storedRows(ctx: QueryContext, entity: PayableEntity, ids: readonly number[]): Promise<ReadonlyMap<number, PayableRow>> {
  const store = sqlStore(ctx.db, ctx.viewer.shopId);
  const found = await oneByOne(ids, (id) => store.find(entity, { Id: id }));
  return new Map(found.flat().map((row) => [row.Id, row]));
}
