import type { Row } from "../../shared/domain/cell.ts";
import { enter } from "../enter.ts";
import { act, open } from "../play.ts";
import type { Random } from "../random.ts";
import { minute } from "../timeline.ts";
import { dayAt, entityIn, onDay, type SeedSupplier, streamIn, supplierAt, type TradingShop } from "../world.ts";
import { RECEDE_PLANS, type RecedePlan } from "./recede-plans.ts";

const LINES = 3;
const REASONS = ["临近保质期", "包装破损", "质量抽检不合格", "滞销退货"] as const;

/** Plans every return of the shop, with what becomes of it. */
export function planRecedes(shop: TradingShop): void {
  const { buyer } = shop.staff;
  for (const [n, plan] of RECEDE_PLANS.entries()) {
    onDay(shop, plan.offset, minute(13, n), async (now) => {
      const entry = await entryOf(shop, plan, n);
      const row = await enter(shop, buyer, now, { entity: "Recede", ...entry });
      const step = (transition: string) => ({ entity: "Recede", id: Number(row.Id), transition });
      if (plan.statu === 0) return;
      onDay(shop, plan.offset, minute(15, n), (later) => act(shop, buyer, later, step("audit")));
      if (n % 4 !== 2) onDay(shop, plan.offset, minute(18, n), () => open(shop, "supplier", "Recede", row));
      if (plan.statu === 50) onDay(shop, plan.offset + 1, minute(16, n), (later) => act(shop, buyer, later, step("clear")));
    });
  }
}

/** The supplier's cleared returns that no statement has yet. */
export async function freeRecedes(shop: TradingShop, supplier: SeedSupplier): Promise<readonly Row[]> {
  return shop.store.find(entityIn(shop, "Recede"), { provid: supplier.row.provid ?? null, Statu: 50, BalaBillid: null });
}

async function entryOf(shop: TradingShop, plan: RecedePlan, n: number) {
  const random = streamIn(shop, "Recede", n);
  const accept = await acceptOf(shop, plan);
  const reason = REASONS[n % REASONS.length] ?? REASONS[0];
  const values = {
    provid: accept.provid ?? null,
    StoreId: accept.StoreId ?? null,
    AcceptBillid: accept.Billid ?? null,
    reason,
    recededate: dayAt(shop, plan.offset + 3),
    Remark: n % 5 === 1 ? "请携带退货单提货" : null,
  };
  const came = await shop.store.find(entityIn(shop, "AcceptLine"), { Billid: accept.Billid ?? null });
  const lines = random.some(came, LINES).map((line, index) => ({
    GoodsId: line.GoodsId ?? null,
    amount: amountOf(random, line),
    cost: line.cost ?? null,
    reason: index === 2 ? "包装破损" : null,
  }));
  return { values, lines: { RecedeLine: lines } };
}

/** The latest acceptance of the supplier's that nothing went back of yet. */
async function acceptOf(shop: TradingShop, { supplier, offset }: RecedePlan): Promise<Row> {
  const { row } = supplierAt(shop, supplier);
  const accepts = await shop.store.find(entityIn(shop, "Accept"), { provid: row.provid ?? null });
  const recedes = await shop.store.find(entityIn(shop, "Recede"), { provid: row.provid ?? null });
  const used = new Set(recedes.map(({ AcceptBillid }) => AcceptBillid));
  const found = accepts.filter(({ Statu, Billid }) => Statu !== 0 && !used.has(Billid ?? null)).at(-1);
  if (!found) throw new Error(`seed: nothing that supplier ${supplier} could take back at ${offset}`);
  return found;
}

/** A tenth to a third of what came, at least a piece; weighed goods to the gram. */
function amountOf(random: Random, { accept_amou, unit }: Row): bigint {
  const some = (BigInt(accept_amou as bigint) * BigInt(random.int(10, 33))) / 100n;
  if (unit === "kg") return some;
  return some < 1000n ? 1000n : (some / 1000n) * 1000n;
}
