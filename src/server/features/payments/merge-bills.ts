import { dayOf } from "../../../shared/domain/day.ts";
import type { Module } from "../../../shared/registry/model.ts";
import { createRow } from "../../engine/effects/create-row.ts";
import type { Work } from "../../engine/effects/effect.ts";
import { naming, namingRow, refuse } from "../../engine/effects/refuse.ts";
import { writeEvent } from "../../engine/event-log.ts";
import { effectContext, refusalNow, runTransition, type TransitionRequest } from "../../engine/run-transition.ts";
import { runWork, type SeenRows } from "../../engine/run-work.ts";
import { refuseUnseen, versionsOf } from "../../engine/seen-versions.ts";
import type { Store } from "../../engine/store/store.ts";
import { entityOf, transitionOf } from "../../engine/values/names.ts";
import { type BalancePayFathRow, BalancePayFathStatu, type BalancePayRow } from "../../generated/entities.ts";
import type { QueryContext } from "../../query/context.ts";
import { listPlan } from "../../query/list-plan.ts";
import { readByIds } from "../../query/rows-by-ids.ts";

const LEAST = 2;

/** A new merged payment. */
export interface MergedPayment {
  readonly id: number;
  readonly Billid: string;
}

/**
 * Merges bills of one supplier that wait for money into one payment (docs/decisions/45), in the caller's transaction. Whoever pays merged
 * bills through a bank begins with it, too, in the transaction that writes the intent. Every bill is asked: the first that may not be
 * merged refuses all, by its number.
 */
export async function mergeBills(store: Store, work: Work, { ids, seen }: Pick<SeenRows, "ids" | "seen">): Promise<MergedPayment> {
  const entity = entityOf(work.registry, "BalancePay");
  const run = { ...work, entity, transition: transitionOf(entity, "merge") };
  const request = (id: number) => ({ ...run, id, rowver: seen.get(id) });
  await refuseEarly(store, (id) => ({ ...request(id), reason: "-" }), ids);
  // Locked before anything is numbered or written, and by Id: overlapping merges wait for each other in one order.
  const bills = await store.lock(entity, ids);
  const [first] = bills;
  // guard check as first === undefined: tests/server/money/merged-bills.test.ts
  if (first === undefined || bills.length < LEAST) throw refuse(`合并付款至少选择${LEAST}张付款单`);
  const stranger = bills.find(({ provid }) => provid !== first.provid);
  // guard check: tests/server/money/merged-bills.test.ts
  if (stranger) throw refuse(`只能合并同一供应商的付款单（${stranger.Billid}）`);
  await refuseOtherAccount(store, work, bills);
  const father = await openFather(store, work, bills, first);
  for (const bill of inOrder(bills, ids)) {
    await namingRow(String(bill.Billid), true, () => runTransition(store, { ...request(bill.Id), reason: String(father.Billid) }));
  }
  return { id: father.Id, Billid: String(father.Billid) };
}

/**
 * Whoever comes too late need not wait in line to hear it: in a crowd, most of those who want the same bills are told at once. What
 * passes is asked again under the lock.
 */
async function refuseEarly(store: Store, request: (id: number) => TransitionRequest, ids: readonly number[]): Promise<void> {
  for (const id of ids) {
    const { entity, ...rest } = request(id);
    const refused = await refusalNow(store, { entity, ...rest });
    if (refused === null) continue;
    const [bill] = await store.find(entity, { Id: id });
    throw bill && ids.length >= LEAST ? naming(refused, String(bill.Billid)) : refused;
  }
}

/** One payment goes to one account: what its preview names is what all of it is paid to. */
async function refuseOtherAccount(store: Store, work: Work, bills: readonly BalancePayRow[]): Promise<void> {
  const [first] = bills;
  const [supplier] = await store.find(entityOf(work.registry, "Provider"), { provid: first?.provid ?? null });
  const accountOf = ({ BankAcct }: BalancePayRow) => BankAcct ?? supplier?.BankAcct ?? null;
  const other = bills.find((bill) => first !== undefined && accountOf(bill) !== accountOf(first));
  // guard check: tests/server/money/merged-bills.test.ts
  if (other) throw refuse(`只能合并收款账号相同的付款单（${other.Billid}），请先修改付款信息，或分别支付`);
}

/** It names the account that its bills name: while they are merged they keep it. */
async function openFather(store: Store, work: Work, bills: readonly BalancePayRow[], bill: BalancePayRow): Promise<BalancePayFathRow> {
  const fathers = entityOf(work.registry, "BalancePayFath");
  const context = effectContext(store, work, entityOf(work.registry, "BalancePay"), bill);
  const { BankName, BankAcct } = bills.find((one) => one.BankAcct !== null) ?? bill;
  const father = await createRow(context, fathers, { busdate: dayOf(work.now), PayWay: bill.PayWay, BankName, BankAcct });
  await writeEvent(store, { ...work, reason: "" }, fathers, father, { action: "create", from: null, to: BalancePayFathStatu.toPay });
  return father;
}

/** In the order asked for: the first of them that fails is the one that is named. */
function inOrder(bills: readonly BalancePayRow[], ids: readonly number[]): BalancePayRow[] {
  return ids.map((id) => bills.find((bill) => bill.Id === id)).filter((bill) => bill !== undefined);
}

/** The same as a user's call, once for its key. The caller has checked the right. */
export function mergeForUser(ctx: QueryContext, module: Module, { ids, seen, idempotencyKey }: SeenRows): Promise<MergedPayment> {
  return runWork(ctx, module, { body: ["merge", ids, versionsOf(ids, seen)], idempotencyKey }, async ({ ctx: inside, store, work }) => {
    await readByIds(listPlan(inside, module), ids, []);
    refuseUnseen(ids, seen);
    return mergeBills(store, work, { ids, seen });
  });
}
