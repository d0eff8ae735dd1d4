import { taxIn } from "../../server/features/settlement/tax-in.ts";
import type { Row } from "../../shared/domain/cell.ts";
import { divideRounded } from "../../shared/domain/scaled.ts";
import { act, open } from "../play.ts";
import { minute } from "../timeline.ts";
import { dayAt, put, type TradingShop } from "../world.ts";
import type { MadeOrder } from "./orders.ts";

/** Plans the acceptance of an order two days after it: entered, audited, and for half of them confirmed by the supplier. */
export function planAccept(shop: TradingShop, order: MadeOrder): void {
  const { plan, supplier } = order;
  const day = (after: number) => dayAt(shop, plan.offset + after);
  shop.timeline.at(day(2), minute(10, plan.n), async () => {
    const accept = await makeAccept(shop, order, day(2));
    if (plan.hasDraftAccept) return;
    const step = (transition: string) => ({ entity: "Accept", id: Number(accept.Id), transition });
    shop.timeline.at(day(2), minute(16, plan.n), async (now) => void (await act(shop, shop.staff.buyer, now, step("audit"))));
    if (plan.n % 4 !== 3) shop.timeline.at(day(2), minute(19, plan.n), () => open(shop, "supplier", "Accept", accept));
    if (plan.n % 2 === 1) return;
    shop.timeline.at(day(3), minute(11, plan.n), async (now) => void (await act(shop, supplier.user, now, step("provconfirm"))));
    if (plan.n % 8 !== 0) shop.timeline.at(day(3), minute(15, plan.n), () => open(shop, "shop", "Accept", accept));
  });
}

async function makeAccept(shop: TradingShop, order: MadeOrder, busdate: string): Promise<Row> {
  const { row, plan } = order;
  const delivered = deliveredLines(order);
  const Billid = await shop.store.nextNumber("YS", busdate);
  const accept = await put(shop, "Accept", {
    provid: row.provid ?? null,
    Provider: row.Provider ?? null,
    Billid,
    busdate,
    OrderBillid: row.Billid ?? null,
    StoreId: row.StoreId ?? null,
    StoreName: row.StoreName ?? null,
    amount: sum(delivered, "amount"),
    present_amou: sum(delivered, "present_amou"),
    accept_amou: sum(delivered, "accept_amou"),
    accept_send: sum(delivered, "accept_send"),
    sum_cost: sum(delivered, "sum_cost"),
    taxMoney: delivered.reduce((tax, line) => tax + taxIn(BigInt(line.sum_cost as bigint), BigInt(line.taxRate as bigint)), 0n),
    creator: shop.staff.buyer.userName,
    createtime: `${busdate} ${minute(10, plan.n)}:00`,
  });
  for (const [index, line] of delivered.entries())
    await put(shop, "AcceptLine", { ...line, provid: row.provid ?? null, Billid, LineNo: index + 1 });
  return accept;
}

/** The lines that came, as they came: what of it differs from the order depends on the receipt status to reach. */
function deliveredLines({ plan, lines }: MadeOrder): Row[] {
  const isPart = plan.receipt === 1 || (plan.receipt === 2 && plan.n % 2 === 0);
  const came = isPart ? lines.slice(0, 3) : lines;
  return came.map((line, index) => {
    const amount = BigInt(line.amount as bigint);
    const present = BigInt(line.present_amou as bigint);
    const accepted = amount + difference(plan, index, amount);
    const copied = ["GoodsId", "Barcode", "GoodsName", "spec", "unit", "cost", "taxRate", "amount", "present_amou"];
    return {
      ...Object.fromEntries(copied.map((name) => [name, line[name] ?? null])),
      accept_amou: accepted,
      accept_send: plan.n % 12 === 4 && present > 0n ? present - 1000n : present,
      sum_cost: divideRounded(accepted * BigInt(line.cost as bigint), 1000n),
    };
  });
}

/** Closed short: a fifth of two lines is missing. Part deliveries: now and then. Complete ones: rarely up to two pieces more, within what the shop allows. */
function difference({ receipt, n }: MadeOrder["plan"], index: number, amount: bigint): bigint {
  const fifth = -(amount / 5000n) * 1000n;
  if (receipt === 2 && n % 2 === 1 && index < 2) return fifth < 0n ? fifth : -1000n;
  if (receipt === 1 && n % 3 === 0 && index === 1) return fifth < 0n ? fifth : -1000n;
  const allowed = (amount / 20_000n) * 1000n;
  return receipt === 3 && n % 7 === 0 && index === 0 ? (allowed < 2000n ? allowed : 2000n) : 0n;
}

function sum(lines: readonly Row[], name: string): bigint {
  return lines.reduce((total, line) => total + BigInt(line[name] as bigint), 0n);
}
