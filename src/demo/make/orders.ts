import { taxIn } from "../../server/features/settlement/statement-amounts.ts";
import type { Row } from "../../shared/domain/cell.ts";
import { addDays } from "../../shared/domain/day.ts";
import data from "../data/orders.json" with { type: "json" };
import { planSteps } from "../life.ts";
import type { Random } from "../random.ts";
import { minute } from "../timeline.ts";
import { copied, dayAt, onDay, put, type SeedSupplier, streamIn, supplierAt, type TradingShop } from "../world.ts";
import { lineAmount } from "./line-amount.ts";

/**
 * How far one order of the demo goes. `receipt`: the receipt status it ends in, 4 needs its acceptance in a paid statement;
 * `hasDraftAccept`: its acceptance is left a draft.
 */
type OrderPlan = (typeof data.plans)[number];

/** An order with its lines, as later steps need it. */
interface MadeOrder {
  readonly plan: OrderPlan;
  /** Position among the shop's orders; everything random about it comes from here. */
  readonly n: number;
  readonly supplier: SeedSupplier;
  readonly row: Row;
  readonly lines: readonly Row[];
}

const LINES = 5;
/** Days from an order to its acceptance. */
const DELIVERY = 2;

/** Plans every order of the shop, with what becomes of it. The set fills with the numbers of those that are to be settled. */
export function planOrders(shop: TradingShop): ReadonlySet<string> {
  const toSettle = new Set<string>();
  for (const [n, plan] of orderPlans(shop.scale).entries()) {
    onDay(shop, plan.offset, minute(9, n), async () => {
      const order = await makeOrder(shop, plan, n);
      if (plan.receipt === 4) toSettle.add(String(order.row.Billid));
      planSteps(shop, data.steps, plan, n, { entity: "Order", id: Number(order.row.Id) });
      if (plan.receipt > 0 || plan.hasDraftAccept) planAccept(shop, order);
    });
  }
  return toSettle;
}

/** Sixty orders of a shop, and as many more without acceptances for each further step of the scale. */
export function orderPlans(scale: number): OrderPlan[] {
  const more = Array.from({ length: 60 * (scale - 1) }, (_, index): OrderPlan => {
    const statu = [0, 10, 50][index % 3] ?? 0;
    return { supplier: 1 + (index % 8), offset: -2 - (index % 89), statu, receipt: 0, hasDraftAccept: false };
  });
  return [...data.plans, ...more];
}

async function makeOrder(shop: TradingShop, plan: OrderPlan, n: number): Promise<MadeOrder> {
  const supplier = supplierAt(shop, plan.supplier);
  const random = streamIn(shop, "Order", n);
  const busdate = dayAt(shop, plan.offset);
  const store = random.pick(shop.stores);
  const party = copied(supplier.row, "provid", "Provider", "OperMode");
  const Billid = await shop.store.nextNumber("DD", busdate);
  const values = random.some(supplier.goods, LINES).map((goods, index) => lineOf(random, n, goods, index));
  const row = await put(shop, "Order", {
    ...party,
    Billid,
    busdate,
    ...copied(store, "StoreId", "StoreName"),
    OrderType: (n % 3) + 1,
    arrivedate: addDays(busdate, 3),
    enddate: addDays(busdate, 20),
    amount: sum(values, "amount"),
    present_amou: sum(values, "present_amou"),
    order_cost: sum(values, "order_cost"),
    creator: shop.staff.buyer.userName,
    createtime: `${busdate} ${minute(9, n)}:00`,
    Remark: n % 10 === 3 ? "请提前一天预约送货" : null,
  });
  const lines: Row[] = [];
  for (const [index, line] of values.entries())
    lines.push(await put(shop, "OrderLine", { ...line, provid: party.provid ?? null, Billid, LineNo: index + 1 }));
  return { plan, n, supplier, row, lines };
}

function lineOf(random: Random, n: number, goods: Row, index: number): Row {
  const amount = BigInt(random.int(6, 60)) * 1000n + (goods.unit === "kg" ? BigInt(random.int(1, 999)) : 0n);
  return {
    ...copied(goods, "GoodsId", "Barcode", "GoodsName", "spec", "unit", "cost", "taxRate"),
    amount,
    present_amou: n % 4 === 0 && index === 0 ? 2000n : 0n,
    order_cost: lineAmount(amount, goods.cost),
  };
}

/** Plans the acceptance of an order two days after it: entered, audited, and for half of them confirmed by the supplier. */
function planAccept(shop: TradingShop, order: MadeOrder): void {
  const offset = order.plan.offset + DELIVERY;
  onDay(shop, offset, minute(10, order.n), async () => {
    const accept = await makeAccept(shop, order, dayAt(shop, offset));
    planSteps(shop, data.accepts, { ...order.plan, offset }, order.n, { entity: "Accept", id: Number(accept.Id) });
  });
}

async function makeAccept(shop: TradingShop, order: MadeOrder, busdate: string): Promise<Row> {
  const { row, n } = order;
  const delivered = deliveredLines(order);
  const Billid = await shop.store.nextNumber("YS", busdate);
  const accept = await put(shop, "Accept", {
    ...copied(row, "provid", "Provider", "OperMode", "StoreId", "StoreName"),
    Billid,
    busdate,
    OrderBillid: row.Billid ?? null,
    amount: sum(delivered, "amount"),
    present_amou: sum(delivered, "present_amou"),
    accept_amou: sum(delivered, "accept_amou"),
    accept_send: sum(delivered, "accept_send"),
    sum_cost: sum(delivered, "sum_cost"),
    taxMoney: sum(delivered, "taxMoney"),
    creator: shop.staff.buyer.userName,
    createtime: `${busdate} ${minute(10, n)}:00`,
  });
  for (const [index, line] of delivered.entries())
    await put(shop, "AcceptLine", { ...line, provid: row.provid ?? null, Billid, LineNo: index + 1 });
  return accept;
}

/** The lines that came, as they came: what of it differs from the order depends on the receipt status to reach. */
function deliveredLines({ plan, n, lines }: MadeOrder): Row[] {
  const isPart = plan.receipt === 1 || (plan.receipt === 2 && n % 2 === 0);
  const came = isPart ? lines.slice(0, 3) : lines;
  return came.map((line, index) => {
    const amount = BigInt(line.amount as bigint);
    const present = BigInt(line.present_amou as bigint);
    const accepted = amount + difference(plan, n, index, amount);
    const sum_cost = lineAmount(accepted, line.cost);
    const taxMoney = taxIn(sum_cost, BigInt(line.taxRate as bigint));
    return {
      ...copied(line, "GoodsId", "Barcode", "GoodsName", "spec", "unit", "cost", "taxRate", "amount", "present_amou"),
      accept_amou: accepted,
      accept_send: n % 12 === 4 && present > 0n ? present - 1000n : present,
      sum_cost,
      netMoney: sum_cost - taxMoney,
      taxMoney,
    };
  });
}

/** Closed short: a fifth of two lines is missing. Part deliveries: now and then. Complete ones: rarely up to two pieces more, within what the shop allows. */
function difference({ receipt }: OrderPlan, n: number, index: number, amount: bigint): bigint {
  const fifth = -(amount / 5000n) * 1000n;
  if (receipt === 2 && n % 2 === 1 && index < 2) return fifth < 0n ? fifth : -1000n;
  if (receipt === 1 && n % 3 === 0 && index === 1) return fifth < 0n ? fifth : -1000n;
  const allowed = (amount / 20_000n) * 1000n;
  return receipt === 3 && n % 7 === 0 && index === 0 ? (allowed < 2000n ? allowed : 2000n) : 0n;
}

function sum(lines: readonly Row[], name: string): bigint {
  return lines.reduce((total, line) => total + BigInt(line[name] as bigint), 0n);
}
