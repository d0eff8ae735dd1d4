import { geography } from "../../server/base/geography.ts";
import type { Row } from "../../shared/domain/cell.ts";
import { checkDigit } from "../../shared/domain/check-digit.ts";
import { parseScaled, SCALE } from "../../shared/domain/scaled.ts";
import categories from "../data/goods.json" with { type: "json" };
import { demoUrl } from "../demo-files.ts";
import type { Random } from "../random.ts";
import { copied, dayAt, put, type ShopWorld, streamIn } from "../world.ts";
import { CENT } from "./line-amount.ts";

/** Categories of goods; a tax rate is decimal text, some goods have one of their own; a cost is yuan for a unit. Goods by the kg are weighed. */
export const CATEGORIES = categories;
type Category = (typeof categories)[number];
type Article = Omit<Category["goods"][number], "taxRate"> & { readonly taxRate?: string };

const GOODS = 10;
/** Of ten goods the one whose purchase price has 4 decimals. */
const FINE = 3;
/** Suppliers whose goods are imported, and whose are out of sale or not yet approved; whose stock is odd. */
const IMPORTED = 4;
const UNSOLD = 12;
const ODD = 11;
/** Where the imported ones come from. */
const ABROAD = ["悉尼", "墨尔本", "曼谷", "米兰", "里昂", "慕尼黑", "首尔", "胡志明市"] as const;
/** Goods whose pictures are still missing: supplier and number. */
const WITHOUT_PICTURE: readonly string[] = ["1-9", "1-10", "2-10", "5-9", "5-10", "7-10"];
/** A shop that shows several pictures of everything. */
const RICH_IN_PICTURES = 7;

interface GoodsOf {
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
  const {
    name,
    spec,
    unit,
    cost: yuan,
    taxRate = category.taxRate,
  }: Article = category.goods[(n - 1) % category.goods.length] ?? { name: "商品", spec: "", unit: "件", cost: 1 };
  const usual = yuanPrice(yuan);
  const cost = usual + BigInt(random.int(-9, 9)) * ((usual / 100n / CENT) * CENT) + (n % GOODS === FINE ? 75n : 0n);
  return put(world, "Goods", {
    provid: row.provid ?? null,
    Provider: row.Provider ?? null,
    GoodsId: `${String(row.provid)}${String(n).padStart(3, "0")}`,
    Barcode: barcode(random, unit === "kg" ? "2" : "69"),
    GoodsName: name,
    spec,
    unit,
    Brand: row.company_providerDisplayName ?? null,
    CategoryId: category.id,
    CategoryName: category.name,
    OperMode: row.OperMode ?? null,
    taxRate: parseScaled(taxRate, 6),
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

/** The opening stock of one of a supplier's goods in a store. */
async function makeStock(world: ShopWorld, seq: number, goods: Row, store: Row, n: number): Promise<void> {
  const random = streamIn(world, "Stock", seq * 100_000 + n);
  await put(world, "Stock", {
    ...copied(goods, "provid", "Provider", "GoodsId", "Barcode", "GoodsName", "spec", "unit", "CategoryName", "OperMode", "cost", "price"),
    ...copied(store, "StoreId", "StoreName"),
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

/** The place by its full name, as a form that asks for it would store it. */
function originOf(place: string): Row {
  const { producer, province, country } = geography.findOrigin(place) ?? { producer: "", province: "", country: "" };
  return { producer: producer || place, province: province || null, country: country || null };
}

/** The picture of goods of a category. */
export function goodsPicture(categoryId: string): string {
  return demoUrl(
    "goods",
    CATEGORIES.findIndex(({ id }) => id === categoryId),
  );
}

/** 1.15 to 1.6 times the purchase price, ending in .9 or .5. */
export function salePrice(random: Random, cost: bigint): bigint {
  const yuan = ((cost * BigInt(random.int(115, 160))) / (10_000n * CENT)) * 100n * CENT;
  const fits = (price: bigint) => price * 100n >= cost * 115n && price * 100n <= cost * 160n;
  return random.pick([-10n, 50n, 90n, 150n].map((cents) => yuan + cents * CENT).filter(fits));
}

/** An article number that passes the check; weighed goods have prefix 2. */
export function barcode(random: Random, prefix: string): string {
  const data = prefix + random.digits(12 - prefix.length);
  return data + checkDigit(data);
}

/** A price of a table in yuan, read as the decimal text it was written as. */
export function yuanPrice(yuan: number): bigint {
  return parseScaled(String(yuan), SCALE.price) ?? 0n;
}
