import type { TradingShop } from "../world.ts";
import { planAdvices } from "./advices.ts";
import { planAppointments } from "./appointments.ts";
import { planAuditRules } from "./audit-rules.ts";
import { planBoards } from "./boards.ts";
import { planChanges } from "./changes.ts";
import { planContracts } from "./contracts.ts";
import { planForecasts } from "./forecasts.ts";
import { planLicences } from "./licences.ts";
import { planNewGoods } from "./new-goods.ts";
import { planRecedes } from "./recedes.ts";
import { planRegistrations } from "./registrations.ts";
import { planReleases } from "./releases.ts";
import { makeSales, sellersOf } from "./sales.ts";
import { planSlotRules } from "./slot-rules.ts";
import { planSupplierStates } from "./suppliers.ts";

/** Plans everything of a shop beside its orders and what they are paid with. */
export async function planShop(shop: TradingShop): Promise<void> {
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
  const sellers = sellersOf(shop);
  planForecasts(shop, sellers, await makeSales(shop, sellers));
}
