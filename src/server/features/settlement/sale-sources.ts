import type { EffectContext } from "../../engine/effects/effect.ts";
import { entityOf } from "../../engine/values/names.ts";
import type { BalanceLineRow, SaleRow } from "../../generated/entities.ts";

/*
 * A line of kind 销售 stands for the sales of a day in a store: it has no document. What it took is found by day, store and supplier;
 * how many rows that were is kept with the line (SrcCount), so that sales reported later are never taken unpaid. A line without a
 * count, brought from elsewhere, is bound to no rows.
 */

/** Lets go of the sales of a line. */
export async function freeSales(context: EffectContext<"Balance">, line: BalanceLineRow): Promise<void> {
  if (line.SrcCount === null) return;
  const { store, work, row } = context;
  await store.update(entityOf(work.registry, "Sale"), { ...salesOf(context, line), BalaBillid: row.Billid }, { BalaBillid: null });
}

/** Takes them again; whether it could: the same number of them is free, or held by this statement. */
export async function takeSales(context: EffectContext<"Balance">, line: BalanceLineRow): Promise<boolean> {
  if (line.SrcCount === null) return true;
  const { store, work, row } = context;
  const sales = entityOf(work.registry, "Sale");
  const found = await store.find(sales, salesOf(context, line), true);
  if (found.filter(({ BalaBillid }) => BalaBillid === row.Billid).length === line.SrcCount) return true;
  if (found.filter(({ BalaBillid }) => BalaBillid === null).length !== line.SrcCount) return false;
  await store.update(sales, { ...salesOf(context, line), BalaBillid: null }, { BalaBillid: row.Billid });
  return true;
}

function salesOf({ row }: EffectContext<"Balance">, { busdate, StoreName }: BalanceLineRow): Partial<SaleRow> {
  return { provid: row.provid, busdate, StoreName };
}
