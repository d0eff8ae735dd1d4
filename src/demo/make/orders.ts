import type { Row } from "../../shared/domain/cell.ts";
import { sumCells } from "../../shared/domain/convert-cell.ts";
import { addDays } from "../../shared/domain/day.ts";
import { divideRounded } from "../../shared/domain/scaled.ts";
import { act, open } from "../play.ts";
import type { Random } from "../random.ts";
import { minute } from "../timeline.ts";
import { dayAt, put, type SeedSupplier, streamIn, supplierAt, type TradingShop } from "../world.ts";
import { planAccept } from "./accepts.ts";
import { type OrderPlan, orderPlans } from "./order-plans.ts";

const LINES = 5;

/** An order with its lines, as later steps need it. */
export interface MadeOrder {
  readonly plan: OrderPlan;
  readonly supplier: SeedSupplier;
  readonly row: Row;
  readonly lines: readonly Row[];
}

/** Plans every order of the shop, with what becomes of it. The set fills with the numbers of those that are to be settled. */
export function planOrders(shop: TradingShop): ReadonlySet<string> {
  const toSettle = new Set<string>();
  for (const plan of orderPlans(shop.scale)) {
    shop.timeline.at(dayAt(shop, plan.offset), minute(9, plan.n), async () => {
      const order = await makeOrder(shop, plan);
      if (plan.receipt === 4) toSettle.add(String(order.row.Billid));
      planOrderLife(shop, order);
    });
  }
  return toSettle;
}

async function makeOrder(shop: TradingShop, plan: OrderPlan): Promise<MadeOrder> {
  const supplier = supplierAt(shop, plan.supplier);
  const random = streamIn(shop, "Order", plan.n);
  const busdate = dayAt(shop, plan.offset);
  const store = random.pick(shop.stores);
  const party = { provid: supplier.row.provid ?? null, Provider: supplier.row.Provider ?? null };
  const Billid = await shop.store.nextNumber("DD", busdate);
  const values = random.some(supplier.goods, LINES).map((goods, index) => lineOf(random, plan, goods, index));
  const row = await put(shop, "Order", {
    ...party,
    Billid,
    busdate,
    StoreId: store.StoreId ?? null,
    StoreName: store.StoreName ?? null,
    OrderType: (plan.n % 3) + 1,
    arrivedate: addDays(busdate, 3),
    enddate: addDays(busdate, 20),
    amount: total(values, "amount"),
    present_amou: total(values, "present_amou"),
    order_cost: total(values, "order_cost"),
    creator: shop.staff.buyer.userName,
    createtime: `${busdate} ${minute(9, plan.n)}:00`,
    Remark: plan.n % 10 === 3 ? "请提前一天预约送货" : null,
  });
  const lines: Row[] = [];
  for (const [index, line] of values.entries())
    lines.push(await put(shop, "OrderLine", { ...line, provid: party.provid, Billid, LineNo: index + 1 }));
  return { plan, supplier, row, lines };
}

function lineOf(random: Random, plan: OrderPlan, goods: Row, index: number): Row {
  const isWeighed = goods.unit === "kg";
  const amount = BigInt(random.int(6, 60)) * 1000n + (isWeighed ? BigInt(random.int(1, 999)) : 0n);
  const cost = BigInt((goods.cost as bigint | null) ?? 0n);
  const copied = ["GoodsId", "Barcode", "GoodsName", "spec", "unit", "cost", "taxRate"];
  return {
    ...Object.fromEntries(copied.map((name) => [name, goods[name] ?? null])),
    amount,
    present_amou: plan.n % 4 === 0 && index === 0 ? 2000n : 0n,
    order_cost: divideRounded(amount * cost, 1000n),
  };
}

/** What happens to the order after it was entered. */
function planOrderLife(shop: TradingShop, order: MadeOrder): void {
  const { plan, row, supplier } = order;
  const { timeline, staff } = shop;
  const day = (after: number) => dayAt(shop, plan.offset + after);
  const step = (transition: string) => ({ entity: "Order", id: Number(row.Id), transition });
  if (plan.statu === 0) return;
  timeline.at(day(0), minute(14, plan.n), async (now) => void (await act(shop, staff.buyer, now, step("audit"))));
  if (isRevised(plan)) {
    timeline.at(day(0), minute(15, plan.n), async (now) => void (await act(shop, staff.buyer, now, step("unaudit"))));
    timeline.at(day(0), minute(16, plan.n), async (now) => void (await act(shop, staff.buyer, now, step("audit"))));
  }
  if (plan.n % 4 !== 1) timeline.at(day(0), minute(18, plan.n), () => open(shop, "supplier", "Order", row));
  if (plan.statu === 50) {
    timeline.at(day(1), minute(9, plan.n), async (now) => void (await act(shop, supplier.user, now, step("provconfirm"))));
    if (plan.n % 4 !== 2) timeline.at(day(1), minute(13, plan.n), () => open(shop, "shop", "Order", row));
  }
  if (plan.receipt > 0 || plan.hasDraftAccept) planAccept(shop, order);
  if (plan.receipt === 2) timeline.at(day(4), minute(17, plan.n), async (now) => void (await act(shop, staff.buyer, now, step("close"))));
}

/** A few orders were taken back and audited again: their history shows it. */
const isRevised = ({ n }: OrderPlan): boolean => n % 20 === 4;

function total(lines: readonly Row[], name: string): bigint {
  return BigInt(
    sumCells(
      "quantity",
      lines.map((line) => line[name] ?? null),
    ),
  );
}
