import { setImmediate as nextTurn } from "node:timers/promises";
import { MemoryDatabase } from "../../server/engine/store/memory-store.ts";
import type { Registry } from "../../shared/registry/model.ts";
import { planAuditRules } from "../make/approval.ts";
import { planBalances } from "../make/balances.ts";
import { planCostAdjusts, planFees, planRateChanges } from "../make/charges.ts";
import { planDelegations } from "../make/delegations.ts";
import { planAppointments, planRecedes, planSlotRules } from "../make/deliveries.ts";
import { planDeposits } from "../make/deposits.ts";
import { planFeeInvoices } from "../make/fee-invoices.ts";
import { planImports } from "../make/imports.ts";
import { planModelEdits } from "../make/model-edits.ts";
import { planNewGoods, planReleases } from "../make/offers.ts";
import { planOrders } from "../make/orders.ts";
import { planChanges, planContracts, planLicences } from "../make/papers.ts";
import { planMerged } from "../make/payments.ts";
import { makeGroups, makeStaff } from "../make/people.ts";
import { planPrograms } from "../make/programs.ts";
import { planSales } from "../make/sales.ts";
import { makeShop } from "../make/shop.ts";
import { makeSuppliers, planRegistrations, planSupplierStates, registerBidder } from "../make/suppliers.ts";
import { makeReaders, planAdvices, planBoards } from "../make/talk.ts";
import { makeUsage } from "../make/usage.ts";
import { planWrongPayment } from "../make/wrong-payment.ts";
import { type ShopWorld, shopWorlds, type TradingShop } from "../world.ts";

/** Who follows the making of the demo. */
interface Onlooker {
  /** A shop is about to be made. */
  readonly begins?: (shop: string, number: number, of: number) => void;
  /** It is made: none of its rows changes any more. */
  readonly made?: () => void;
}

/**
 * Everything the demo holds, made in memory around the anchor day by running the transitions themselves (docs/decisions/60). Now and then others get
 * their turn.
 */
export async function seedRows(
  registry: Registry,
  anchor: string,
  scale: number,
  { begins, made, database = new MemoryDatabase() }: Onlooker & { readonly database?: MemoryDatabase } = {},
): Promise<MemoryDatabase> {
  const worlds = shopWorlds(registry, database, anchor, scale);
  for (const [index, world] of worlds.entries()) {
    begins?.(world.plan.name, index + 1, worlds.length);
    const shop = await openShop(world);
    await nextTurn();
    await planShop(shop);
    planMoney(shop);
    await shop.timeline.run();
    await makeReaders(world);
    await makeUsage(world);
    made?.();
  }
  return database;
}

/** A shop with its stores, people, suppliers and goods. */
async function openShop(world: ShopWorld): Promise<TradingShop> {
  const stores = await makeShop(world);
  await makeGroups(world);
  const staff = await makeStaff(world);
  const suppliers = await makeSuppliers(world, stores, staff.buyer);
  return { ...world, stores, suppliers, bidder: await registerBidder(world, staff.buyer), staff };
}

/** Plans everything of a shop beside its orders and what they are paid with. Steps of one minute run in the order of these plans. */
async function planShop(shop: TradingShop): Promise<void> {
  planRegistrations(shop);
  planContracts(shop);
  planChanges(shop);
  planSupplierStates(shop);
  planSlotRules(shop);
  planAuditRules(shop);
  planLicences(shop);
  planReleases(shop);
  planNewGoods(shop);
  planRecedes(shop);
  planAppointments(shop);
  planBoards(shop);
  planAdvices(shop);
  planModelEdits(shop);
  planDelegations(shop);
  planPrograms(shop);
  planImports(shop);
  await planSales(shop);
}

/** Plans its orders, and what the shop and its suppliers owe each other and pay. */
function planMoney(shop: TradingShop): void {
  planMerged(shop, planBalances(shop, planOrders(shop)));
  planFees(shop);
  planCostAdjusts(shop);
  planRateChanges(shop);
  planDeposits(shop);
  planWrongPayment(shop);
  planFeeInvoices(shop);
}
