import type { Row } from "../../shared/domain/cell.ts";
import appointments from "../data/appointments.json" with { type: "json" };
import recedes from "../data/recedes.json" with { type: "json" };
import slotRules from "../data/slot-rules.json" with { type: "json" };
import { type SupplierPlan, tell } from "../life.ts";
import type { Random } from "../random.ts";
import { dayAt, entityIn, streamIn, supplierAt, type TradingShop } from "../world.ts";
import { personName, phone } from "./names.ts";

/**
 * An appointment, and how far it goes. The spotlight supplier has every state of both kinds; its first delivery is of an order
 * that was received, partly sent back and paid since; numbers 1 and 5 fill one slot in two days' time. `day`: from the anchor day
 * to the day booked; `slot`: which of the store's of this kind; `beside`: it goes to the store that this supplier delivers to.
 */
type AppointmentPlan = (typeof appointments.plans)[number];

const LINES = 3;
const REASONS = ["临近保质期", "包装破损", "质量抽检不合格", "滞销退货"] as const;
const SATURDAY = 6;
/** Rules out of use: of the last store the third slot; the arrival day of the supplier that was closed. */
const CLOSED: readonly number[] = [17, 31];

/** Plans the rules: when suppliers may book a delivery or a settlement, and when each supplier's goods arrive. */
export function planSlotRules(shop: TradingShop): void {
  // The first slot of a store is the smallest: two make it full.
  const slots = shop.stores.flatMap((store) =>
    slotRules.slots.map(({ kind, starttime, endtime, capacity, weekday }) => ({
      RuleKind: "slot",
      StoreId: store.StoreId ?? null,
      ApplyType: kind,
      weekday,
      slot: `${weekday === SATURDAY ? "星期六 " : ""}${starttime}-${endtime}`,
      starttime,
      endtime,
      capacity,
      leadDays: 1,
      Remark: kind === "balance" ? "请带齐对账单" : null,
    })),
  );
  const booking = new Set(appointments.plans.map(({ supplier }) => supplier));
  const arrivals = shop.suppliers.map(({ seq, row }) => ({
    RuleKind: "arrive",
    provid: row.provid ?? null,
    StoreId: shop.stores[seq % shop.stores.length]?.StoreId ?? null,
    // Whoever books in the demo may come on any day: which day of the week that is depends on when the demo is made.
    weekday: booking.has(seq) ? 0 : (seq % 5) + 1,
    starttime: seq % 2 === 0 ? "06:00" : "08:30",
    endtime: seq % 2 === 0 ? "16:00" : "17:00",
    leadDays: (seq % 2) + 1,
  }));
  const plans = [...slots, ...arrivals].map((values, n) => ({ offset: -200, values, isClosed: CLOSED.includes(n) }));
  tell(shop, { ...slotRules, plans }, ({ values }) => {
    return { entity: "SlotRule", values, module: values.RuleKind === "slot" ? 112 : 111 };
  });
}

/** Plans every appointment of the shop, with what becomes of it. */
export function planAppointments(shop: TradingShop): void {
  tell(shop, appointments, async (plan, n) => {
    return { entity: "Appointment", values: await appointmentOf(shop, plan, n), module: plan.kind === "delivery" ? 107 : 108 };
  });
}

async function appointmentOf(shop: TradingShop, plan: AppointmentPlan, n: number): Promise<Row> {
  const random = streamIn(shop, "Appointment", n);
  const order = await openOrder(shop, plan.beside ?? plan.supplier);
  const StoreId = order?.StoreId ?? random.pick(shop.stores).StoreId ?? null;
  const shared = { ApplyType: plan.kind, StoreId, applydate: dayAt(shop, plan.day), SlotId: await slotOf(shop, plan, StoreId) };
  if (plan.kind === "balance")
    return { ...shared, tel: phone(random), BalaBillid: await statementOf(shop, plan), Remark: "核对结算单账款" };
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

/** Plans every return of the shop; the first ones are cleared before their supplier's next statement, which they enter. */
export function planRecedes(shop: TradingShop): void {
  tell(shop, recedes, async (plan, n) => ({ entity: "Recede", ...(await recedeOf(shop, plan, n)) }));
}

async function recedeOf(shop: TradingShop, plan: SupplierPlan, n: number) {
  const random = streamIn(shop, "Recede", n);
  const accept = await acceptOf(shop, plan);
  const values = {
    provid: accept.provid ?? null,
    StoreId: accept.StoreId ?? null,
    AcceptBillid: accept.Billid ?? null,
    reason: REASONS[n % REASONS.length] ?? null,
    recededate: dayAt(shop, plan.offset + 3),
    Remark: n % 5 === 1 ? "请携带退货单提货" : null,
  };
  const came = await shop.store.find(entityIn(shop, "AcceptLine"), { Billid: accept.Billid ?? null });
  const lines = random.some(came, LINES).map((line, index) => ({
    GoodsId: line.GoodsId ?? null,
    amount: returned(random, line),
    cost: line.cost ?? null,
    reason: index === 2 ? "包装破损" : null,
  }));
  return { values, lines: { RecedeLine: lines } };
}

/** The latest acceptance of the supplier's that nothing went back of yet. */
async function acceptOf(shop: TradingShop, { supplier, offset }: SupplierPlan): Promise<Row> {
  const provid = supplierAt(shop, supplier).row.provid ?? null;
  const recedes = await shop.store.find(entityIn(shop, "Recede"), { provid });
  const used = new Set(recedes.map(({ AcceptBillid }) => AcceptBillid));
  const accepts = await shop.store.find(entityIn(shop, "Accept"), { provid });
  const found = accepts.filter(({ Statu, Billid }) => Statu !== 0 && !used.has(Billid ?? null)).at(-1);
  if (!found) throw new Error(`seed: nothing that supplier ${supplier} could take back at ${offset}`);
  return found;
}

/** A tenth to a third of what came, at least a piece; weighed goods to the gram. */
function returned(random: Random, { accept_amou, unit }: Row): bigint {
  const some = (BigInt(accept_amou as bigint) * BigInt(random.int(10, 33))) / 100n;
  if (unit === "kg") return some;
  return some < 1000n ? 1000n : (some / 1000n) * 1000n;
}
