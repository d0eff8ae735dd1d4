import type { Row } from "../../shared/domain/cell.ts";
import { enter } from "../enter.ts";
import { personName, phone } from "../names/people.ts";
import { act, open } from "../play.ts";
import type { Random } from "../random.ts";
import { minute } from "../timeline.ts";
import { dayAt, entityIn, onDay, streamIn, supplierAt, type TradingShop } from "../world.ts";
import { APPOINTMENT_PLANS, type AppointmentPlan } from "./appointment-plans.ts";

/** Plans every appointment of the shop, with what becomes of it. */
export function planAppointments(shop: TradingShop): void {
  for (const [n, plan] of APPOINTMENT_PLANS.entries()) {
    const { user } = supplierAt(shop, plan.supplier);
    const module = plan.kind === "delivery" ? 107 : 108;
    onDay(shop, plan.offset, minute(20, n), async (now) => {
      const row = await enter(shop, user, now, { entity: "Appointment", values: await valuesOf(shop, plan, n), module });
      const step = (transition: string) => ({ entity: "Appointment", id: Number(row.Id), transition, reason: plan.reason ?? "", module });
      if (plan.statu === 0) return;
      onDay(shop, plan.offset, minute(21, n), (later) => act(shop, user, later, step("submit")));
      if (n % 3 !== 1) onDay(shop, plan.offset, minute(22, n), () => open(shop, "shop", "Appointment", row));
      if (plan.statu === 50) onDay(shop, plan.offset + 1, minute(9, n), (later) => act(shop, shop.staff.buyer, later, step("audit")));
      if (plan.statu === -1) onDay(shop, plan.offset + 1, minute(9, n), (later) => act(shop, shop.staff.buyer, later, step("reject")));
      if (plan.statu === -2) onDay(shop, plan.offset + 1, minute(17, n), (later) => act(shop, user, later, step("cancel")));
    });
  }
}

async function valuesOf(shop: TradingShop, plan: AppointmentPlan, n: number): Promise<Row> {
  const random = streamIn(shop, "Appointment", n);
  const order = await openOrder(shop, plan.beside ?? plan.supplier);
  const StoreId = order?.StoreId ?? random.pick(shop.stores).StoreId ?? null;
  const isDelivery = plan.kind === "delivery";
  const shared = { ApplyType: plan.kind, StoreId, applydate: dayAt(shop, plan.day), SlotId: await slotOf(shop, plan, StoreId) };
  if (!isDelivery) return { ...shared, tel: phone(random), OrderBillid: await statementOf(shop, plan), Remark: "核对上月账款" };
  const own = plan.beside === undefined ? order : undefined;
  return { ...shared, ...truckOf(random), OrderBillid: own?.Billid ?? null, amount: own?.amount ?? BigInt(random.int(20, 200)) * 1000n };
}

function truckOf(random: Random): Row {
  // No plate begins with this character.
  return { carNo: `示A${random.digits(5)}`, driver: personName(random), tel: phone(random), boxes: random.int(4, 60) };
}

/** The supplier's latest order that is to be delivered. */
async function openOrder(shop: TradingShop, seq: number): Promise<Row | undefined> {
  const orders = await shop.store.find(entityIn(shop, "Order"), { provid: supplierAt(shop, seq).row.provid ?? null, isclose: false });
  return orders.filter(({ Statu, accept_amou }) => Statu !== 0 && accept_amou === 0n).at(-1);
}

/** The supplier's latest statement that it may see. */
async function statementOf(shop: TradingShop, { supplier }: AppointmentPlan) {
  const balances = await shop.store.find(entityIn(shop, "Balance"), { provid: supplierAt(shop, supplier).row.provid ?? null });
  return balances.filter(({ B2b_statu }) => Number(B2b_statu) >= 10).at(-1)?.Billid ?? null;
}

async function slotOf(shop: TradingShop, { kind, slot }: AppointmentPlan, StoreId: Row[string]) {
  const rules = await shop.store.find(entityIn(shop, "SlotRule"), { RuleKind: "slot", StoreId, ApplyType: kind, weekday: 0, statu: 1 });
  return (rules[slot] ?? rules.at(-1))?.SlotId ?? null;
}
