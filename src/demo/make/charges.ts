import type { Row } from "../../shared/domain/cell.ts";
import { addDays, dayOf } from "../../shared/domain/day.ts";
import costAdjusts from "../data/cost-adjusts.json" with { type: "json" };
import fees from "../data/fees.json" with { type: "json" };
import rateChanges from "../data/rate-changes.json" with { type: "json" };
import { type Plan, type SupplierPlan, tell, tellOne } from "../life.ts";
import { act, actAsSystem, enter, open } from "../play.ts";
import { minute } from "../timeline.ts";
import { dayAt, entityIn, onDay, rowIn, type SeedSupplier, streamIn, supplierAt, type TradingShop } from "../world.ts";
import { CENT } from "./line-amount.ts";
import { answerPayment, channelOf, RESULT } from "./payments.ts";
import { takeBack } from "./wrong-payment.ts";

/** Kinds of fee bills: deducted with a statement, deducted at once, told and then paid. */
type FeeKind = keyof typeof fees.names;

/** A fee bill to be entered. `n` chooses its name. */
interface Fee {
  readonly n: number;
  readonly kind: FeeKind;
  /** In 分. */
  readonly money: bigint;
  readonly deductWay: number;
  readonly name?: (typeof fees.names)["bill"][number];
}

/** A fee bill that no statement takes: entered; told; its payment begun, at the bank, done, given up, or taken back. */
type FeePlan = (typeof fees.plans)[number];

/** A cost adjustment, and how far it goes. */
interface AdjustPlan extends Plan {
  readonly supplier: number;
  /** 1 adds to what is owed, -1 takes from it. */
  readonly sign: number;
  readonly end: string;
}

/** What makes a statement come to a round sum. */
export const YEARLY_REBATE = { item: "年度返利", name: "年度返利结算" } as const;
/** From the payments for goods; by transfer. */
export const DEDUCT = 1;
const TRANSFER = 3;
/** The page a kind of fee is entered on. */
const PAGES: Readonly<Record<FeeKind, number>> = { bill: 501, instant: 402, notice: 513 };
/** In 分. */
const FEE_MONEY: readonly [number, number] = [8_000, 180_000];
/** Where the numbers of fees and adjustments begin that no statement takes: behind those of the statements. */
const FIRST = 100;
/** Of cost adjustments: a new purchase price, a difference paid on top, one given back. */
const TYPE = { price: 1, more: 2, less: 3 } as const;
const REASONS: Readonly<Record<number, string>> = { 1: "原料涨价，按协议调整进价", 2: "促销价差补偿", 3: "到货价高于协议价，退还差价" };
const ADJUST_LINES = 2;
const PROMOTIONS = ["夏季清凉节", "周年店庆", "开学季", "年中大促"] as const;
/** In millionths. */
const PERCENT = 10_000n;
const RATE_DAYS = 28;

/** The head of finance enters a fee bill. */
export async function enterFee(shop: TradingShop, now: Date, supplier: SeedSupplier, fee: Fee): Promise<Row> {
  const names = fees.names[fee.kind];
  const { item, name } = fee.name ?? names[fee.n % names.length] ?? YEARLY_REBATE;
  const day = dayOf(now);
  const provid = supplier.row.provid ?? null;
  const values = { provid, FeeKind: fee.kind, FeeItem: item, FeeName: name, deductWay: fee.deductWay, FeeMoney: fee.money };
  const [contract] = await shop.store.find(entityIn(shop, "Contract"), { provid, Statu: 50 });
  return enter(shop, shop.staff.boss, now, {
    entity: "FeeBill",
    module: PAGES[fee.kind],
    values: { ...values, ContractNo: contract?.ContractNo ?? null, startdate: addDays(day, -14), enddate: day },
  });
}

export function auditFee(shop: TradingShop, now: Date, fee: Row): Promise<Row> {
  return act(shop, shop.staff.boss, now, { entity: "FeeBill", id: Number(fee.Id), transition: "audit" });
}

/** Plans the fee bills that no statement takes, and their payment by order. */
export function planFees(shop: TradingShop): void {
  for (const [n, plan] of fees.plans.entries()) {
    const { offset, end } = plan;
    const kind = plan.kind as FeeKind;
    const supplier = supplierAt(shop, plan.supplier);
    const money = BigInt(streamIn(shop, "FeeBill", FIRST + n).int(...FEE_MONEY));
    onDay(shop, offset, minute(9, n), async (now) => {
      const fee = await enterFee(shop, now, supplier, { n, kind, money, deductWay: kind === "bill" ? DEDUCT : TRANSFER });
      if (end === "draft") return;
      onDay(shop, offset, minute(15, n), (later) => auditFee(shop, later, fee));
      if (n % 4 !== 2) onDay(shop, offset, minute(18, n), () => open(shop, "supplier", "FeeBill", Number(fee.Id)));
      if (end !== "audited") planOrder(shop, plan, n, supplier, fee);
    });
  }
}

/** The supplier begins the payment, which makes the order; the bank takes it and answers. */
function planOrder(shop: TradingShop, { offset, end }: FeePlan, n: number, supplier: SeedSupplier, fee: Row): void {
  const at = (hour: number, run: (now: Date) => Promise<unknown>) => onDay(shop, offset + 1, minute(hour, n), run);
  at(10, (now) => act(shop, supplier.user, now, { entity: "FeeBill", id: Number(fee.Id), transition: "pay" }));
  if (end === "ordered") return;
  at(11, async (now) => {
    const order = await orderOf(shop, fee);
    await shop.store.update(entityIn(shop, "PayOrder"), { Id: order.Id ?? null }, { PayWay: channelOf(shop) });
    await act(shop, supplier.user, now, { entity: "PayOrder", id: Number(order.Id), transition: "bankpay" });
  });
  if (end === "banking") return;
  at(12, (now) => answer(shop, now, supplier, fee, end !== "failed"));
  if (end === "reversed")
    at(16, async (now) => {
      const order = { entity: "PayOrder", id: Number((await orderOf(shop, fee)).Id), reason: "重复缴费，应予退还" };
      await takeBack(shop, now, order, { ask: "askreverse", agree: "reverse" });
    });
}

/** The bank's answer: the order is paid; or it is not, and the supplier gives it up. */
async function answer(shop: TradingShop, now: Date, supplier: SeedSupplier, fee: Row, isPaid: boolean): Promise<void> {
  const { Id, transid } = await orderOf(shop, fee);
  await answerPayment(shop, now, String(transid), isPaid ? RESULT.done : RESULT.failed);
  const order = { entity: "PayOrder", id: Number(Id) };
  await actAsSystem(shop, now, { ...order, transition: isPaid ? "bankpaid" : "bankfailed" });
  if (!isPaid) await act(shop, supplier.user, now, { ...order, transition: "close" });
}

/** The order that pays a fee bill, as it is now. */
const orderOf = (shop: TradingShop, { Billid = null }: Row): Promise<Row> => rowIn(shop, "PayOrder", { bllid: Billid });

/** Plans the cost adjustments that no statement has taken. */
export function planCostAdjusts(shop: TradingShop): void {
  for (const [n, plan] of costAdjusts.plans.entries()) planAdjust(shop, plan, FIRST + n);
}

/** Plans one cost adjustment; `keep` gets it once it is entered. */
export function planAdjust(shop: TradingShop, plan: AdjustPlan, n: number, keep?: (adjust: Row) => void): void {
  tellOne(shop, costAdjusts, plan, n, () => adjustOf(shop, plan, n), keep);
}

/** What the buyer enters of the goods accepted last. */
async function adjustOf(shop: TradingShop, { supplier: seq, sign }: AdjustPlan, n: number) {
  const supplier = supplierAt(shop, seq);
  const random = streamIn(shop, "CostAdjust", n);
  const provid = supplier.row.provid ?? null;
  const accepts = await shop.store.find(entityIn(shop, "Accept"), { provid });
  const accept = accepts.filter(({ Statu }) => Statu !== 0).at(-1);
  const found = accept ? await shop.store.find(entityIn(shop, "AcceptLine"), { Billid: accept.Billid ?? null }) : [];
  const lines = found.length > 0 ? found : supplier.goods.map((goods) => ({ ...goods, accept_amou: 10_000n }));
  const AdjustType = sign < 0 ? TYPE.less : n % 3 === 0 ? TYPE.more : TYPE.price;
  const store = accept ? {} : { StoreId: random.pick(shop.stores).StoreId ?? null };
  return {
    entity: "CostAdjust",
    values: { provid, AdjustType, AcceptBillid: accept?.Billid ?? null, reason: REASONS[AdjustType] ?? null, ...store },
    lines: { CostAdjustLine: lines.slice(0, ADJUST_LINES).map((line) => adjusted(line, BigInt(sign * random.int(1, 3)))) },
  };
}

/** So many hundredths more a piece, at least so many 分. */
function adjusted(line: Row, percent: bigint): Row {
  const cost = BigInt((line.cost as bigint | null) ?? 0n);
  const more = (cost * percent) / 100n;
  return {
    GoodsId: line.GoodsId ?? null,
    amount: line.accept_amou ?? null,
    oldCost: cost,
    newCost: cost + (more === 0n ? percent * CENT : more),
  };
}

/** Plans every change of a rate, with what becomes of it. */
export function planRateChanges(shop: TradingShop): void {
  tell(shop, rateChanges, (plan, n) => ({ entity: "RateChange", values: rateOf(shop, plan, n) }));
}

/** A lower rate for four weeks from the next week on, in one store. */
function rateOf(shop: TradingShop, { supplier, offset }: SupplierPlan, n: number): Row {
  const random = streamIn(shop, "RateChange", n);
  const { row, goods } = supplierAt(shop, supplier);
  const oldRate = BigInt(random.int(12, 25)) * PERCENT;
  return {
    provid: row.provid ?? null,
    StoreId: shop.stores[n % shop.stores.length]?.StoreId ?? null,
    CategoryId: goods[0]?.CategoryId ?? null,
    oldRate,
    newRate: oldRate - BigInt(random.int(2, 6)) * PERCENT,
    startdate: dayAt(shop, offset + 7),
    enddate: dayAt(shop, offset + 7 + RATE_DAYS),
    promotion: PROMOTIONS[n % PROMOTIONS.length] ?? null,
    reason: "促销期间让利，双方协商调整扣率",
  };
}
