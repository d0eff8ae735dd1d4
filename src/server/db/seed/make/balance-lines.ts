import type { Row } from "../../../../shared/domain/cell.ts";
import { addDays } from "../../../../shared/domain/day.ts";
import type { Random } from "../random.ts";
import { entityIn, type SeedSupplier, streamIn, type TradingShop } from "../world.ts";
import { taxIn } from "./accepts.ts";
import type { BalancePlanned } from "./balance-plans.ts";

const LINES = 10;
/** Kinds of sources, and the prefixes their documents are numbered with (DOMAIN 8.1; daily sales have none of their own). */
export const SOURCE = { accept: 1, return: 2, adjust: 3, fee: 4, sale: 5 } as const;
type SourceKind = (typeof SOURCE)[keyof typeof SOURCE];
const PREFIX: Readonly<Record<SourceKind, string>> = { 1: "YS", 2: "TH", 3: "CB", 4: "FY", 5: "XS" };
const FEE_RATE = 60_000n;

/** What a statement collects: signed, so that the lines add up to its total. */
export interface BalanceSource {
  readonly kind: SourceKind;
  readonly billid: string;
  readonly busdate: string;
  readonly storeName: string;
  readonly total: bigint;
  readonly rate: bigint;
}

export interface Period {
  readonly startdate: string;
  readonly enddate: string;
}

/** Ten sources: the acceptances, and what came beside them. The last one makes the total that the plan asks for. */
export async function sourcesOf(
  shop: TradingShop,
  plan: BalancePlanned,
  supplier: SeedSupplier,
  accepts: readonly Row[],
  period: Period,
): Promise<BalanceSource[]> {
  const random = streamIn(shop, "BalanceLine", plan.n);
  const rate = BigInt((supplier.row.taxRate as bigint | null) ?? 0n);
  const sources: BalanceSource[] = accepts.map((accept) => ({ ...ofAccept(accept), rate }));
  const isNegative = plan.total !== undefined && plan.total < 0n;
  const sells = Number(supplier.row.OperMode) > 1;
  for (let left = LINES - sources.length; left > 1; left--) {
    sources.push(await besides(shop, random, kindOf(left, sells && !isNegative), period, rate));
  }
  const sum = sources.reduce((total, source) => total + source.total, 0n);
  const closing = closingAmount(plan, sum, sells, random);
  const kind = closing < 0n ? SOURCE.fee : sells ? SOURCE.sale : SOURCE.adjust;
  sources.push({ ...(await besides(shop, random, kind, period, rate)), total: closing });
  return sources;
}

/** Concessions sell daily; the others have returns, adjustments and fees between their acceptances. */
function kindOf(left: number, sells: boolean): SourceKind {
  if (left % 4 === 0) return SOURCE.fee;
  if (left === 7) return SOURCE.return;
  if (sells) return SOURCE.sale;
  return left % 2 === 0 ? SOURCE.adjust : SOURCE.fee;
}

function closingAmount({ total, ends }: BalancePlanned, sum: bigint, sells: boolean, random: Random): bigint {
  if (total !== undefined) return total - sum;
  // Without a target: what brings the statement well above zero, as goods without documents of their own would.
  const usual = BigInt(random.int(120_000, 900_000));
  const amount = sum > 50_000n ? (sells ? usual : usual / 100n) : usual - sum;
  if (ends === undefined) return amount;
  const digit = (sum + amount) % 10n;
  return amount - digit + ends;
}

/** A source whose document is not part of this catalogue yet: only its line is told. */
async function besides(shop: TradingShop, random: Random, kind: SourceKind, { startdate }: Period, rate: bigint): Promise<BalanceSource> {
  const busdate = addDays(startdate, random.int(0, 13));
  const store = random.pick(shop.stores);
  return {
    kind,
    billid: await shop.store.nextNumber(PREFIX[kind], busdate),
    busdate,
    storeName: String(store.StoreName),
    total: amountOf(kind, random),
    rate: kind === SOURCE.fee ? FEE_RATE : rate,
  };
}

function amountOf(kind: SourceKind, random: Random): bigint {
  if (kind === SOURCE.sale) return BigInt(random.int(80_000, 620_000));
  if (kind === SOURCE.return) return -BigInt(random.int(3_000, 21_000));
  if (kind === SOURCE.fee) return -BigInt(random.int(1_000, 9_900));
  return BigInt(random.int(-4_000, 6_000));
}

function ofAccept(accept: Row): Omit<BalanceSource, "rate"> {
  return {
    kind: SOURCE.accept,
    billid: String(accept.Billid),
    busdate: String(accept.busdate),
    storeName: String(accept.StoreName),
    total: BigInt(accept.sum_cost as bigint),
  };
}

/** The fields of a statement's line. */
export function lineValues({ kind, billid, busdate, storeName, total, rate }: BalanceSource): Row {
  const tax = taxIn(total, rate);
  return {
    SrcKind: kind,
    SrcBillid: billid,
    busdate,
    StoreName: storeName,
    netMoney: total - tax,
    taxRate: rate,
    taxMoney: tax,
    TotalMoney: total,
  };
}

/** The acceptances of a supplier that no statement has yet: audited, and of the kind this statement takes. */
export async function freeAccepts(
  shop: TradingShop,
  supplier: SeedSupplier,
  toSettle: ReadonlySet<string>,
  isPaid: boolean,
): Promise<Row[]> {
  const found = await shop.store.find(entityIn(shop, "Accept"), { provid: supplier.row.provid ?? null, BalaBillid: null });
  return found.filter((accept) => accept.Statu !== 0 && toSettle.has(String(accept.OrderBillid)) === isPaid);
}
