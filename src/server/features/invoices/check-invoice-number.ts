import type { EffectContext } from "../../engine/effects/effect.ts";
import { refuse } from "../../engine/effects/refuse.ts";
import { entityOf } from "../../engine/values/names.ts";

/**
 * An invoice is entered once in a shop, whoever enters it. The unique key keeps those with a code apart; for those without one an
 * index would not, because empty codes differ from each other. One that is still to be issued has no number.
 */
export async function checkInvoiceNumber({ store, work, entity, row }: EffectContext<"FeeInvoice" | "TaxInvoice">): Promise<undefined> {
  if ((row.Number ?? "") === "") return;
  // Two that enter the same number at once wait for each other here, and the second sees the first.
  await store.find(entityOf(work.registry, "Shop"), { SHOP_ID: store.shopId }, true);
  const same = await store.find(entity, { Number: row.Number, Code: row.Code });
  // guard check: tests/server/invoices/tax-invoices.test.ts
  if (same.some(({ Id }) => Id !== row.Id)) throw refuse("该发票号码已录入");
}
