import type { SourceLine } from "../../server/features/settlement/source-line.ts";
import { linesOfDocument } from "../../server/features/settlement/source-lines.ts";
import type { SourceRow } from "../../server/features/settlement/sources.ts";
import { type ProviderRow, SourceKind } from "../../server/generated/entities.ts";
import type { Row } from "../../shared/domain/cell.ts";
import { open, systemAt } from "../play.ts";
import { minute } from "../timeline.ts";
import { entityIn, onDay, type SeedSupplier, streamIn, supplierAt, type TradingShop } from "../world.ts";
import { auditFee, DEDUCT, enterFee, planAdjust, YEARLY_REBATE } from "./charges.ts";
import { sell } from "./sold.ts";
import { closesWithFee, type StatementPlan, sumOf } from "./statement.ts";

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
/** In 分. */
const FEE_MONEY: readonly [number, number] = [3_000, 39_900];

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
): Promise<SourceLine[]> {
  const supplier = supplierAt(shop, plan.supplier);
  const work = systemAt(shop, now);
  const linesOf = async (kind: SourceKind, rows: readonly Row[]): Promise<SourceLine[]> => {
    const lines = rows.map((row) => linesOfDocument(shop.store, work, supplier.row as ProviderRow, kind, row as SourceRow));
    return (await Promise.all(lines)).flat();
  };
  const isOpen = ({ Billid }: Row) => !claimed.has(String(Billid));
  const accepts = (await freeAccepts(shop, supplier, toSettle, plan.statu === 50)).filter(isOpen);
  // Who is paid by what is sold gets nothing for goods that come, and owes nothing for those that go back.
  const recedes = plan.sales === undefined ? (await freeRecedes(shop, supplier)).filter(isOpen) : [];
  const lines = [
    ...(await linesOf(SourceKind.acceptance, accepts.slice(0, plan.accepts))),
    ...(await linesOf(SourceKind.return, recedes)),
    ...(await linesOf(SourceKind.costAdjustment, adjusts)),
    ...(await linesOf(SourceKind.fee, fees)),
    ...(await linesOf(SourceKind.carried, await openDebts(shop, supplier))),
  ];
  if (plan.sales !== undefined) lines.push(...(await sell(shop, work, plan, plan.sales, sumOf(lines))));
  if (closesWithFee(plan)) {
    const money = closingMoney(plan, sumOf(lines), streamIn(shop, "Balance.fee", plan.n).int(...FEE_MONEY));
    const name = money > 2n * BigInt(FEE_MONEY[1]) ? { name: YEARLY_REBATE } : {};
    const fee = await enterFee(shop, now, supplier, { ...feeAt(shop, firstFee + plan.fees), money, ...name });
    await auditFee(shop, now, fee);
    lines.push(...(await linesOf(SourceKind.fee, [fee])));
  }
  for (const { values } of lines) claimed.add(String(values.SrcBillid));
  return lines.sort((a, b) => Number(a.values.SrcKind) - Number(b.values.SrcKind));
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
