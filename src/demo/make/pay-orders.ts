import type { Row } from "../../shared/domain/cell.ts";
import { act, actAsSystem, open } from "../play.ts";
import { minute } from "../timeline.ts";
import { entityIn, onDay, type SeedSupplier, streamIn, supplierAt, type TradingShop } from "../world.ts";
import { FEE_PLANS, type FeeLife } from "./fee-plans.ts";
import { auditFee, DEDUCT, enterFee, TRANSFER } from "./fees.ts";
import { answerPayment, channelOf, RESULT } from "./pay-records.ts";

/** In 分. */
const MONEY: readonly [number, number] = [8_000, 180_000];
/** Where the numbers of these begin: behind those of the statements. */
const FIRST = 100;

/** Plans the fee bills that no statement takes, and their payment by order. */
export function planFees(shop: TradingShop): void {
  for (const [n, plan] of FEE_PLANS.entries()) {
    const { kind, offset, end } = plan;
    const supplier = supplierAt(shop, plan.supplier);
    const money = BigInt(streamIn(shop, "FeeBill", FIRST + n).int(...MONEY));
    onDay(shop, offset, minute(9, n), async (now) => {
      const fee = await enterFee(shop, now, supplier, { n, kind, money, deductWay: kind === "bill" ? DEDUCT : TRANSFER });
      if (end === "draft") return;
      onDay(shop, offset, minute(15, n), (later) => auditFee(shop, later, fee));
      if (n % 4 !== 2) onDay(shop, offset, minute(18, n), () => open(shop, "supplier", "FeeBill", fee));
      if (end !== "audited") planOrder(shop, plan, n, supplier, fee);
    });
  }
}

/** The supplier begins the payment, which makes the order; the bank takes it and answers. */
function planOrder(shop: TradingShop, { offset, end }: FeeLife, n: number, supplier: SeedSupplier, fee: Row): void {
  const at = (hour: number, run: (now: Date) => Promise<unknown>) => onDay(shop, offset + 1, minute(hour, n), run);
  at(10, (now) => act(shop, supplier.user, now, { entity: "FeeBill", id: Number(fee.Id), transition: "pay" }));
  if (end === "ordered") return;
  at(11, async (now) => {
    const PayWay = channelOf(shop);
    const order = await orderOf(shop, fee);
    await shop.store.update(entityIn(shop, "PayOrder"), { Id: order.Id ?? null }, { PayWay });
    await act(shop, supplier.user, now, { entity: "PayOrder", id: Number(order.Id), transition: "bankpay" });
  });
  if (end === "paid") at(12, (now) => answer(shop, now, supplier, fee, "paid"));
  if (end === "failed") at(12, (now) => answer(shop, now, supplier, fee, "failed"));
}

/** The bank's answer: the order is paid; or it is not, and the supplier gives it up. */
async function answer(shop: TradingShop, now: Date, supplier: SeedSupplier, fee: Row, end: "paid" | "failed"): Promise<void> {
  const isPaid = end === "paid";
  const { Id, transid } = await orderOf(shop, fee);
  await answerPayment(shop, now, String(transid), isPaid ? RESULT.done : RESULT.failed);
  const order = { entity: "PayOrder", id: Number(Id) };
  await actAsSystem(shop, now, { ...order, transition: isPaid ? "bankpaid" : "bankfailed" });
  if (!isPaid) await act(shop, supplier.user, now, { ...order, transition: "close" });
}

/** The order that pays a fee bill, as it is now. */
async function orderOf(shop: TradingShop, fee: Row): Promise<Row> {
  const [order] = await shop.store.find(entityIn(shop, "PayOrder"), { bllid: fee.Billid ?? null });
  if (!order) throw new Error(`seed: ${fee.Billid} has no payment order`);
  return order;
}
