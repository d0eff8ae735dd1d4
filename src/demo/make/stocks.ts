import type { Row } from "../../shared/domain/cell.ts";
import type { Random } from "../random.ts";
import { dayAt, put, type ShopWorld, streamIn } from "../world.ts";

/** The supplier whose stock is odd. */
const ODD = 11;

/** The opening stock of one of a supplier's goods in a store. */
export async function makeStock(world: ShopWorld, seq: number, goods: Row, store: Row, n: number): Promise<void> {
  const random = streamIn(world, "Stock", seq * 100_000 + n);
  const copied = ["provid", "Provider", "GoodsId", "Barcode", "GoodsName", "spec", "unit", "CategoryName", "OperMode", "cost", "price"];
  await put(world, "Stock", {
    ...Object.fromEntries(copied.map((name) => [name, goods[name] ?? null])),
    StoreId: store.StoreId ?? null,
    StoreName: store.StoreName ?? null,
    amount: stockAmount(random, seq, n, goods.unit === "kg"),
    lastin: dayAt(world, -random.int(91, 120)),
    // Those that are sold every day get yesterday (make/sales.ts).
    lastsale: dayAt(world, -random.int(31, 60)),
    statu: goods.statu === 1 ? 1 : 0,
  });
}

/** Five empty and two negative stocks; weighed goods to the gram. */
function stockAmount(random: Random, seq: number, n: number, isWeighed: boolean): bigint {
  const amount = BigInt(random.int(5, 400)) * 1000n + (isWeighed ? BigInt(random.int(1, 999)) : 0n);
  if (seq !== ODD || n % 10 !== 0) return amount;
  const odd = n / 10;
  if (odd <= 5) return 0n;
  return odd <= 7 ? -BigInt(odd) * 1000n : amount;
}
