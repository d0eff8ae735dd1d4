import { MemoryDatabase } from "../server/engine/memory-store.ts";
import type { Registry } from "../shared/registry/model.ts";
import { makeAttachments } from "./make/attachments.ts";
import { makeCategories } from "./make/categories.ts";
import { planOrders } from "./make/orders.ts";
import { makePayConfigs } from "./make/pay-configs.ts";
import { planMoney } from "./make/plan-money.ts";
import { planShop } from "./make/plan-shop.ts";
import { makeReaders } from "./make/readers.ts";
import { registerBidder } from "./make/registrations.ts";
import { makeSettings } from "./make/settings.ts";
import { makeShop, makeStores } from "./make/shop.ts";
import { makeSuppliers } from "./make/suppliers.ts";
import { makeUsage } from "./make/usage.ts";
import { makeGroups, makeStaff } from "./make/users.ts";
import { type ShopWorld, shopWorlds, type TradingShop } from "./world.ts";

/** Everything the demo holds, made in memory around the anchor day by running the transitions themselves (docs/decisions/60). */
export async function seedRows(registry: Registry, anchor: string, scale: number): Promise<MemoryDatabase> {
  const database = new MemoryDatabase();
  for (const world of shopWorlds(registry, database, anchor, scale)) {
    const shop = await openShop(world);
    await planShop(shop);
    planMoney(shop, planOrders(shop));
    await shop.timeline.run();
    await makeReaders(world);
    await makeUsage(world);
  }
  return database;
}

/** A shop with its stores, people, suppliers and goods. */
async function openShop(world: ShopWorld): Promise<TradingShop> {
  const stores = await makeStores(world, await makeShop(world));
  await makeAttachments(world);
  await makeSettings(world);
  await makeCategories(world);
  await makePayConfigs(world);
  await makeGroups(world);
  const staff = await makeStaff(world);
  const suppliers = await makeSuppliers(world, stores, staff.buyer);
  return { ...world, stores, suppliers, bidder: await registerBidder(world, staff.buyer), staff };
}
