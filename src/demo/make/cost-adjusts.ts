import type { Row } from "../../shared/domain/cell.ts";
import { enter } from "../enter.ts";
import { act, open } from "../play.ts";
import { minute } from "../timeline.ts";
import { entityIn, onDay, type SeedSupplier, streamIn, supplierAt, type TradingShop } from "../world.ts";

/** A new purchase price, a difference paid on top, one given back. */
const TYPE = { price: 1, more: 2, less: 3 } as const;
const REASONS: Readonly<Record<number, string>> = { 1: "原料涨价，按协议调整进价", 2: "促销价差补偿", 3: "到货价高于协议价，退还差价" };
const LINES = 2;

/** How far one cost adjustment goes. */
export interface AdjustPlanned {
  readonly n: number;
  readonly supplier: number;
  readonly offset: number;
  /** 1 adds to what is owed, -1 takes from it. */
  readonly sign: 1 | -1;
  readonly end: "draft" | "submitted" | "confirmed" | "rejected" | "voided";
}

/** Those that no statement has taken; the others are made with their statements. */
const PLANS: readonly Omit<AdjustPlanned, "n">[] = [
  { supplier: 1, offset: -9, sign: 1, end: "rejected" },
  { supplier: 4, offset: -8, sign: -1, end: "voided" },
  { supplier: 1, offset: -4, sign: 1, end: "confirmed" },
  { supplier: 2, offset: -4, sign: -1, end: "submitted" },
  { supplier: 8, offset: -3, sign: 1, end: "submitted" },
  { supplier: 1, offset: -2, sign: -1, end: "submitted" },
  { supplier: 1, offset: -1, sign: 1, end: "draft" },
  { supplier: 3, offset: -1, sign: -1, end: "draft" },
];
/** Where the numbers of these begin: behind those of the statements. */
const FIRST = 100;

/** Plans the cost adjustments that no statement has taken. */
export function planCostAdjusts(shop: TradingShop): void {
  for (const [n, plan] of PLANS.entries()) planAdjust(shop, { ...plan, n: FIRST + n });
}

/** Plans one cost adjustment; `keep` gets it once it is entered. */
export function planAdjust(shop: TradingShop, plan: AdjustPlanned, keep: (adjust: Row) => void = () => undefined): void {
  const { n, offset, end } = plan;
  const supplier = supplierAt(shop, plan.supplier);
  onDay(shop, offset, minute(10, n), async (now) => {
    const adjust = await enterAdjust(shop, now, supplier, plan);
    keep(adjust);
    if (end === "draft") return;
    const step = (transition: string, reason = "") => ({ entity: "CostAdjust", id: Number(adjust.Id), transition, reason });
    const first = step(end === "voided" ? "void" : "submit");
    onDay(shop, offset, minute(14, n), (later) => act(shop, shop.staff.buyer, later, first));
    if (end !== "voided" && n % 4 !== 1) onDay(shop, offset, minute(18, n), () => open(shop, "supplier", "CostAdjust", adjust));
    if (end !== "confirmed" && end !== "rejected") return;
    const answer = end === "confirmed" ? step("provconfirm") : step("reject", "差价与约定不符，请重新核算");
    onDay(shop, offset + 1, minute(9, n), (later) => act(shop, supplier.user, later, answer));
  });
}

/** The buyer enters an adjustment of the goods accepted last. */
async function enterAdjust(shop: TradingShop, now: Date, supplier: SeedSupplier, { n, sign }: AdjustPlanned): Promise<Row> {
  const random = streamIn(shop, "CostAdjust", n);
  const provid = supplier.row.provid ?? null;
  const accepts = await shop.store.find(entityIn(shop, "Accept"), { provid });
  const accept = accepts.filter(({ Statu }) => Statu !== 0).at(-1);
  const found = accept ? await shop.store.find(entityIn(shop, "AcceptLine"), { Billid: accept.Billid ?? null }) : [];
  const lines = found.length > 0 ? found : supplier.goods.map((goods) => ({ ...goods, accept_amou: 10_000n }));
  const AdjustType = sign < 0 ? TYPE.less : n % 3 === 0 ? TYPE.more : TYPE.price;
  const store = accept ? {} : { StoreId: random.pick(shop.stores).StoreId ?? null };
  return enter(shop, shop.staff.buyer, now, {
    entity: "CostAdjust",
    values: { provid, AdjustType, AcceptBillid: accept?.Billid ?? null, reason: REASONS[AdjustType] ?? null, ...store },
    lines: { CostAdjustLine: lines.slice(0, LINES).map((line) => adjusted(line, BigInt(sign * random.int(1, 3)))) },
  });
}

/** So many hundredths more a piece, at least so many 分. */
function adjusted(line: Row, percent: bigint): Row {
  const cost = BigInt((line.cost as bigint | null) ?? 0n);
  const more = (cost * percent) / 100n;
  return {
    GoodsId: line.GoodsId ?? null,
    amount: line.accept_amou ?? null,
    oldCost: cost,
    newCost: cost + (more === 0n ? percent : more),
  };
}
