import { entityIn, type ShopWorld, streamIn } from "../world.ts";

/** What is printed, and the state that nobody prints at 0. */
const PRINTED: Readonly<Record<string, string>> = {
  Order: "Statu",
  Accept: "Statu",
  Recede: "Statu",
  Balance: "B2b_statu",
  FeeBill: "Statu",
  CostAdjust: "Cost_statu",
  RateChange: "Statu",
  Voucher: "Statu",
  InvoiceApply: "Statu",
  BalancePay: "Statu",
  PayApply: "stt",
  PayRecord: "result",
};

/** What people did with finished documents: most messages were read, most documents printed. */
export async function makeReaders(world: ShopWorld): Promise<void> {
  const mine = { SHOP_ID: world.plan.id };
  for (const [n, message] of world.database.table(entityIn(world, "Message")).find(mine).entries()) {
    if (streamIn(world, "Message", n).chance(30)) continue;
    const readtime = `${String(message.sendtime).slice(0, 10)} 23:30:00`;
    await world.store.update(entityIn(world, "Message"), { Id: message.Id ?? null }, { isread: true, readtime });
  }
  for (const [entity, state] of Object.entries(PRINTED)) {
    for (const [n, row] of world.database.table(entityIn(world, entity)).find(mine).entries()) {
      const random = streamIn(world, `${entity}.Degree`, n);
      if (row[state] === 0 || random.chance(40)) continue;
      await world.store.update(entityIn(world, entity), { Id: row.Id ?? null }, { Degree: random.int(1, 3) });
    }
  }
}
