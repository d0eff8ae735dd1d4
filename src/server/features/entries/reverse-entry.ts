import type { EffectContext } from "../../engine/effects/effect.ts";
import { refuse } from "../../engine/effects/refuse.ts";
import { entityOf } from "../../engine/values/names.ts";
import type { PayEntryRow } from "../../generated/entities.ts";
import { heldDeposit, reverseRecord, standing } from "../payments/feature.ts";

/**
 * Effect reverse-entry: a receipt that was entered wrongly is corrected by its opposite (docs/decisions/102). What it was a receipt of is
 * to be received again: the fee, the refund; a deposit is held no longer.
 */
export async function reverseEntry(context: EffectContext<"PayEntry">): Promise<Partial<PayEntryRow>> {
  const { store, work, row } = context;
  const why = row.revwhy ?? work.reason;
  if (row.EntryKind === "fee") {
    const fees = entityOf(work.registry, "FeeBill");
    for (const { Id } of await store.find(fees, { Billid: row.FeeBillid }, true)) await context.runAsSystem(fees, "unpaid", Id);
  }
  // guard check: tests/server/money/receipts.test.ts
  if (row.EntryKind === "deposit" && (await heldDeposit(context, row.provid)) < 0n)
    throw refuse(`保证金 ${row.Billid} 已申请退还，不能冲销`);
  const records = standing(await store.find(entityOf(work.registry, "PayRecord"), { EntryBillid: row.Billid }, true));
  for (const record of records) await reverseRecord(context, record, why);
  return { revwhy: why, revby: row.revby ?? work.actor.userId };
}
