import type { Row } from "../../shared/domain/cell.ts";
import { addDays } from "../../shared/domain/day.ts";
import { open } from "../play.ts";
import { minute } from "../timeline.ts";
import { dayAt, entityIn, onDay, type SeedSupplier, streamIn, supplierAt, type TradingShop } from "../world.ts";
import { auditFee, DEDUCT, enterFee, planAdjust, YEARLY_REBATE } from "./charges.ts";
import { carriedOf, closesWithFee, SOURCE, type Source, type StatementPlan, sourceOf, sumOf } from "./statement.ts";

/** Documents that are made for a statement before it. */
interface Gathering {
  readonly fees: Row[];
  readonly adjusts: Row[];
}

/** What statements share: orders whose statement will be paid; numbers that others have taken; how many fee bills the earlier ones have. */
interface Shared {
  readonly toSettle: ReadonlySet<string>;
  readonly claimed: Set<string>;
  readonly firstFee: number;
}

/** Kinds of the statements' fee bills, over and over: mostly those that are meant for it. */
const FEE_KINDS = ["bill", "instant", "bill", "notice"] as const;
/** In 分; sales of a day, and those of a counter whose fees are higher. */
const FEE_MONEY: readonly [number, number] = [3_000, 39_900];
const SALE_MONEY: readonly [number, number] = [80_000, 620_000];
const POOR_SALE: readonly [number, number] = [2_000, 9_000];

/** Plans a statement's fee bills and its cost adjustment, some days before it. */
export function planDocuments(shop: TradingShop, plan: StatementPlan, firstFee: number): Gathering {
  const gathering: Gathering = { fees: [], adjusts: [] };
  const supplier = supplierAt(shop, plan.supplier);
  for (let k = 0; k < plan.fees; k++) {
    const day = plan.offset - 2 - ((k * 5 + plan.n) % 9);
    onDay(shop, day, minute(9, plan.n), async (now) => {
      const fee = await enterFee(shop, now, supplier, feeAt(shop, firstFee + k));
      gathering.fees.push(fee);
      onDay(shop, day, minute(15, plan.n), (later) => auditFee(shop, later, fee));
      if (plan.n % 4 !== 1) onDay(shop, day, minute(18, plan.n), () => open(shop, "supplier", "FeeBill", Number(fee.Id)));
    });
  }
  const { n, adjust: sign, offset } = plan;
  const keep = (adjust: Row) => void gathering.adjusts.push(adjust);
  if (sign) planAdjust(shop, { supplier: plan.supplier, offset: offset - 3, sign, end: "confirmed" }, n, keep);
  return gathering;
}

/** What a statement takes, found the evening before it; what it still needs to come to its total is made: daily sales, or a closing fee. */
export async function gather(
  shop: TradingShop,
  now: Date,
  plan: StatementPlan,
  { fees, adjusts }: Gathering,
  { toSettle, claimed, firstFee }: Shared,
): Promise<Source[]> {
  const supplier = supplierAt(shop, plan.supplier);
  const rate = BigInt(supplier.row.taxRate as bigint);
  const isOpen = ({ Billid }: Row) => !claimed.has(String(Billid));
  const accepts = (await freeAccepts(shop, supplier, toSettle, plan.statu === 50)).filter(isOpen);
  // Who is paid by what is sold gets nothing for goods that come, and owes nothing for those that go back.
  const recedes = plan.sales === undefined ? (await freeRecedes(shop, supplier)).filter(isOpen) : [];
  const sources = [
    ...accepts.slice(0, plan.accepts).map((accept) => sourceOf(SOURCE.accept, accept, rate)),
    ...recedes.map((recede) => sourceOf(SOURCE.return, recede, rate)),
    ...adjusts.map((adjust) => sourceOf(SOURCE.adjust, adjust, rate)),
    ...fees.map((fee) => sourceOf(SOURCE.fee, fee, rate)),
    ...(await openDebts(shop, supplier)).map(carriedOf),
  ];
  sources.push(...(await salesOf(shop, plan, supplier, sumOf(sources))));
  if (closesWithFee(plan)) {
    const money = closingMoney(plan, sumOf(sources), streamIn(shop, "Balance.fee", plan.n).int(...FEE_MONEY));
    const name = money > 2n * BigInt(FEE_MONEY[1]) ? { name: YEARLY_REBATE } : {};
    const fee = await enterFee(shop, now, supplier, { ...feeAt(shop, firstFee + plan.fees), money, ...name });
    await auditFee(shop, now, fee);
    sources.push(sourceOf(SOURCE.fee, fee, rate));
  }
  for (const { billid } of sources) claimed.add(billid);
  return sources.sort((a, b) => a.kind - b.kind);
}

function feeAt(shop: TradingShop, n: number) {
  const money = BigInt(streamIn(shop, "FeeBill", n).int(...FEE_MONEY));
  return { n, kind: FEE_KINDS[n % FEE_KINDS.length] ?? "bill", money, deductWay: DEDUCT };
}

/** What brings the sum down to the total, or to the total's last digit. */
function closingMoney({ total, ends = 0 }: StatementPlan, sum: bigint, usual: number): bigint {
  const money = total !== undefined ? sum - BigInt(total) : BigInt(usual) + ((sum - BigInt(usual) - BigInt(ends)) % 10n);
  if (money <= 0n) throw new Error(`seed: no fee brings ${sum} to ${total ?? ends}`);
  return money;
}

/** The acceptances of a supplier that no statement has yet: audited, and of the kind this statement takes. */
async function freeAccepts(shop: TradingShop, supplier: SeedSupplier, toSettle: ReadonlySet<string>, isPaid: boolean): Promise<Row[]> {
  const found = await shop.store.find(entityIn(shop, "Accept"), { provid: supplier.row.provid ?? null, BalaBillid: null });
  return found.filter((accept) => accept.Statu !== 0 && toSettle.has(String(accept.OrderBillid)) === isPaid);
}

/** Confirmed statements below zero that the next one takes (docs/decisions/96). */
async function openDebts(shop: TradingShop, supplier: SeedSupplier): Promise<Row[]> {
  const open = { provid: supplier.row.provid ?? null, Statu: 10, Bala_sum: 0n, BalaBillid: null };
  const found = await shop.store.find(entityIn(shop, "Balance"), open);
  return found.filter(({ B2b_statu, TotalMoney }) => Number(B2b_statu) >= 50 && BigInt(TotalMoney as bigint) < 0n);
}

/** The supplier's cleared returns that no statement has yet. */
function freeRecedes(shop: TradingShop, supplier: SeedSupplier): Promise<readonly Row[]> {
  return shop.store.find(entityIn(shop, "Recede"), { provid: supplier.row.provid ?? null, Statu: 50, BalaBillid: null });
}

/** A line for each day and counter that sold; where the statement has a total, together what is missing of it. */
async function salesOf(shop: TradingShop, plan: StatementPlan, supplier: SeedSupplier, sum: bigint): Promise<Source[]> {
  const random = streamIn(shop, "BalanceLine", plan.n);
  const count = plan.sales ?? 0;
  const days = supplier.row.settleCycle === 2 ? 30 : 15;
  const range = closesWithFee(plan) ? POOR_SALE : SALE_MONEY;
  const drawn = Array.from({ length: count }, () => BigInt(random.int(...range)));
  const amounts = plan.total !== undefined && !closesWithFee(plan) ? scaledTo(drawn, BigInt(plan.total) - sum) : drawn;
  const sales: Source[] = [];
  for (const [index, total] of amounts.entries()) {
    const busdate = addDays(dayAt(shop, plan.offset), Math.floor((index * days) / count) - days);
    const storeName = String(shop.stores[index % shop.stores.length]?.StoreName);
    const rate = BigInt(supplier.row.taxRate as bigint);
    sales.push({ kind: SOURCE.sale, billid: await shop.store.nextNumber("XS", busdate), busdate, storeName, total, rate });
  }
  return sales;
}

/** The same proportions, another sum. */
function scaledTo(amounts: readonly bigint[], sum: bigint): bigint[] {
  const all = amounts.reduce((total, amount) => total + amount, 0n);
  const scaled = amounts.map((amount) => (amount * sum) / all);
  const left = sum - scaled.reduce((total, amount) => total + amount, 0n);
  return scaled.map((amount, index) => (index === 0 ? amount + left : amount));
}
