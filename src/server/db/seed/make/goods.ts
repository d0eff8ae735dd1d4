import type { Row } from "../../../../shared/domain/cell.ts";
import { checkDigit } from "../../../../shared/domain/check-digit.ts";
import { parseScaled } from "../../../../shared/domain/scaled.ts";
import type { Category } from "../names/goods.ts";
import type { Random } from "../random.ts";
import { dayAt, put, type ShopWorld, streamIn } from "../world.ts";
import { brandOf } from "./suppliers.ts";

const GOODS = 10;
/** Suppliers whose goods are also imported; whose are out of sale or not yet approved; whose stock is odd. */
const IMPORTED = 4;
const ODD_STOCK = 11;

export interface GoodsOf {
  readonly seq: number;
  readonly row: Row;
  readonly category: Category;
  readonly stores: readonly Row[];
}

/** A supplier's goods and their opening stock in every store. */
export async function makeGoods(world: ShopWorld, supplier: GoodsOf): Promise<Row[]> {
  const list: Row[] = [];
  for (let n = 1; n <= GOODS * world.scale; n++) {
    const goods = await makeOne(world, supplier, n);
    list.push(goods);
    for (const [position, store] of supplier.stores.entries()) await makeStock(world, supplier.seq, goods, store, n * 10 + position);
  }
  return list;
}

async function makeOne(world: ShopWorld, { seq, row, category }: GoodsOf, n: number): Promise<Row> {
  const random = streamIn(world, "Goods", seq * 10_000 + n);
  const [name, spec, unit, yuan] = category.goods[(n - 1) % category.goods.length] ?? ["商品", "", "件", 1];
  const cost = cents(yuan) + BigInt(random.int(-9, 9)) * (cents(yuan) / 100n);
  const isImported = seq === IMPORTED && n <= 8;
  return put(world, "Goods", {
    provid: row.provid ?? null,
    Provider: row.Provider ?? null,
    GoodsId: `${String(row.provid)}${String(n).padStart(3, "0")}`,
    Barcode: barcode(random, unit === "kg" ? "2" : "69"),
    GoodsName: name,
    spec,
    unit,
    Brand: brandOf(world, seq),
    CategoryId: category.id,
    CategoryName: category.name,
    OperMode: row.OperMode ?? null,
    taxRate: parseScaled(category.taxRate, 6),
    cost,
    price: salePrice(random, cost),
    province: isImported ? null : (row.province ?? null),
    producer: isImported ? "奥克兰" : (row.city ?? null),
    country: isImported ? "新西兰" : "中国",
    statu: statuOf(seq, n),
    creator: "系统",
    createtime: `${dayAt(world, -300)} 09:00:00`,
  });
}

async function makeStock(world: ShopWorld, seq: number, goods: Row, store: Row, n: number): Promise<void> {
  const random = streamIn(world, "Stock", seq * 100_000 + n);
  const copied = ["provid", "Provider", "GoodsId", "Barcode", "GoodsName", "spec", "unit", "CategoryName", "OperMode", "cost", "price"];
  await put(world, "Stock", {
    ...Object.fromEntries(copied.map((name) => [name, goods[name] ?? null])),
    StoreId: store.StoreId ?? null,
    StoreName: store.StoreName ?? null,
    amount: stockAmount(random, seq, n, goods.unit === "kg"),
    lastin: dayAt(world, -random.int(91, 120)),
    lastsale: dayAt(world, -random.int(1, 5)),
    statu: goods.statu === 1 ? 1 : 0,
  });
}

/** Five empty and two negative stocks; weighed goods to the gram. */
function stockAmount(random: Random, seq: number, n: number, isWeighed: boolean): bigint {
  const amount = BigInt(random.int(5, 400)) * 1000n + (isWeighed ? BigInt(random.int(1, 999)) : 0n);
  if (seq !== ODD_STOCK || n % 10 !== 0) return amount;
  const odd = n / 10;
  if (odd <= 5) return 0n;
  return odd <= 7 ? -BigInt(odd) * 1000n : amount;
}

/** Three out of sale, two waiting for approval; none of suppliers whose goods are ordered. */
function statuOf(seq: number, n: number): number {
  if (seq !== ODD_STOCK + 1) return 1;
  if (n <= 3) return 0;
  return n <= 5 ? -1 : 1;
}

/** 1.15 to 1.6 times the purchase price, ending in .9 or .5. */
function salePrice(random: Random, cost: bigint): bigint {
  const yuan = ((cost * BigInt(random.int(115, 160))) / 10_000n) * 100n;
  const fits = (price: bigint) => price * 100n >= cost * 115n && price * 100n <= cost * 160n;
  return random.pick([yuan - 10n, yuan + 50n, yuan + 90n, yuan + 150n].filter(fits));
}

function barcode(random: Random, prefix: string): string {
  const data = prefix + random.digits(12 - prefix.length);
  return data + checkDigit(data);
}

/** Yuan of a table, read as the decimal text it was written as. */
function cents(yuan: number): bigint {
  return parseScaled(String(yuan), 2) ?? 0n;
}
