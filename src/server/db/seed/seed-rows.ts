import type { Registry } from "../../../shared/registry/model.ts";
import { MemoryDatabase } from "../../flows/memory-store.ts";
import { planBalances } from "./make/balances.ts";
import { planOrders } from "./make/orders.ts";
import { makeReaders } from "./make/readers.ts";
import { makeSettings } from "./make/settings.ts";
import { makeShop, makeStores } from "./make/shop.ts";
import { bidderCode, makeSuppliers } from "./make/suppliers.ts";
import { makeBidder, makeGroups, makeStaff } from "./make/users.ts";
import { type ShopWorld, shopWorlds, type TradingShop } from "./world.ts";

/** Everything the demo holds, made in memory around the anchor day by running the transitions themselves (DOMAIN 8.1). */
export async function seedRows(registry: Registry, anchor: string, scale: number): Promise<MemoryDatabase> {
  const database = new MemoryDatabase();
  for (const world of shopWorlds(registry, database, anchor, scale)) {
    const shop = await openShop(world);
    planBalances(shop, planOrders(shop));
    await shop.timeline.run();
    await makeReaders(world);
  }
  return database;
}

/** A shop with its stores, people, suppliers and goods. */
async function openShop(world: ShopWorld): Promise<TradingShop> {
  const stores = await makeStores(world, await makeShop(world));
  await makeSettings(world);
  await makeGroups(world);
  const staff = await makeStaff(world);
  const suppliers = await makeSuppliers(world, stores);
  await makeBidder(world, bidderCode(world));
  const [boss, buyer] = [staff.get("boss"), staff.get("buyer")];
  if (!boss || !buyer) throw new Error("a shop needs its boss and its buyer");
  return { ...world, stores, suppliers, staff: { boss, buyer } };
}
