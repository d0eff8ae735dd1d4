import { entityIn, type ShopWorld, streamIn } from "../world.ts";

/** What people did with finished documents: most messages were read, most documents printed (DOMAIN 8.2). */
export async function makeReaders(world: ShopWorld): Promise<void> {
  const mine = { SHOP_ID: world.plan.id };
  for (const [n, message] of world.database.table(entityIn(world, "Message")).find(mine).entries()) {
    if (streamIn(world, "Message", n).chance(30)) continue;
    const readtime = `${String(message.sendtime).slice(0, 10)} 23:30:00`;
    await world.store.update(entityIn(world, "Message"), { Id: message.Id ?? null }, { isread: true, readtime });
  }
  for (const entity of ["Order", "Accept", "Balance"]) {
    for (const [n, row] of world.database.table(entityIn(world, entity)).find(mine).entries()) {
      const random = streamIn(world, `${entity}.Degree`, n);
      if (row[entity === "Balance" ? "B2b_statu" : "Statu"] === 0 || random.chance(40)) continue;
      await world.store.update(entityIn(world, entity), { Id: row.Id ?? null }, { Degree: random.int(1, 3) });
    }
  }
}
