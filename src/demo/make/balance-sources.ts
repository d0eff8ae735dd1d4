import type { Row } from "../../shared/domain/cell.ts";
import { type FeeKind, YEARLY_REBATE } from "../names/fees.ts";
import { open } from "../play.ts";
import { minute } from "../timeline.ts";
import { entityIn, onDay, type SeedSupplier, streamIn, supplierAt, type TradingShop } from "../world.ts";
import { type BalanceSource, SOURCE, sourceOf, sumOf } from "./balance-lines.ts";
import { type BalancePlanned, closesWithFee } from "./balance-plans.ts";
import { salesOf } from "./balance-sales.ts";
import { planAdjust } from "./cost-adjusts.ts";
import { auditFee, DEDUCT, enterFee } from "./fees.ts";
import { freeRecedes } from "./recedes.ts";

/** Documents that are made for a statement before it. */
export interface Gathering {
  readonly fees: Row[];
  readonly adjusts: Row[];
}

/** Kinds of the statements' fee bills, over and over: mostly those that are meant for it. */
const FEE_KINDS: readonly FeeKind[] = ["bill", "instant", "bill", "notice"];
/** In 分. */
const FEE_MONEY: readonly [number, number] = [3_000, 39_900];

/** Plans a statement's fee bills and its cost adjustment, some days before it. `firstFee`: how many fee bills the earlier ones have. */
export function planDocuments(shop: TradingShop, plan: BalancePlanned, firstFee: number): Gathering {
  const gathering: Gathering = { fees: [], adjusts: [] };
  const supplier = supplierAt(shop, plan.supplier);
  for (let k = 0; k < plan.fees; k++) {
    const day = plan.offset - 2 - ((k * 5 + plan.n) % 9);
    onDay(shop, day, minute(9, plan.n), async (now) => {
      const fee = await enterFee(shop, now, supplier, feeAt(shop, firstFee + k));
      gathering.fees.push(fee);
      onDay(shop, day, minute(15, plan.n), (later) => auditFee(shop, later, fee));
      if (plan.n % 4 !== 1) onDay(shop, day, minute(18, plan.n), () => open(shop, "supplier", "FeeBill", fee));
    });
  }
  const { n, adjust: sign, offset } = plan;
  const keep = (adjust: Row) => gathering.adjusts.push(adjust);
  if (sign) planAdjust(shop, { n, supplier: plan.supplier, offset: offset - 3, sign, end: "confirmed" }, keep);
  return gathering;
}

/**
 * What a statement takes, found the evening before it. `claimed` holds the numbers of what others have taken; what it
 * still needs to come to its total is made: daily sales, or a closing fee.
 */
export async function gather(
  shop: TradingShop,
  now: Date,
  plan: BalancePlanned,
  { fees, adjusts }: Gathering,
  { toSettle, claimed, firstFee }: { readonly toSettle: ReadonlySet<string>; readonly claimed: Set<string>; readonly firstFee: number },
): Promise<BalanceSource[]> {
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
function closingMoney({ total, ends }: BalancePlanned, sum: bigint, usual: number): bigint {
  const money = total !== undefined ? sum - total : BigInt(usual) + ((sum - BigInt(usual) - (ends ?? 0n)) % 10n);
  if (money <= 0n) throw new Error(`seed: no fee brings ${sum} to ${total ?? ends}`);
  return money;
}

/** The acceptances of a supplier that no statement has yet: audited, and of the kind this statement takes. */
async function freeAccepts(shop: TradingShop, supplier: SeedSupplier, toSettle: ReadonlySet<string>, isPaid: boolean): Promise<Row[]> {
  const found = await shop.store.find(entityIn(shop, "Accept"), { provid: supplier.row.provid ?? null, BalaBillid: null });
  return found.filter((accept) => accept.Statu !== 0 && toSettle.has(String(accept.OrderBillid)) === isPaid);
}
