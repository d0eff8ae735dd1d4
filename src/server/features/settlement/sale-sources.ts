import type { Row } from "../../../shared/domain/cell.ts";
import type { EffectContext } from "../../engine/effects/effect.ts";
import { entityOf } from "../../engine/values/names.ts";

/*
 * A line of kind 销售 stands for the sales of a day in a store: it has no document. What it took is found by day, store and supplier;
 * how many rows that were is kept with the line (SrcCount), so that sales reported later are never taken unpaid. A line without a
 * count, brought from elsewhere, is bound to no rows.
 */

/** Lets go of the sales of a line. */
export async function freeSales(context: EffectContext, line: Row): Promise<void> {
  if ((line.SrcCount ?? null) === null) return;
  const { store, work, row } = context;
  await store.update(entityOf(work.registry, "Sale"), { ...salesOf(context, line), BalaBillid: row.Billid ?? null }, { BalaBillid: null });
}

/** Takes them again; whether it could: the same number of them is free, or held by this statement. */
export async function takeSales(context: EffectContext, line: Row): Promise<boolean> {
  if ((line.SrcCount ?? null) === null) return true;
  const { store, work, row } = context;
  const sales = entityOf(work.registry, "Sale");
  const found = await store.find(sales, salesOf(context, line), true);
  if (found.filter(({ BalaBillid }) => BalaBillid === row.Billid).length === line.SrcCount) return true;
  if (found.filter(({ BalaBillid }) => BalaBillid === null).length !== line.SrcCount) return false;
  await store.update(sales, { ...salesOf(context, line), BalaBillid: null }, { BalaBillid: row.Billid ?? null });
  return true;
}

function salesOf({ row }: EffectContext, { busdate = null, StoreName = null }: Row): Row {
  return { provid: row.provid ?? null, busdate, StoreName };
}
