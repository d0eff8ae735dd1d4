import type { Row } from "../../shared/domain/cell.ts";
import { parseScaled } from "../../shared/domain/scaled.ts";
import { demoUrl } from "../demo-files.ts";
import type { Category } from "../names/goods.ts";
import { dayAt, put, type ShopWorld, streamIn } from "../world.ts";
import { barcode, cents, goodsPicture, originOf, salePrice } from "./article.ts";
import { makeStock } from "./stocks.ts";
import { brandOf } from "./suppliers.ts";

const GOODS = 10;
/** Suppliers whose goods are imported, and whose are out of sale or not yet approved. */
const IMPORTED = 4;
const UNSOLD = 12;
/** Where the imported ones come from. */
const ABROAD = ["悉尼", "墨尔本", "曼谷", "米兰", "里昂", "慕尼黑", "首尔", "胡志明市"] as const;
/** Goods whose pictures are still missing: supplier and number. */
const WITHOUT_PICTURE: readonly string[] = ["1-9", "1-10", "2-10", "5-9", "5-10", "7-10"];
/** A shop that shows several pictures of everything. */
const RICH_IN_PICTURES = 7;

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
    ...originOf((seq === IMPORTED ? ABROAD[n - 1] : undefined) ?? String(row.city)),
    ...picturesOf(world, seq, n, category),
    statu: statuOf(seq, n),
    creator: "系统",
    createtime: `${dayAt(world, -300)} 09:00:00`,
  });
}

function picturesOf(world: ShopWorld, seq: number, n: number, category: Category): Row {
  if (WITHOUT_PICTURE.includes(`${seq}-${n}`)) return {};
  const card = goodsPicture(category.id);
  const gdsimg = world.index === RICH_IN_PICTURES ? `${card},${demoUrl("qr", n)},${demoUrl("logo", 0)}` : card;
  return { gdsimg, qualityimg: n % 3 === 0 ? null : demoUrl("licence", n) };
}

/** Three out of sale, two waiting for approval; none of suppliers whose goods are ordered. */
function statuOf(seq: number, n: number): number {
  if (seq !== UNSOLD) return 1;
  if (n <= 3) return 0;
  return n <= 5 ? -1 : 1;
}
