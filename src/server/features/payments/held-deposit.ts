import type { EffectContext } from "../../engine/effects/effect.ts";
import { sumOf } from "../../engine/values/amounts.ts";
import { entityOf } from "../../engine/values/names.ts";
import { PayEntryStatu } from "../../generated/entities.ts";

/**
 * What was received of a supplier as a deposit and is not asked back already. The supplier's row is locked: two that take from it see
 * each other.
 */
export async function heldDeposit({ store, work }: Pick<EffectContext, "store" | "work">, provid: string | null): Promise<bigint> {
  await store.find(entityOf(work.registry, "Provider"), { provid }, true);
  const posted = { provid, EntryKind: "deposit", Statu: PayEntryStatu.posted } as const;
  const received = await store.find(entityOf(work.registry, "PayEntry"), posted);
  const asked = await store.find(entityOf(work.registry, "BalancePay"), { provid, BillKind: "deposit", RevNo: 0 });
  return sumOf(received, "amount") - sumOf(asked, "Bala_sum");
}
