import { dayOf } from "../../../shared/domain/day.ts";
import { createRow } from "../../engine/effects/create-row.ts";
import type { EffectContext } from "../../engine/effects/effect.ts";
import { unread } from "../../engine/effects/unread.ts";
import { entityOf } from "../../engine/values/names.ts";
import type { FeeInvoiceRow } from "../../generated/entities.ts";

/** An invoice for the shop's finance to issue, made out to the supplier as its file says today. */
export async function createFeeInvoice(context: EffectContext, values: Partial<FeeInvoiceRow>): Promise<void> {
  const { store, work, row } = context;
  const invoices = entityOf(work.registry, "FeeInvoice");
  const [supplier] = await store.find(entityOf(work.registry, "Provider"), { provid: String(row.provid) });
  const buyer = { InvTitle: supplier?.Provider ?? null, BuyerTaxNo: supplier?.TaxNo ?? null };
  const made = await createRow(context, invoices, { busdate: dayOf(work.now), ...buyer, ...values });
  await unread.run?.({ kind: "unread", unread: "shop" }, { ...context, entity: invoices, row: made });
}
