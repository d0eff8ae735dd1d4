/** Articles that scripts/bench-import.ts brings in: as rows of a file, as lines for the interface, and as a bare client writes them itself. */
import type pg from "pg";
import { utils, write } from "xlsx";

/** Rows of one statement of a bare client. */
const STATEMENT = 1000;
const SUPPLIERS = 500;
const CATEGORIES = 100;

/** Headings of a file, with the column of each. */
const HEADINGS = {
  商品编码: "GoodsId",
  条码: "Barcode",
  商品名称: "GoodsName",
  规格: "spec",
  单位: "unit",
  品牌: "Brand",
  品类编号: "CategoryId",
  供应商编码: "provid",
  税率: "taxRate",
  进价: "cost",
  售价: "price",
  产地: "producer",
} as const;

/** An article as people write it. */
function articleOf(n: number) {
  return {
    GoodsId: `G${n}`,
    Barcode: barcode(n),
    GoodsName: `示例商品名称第${n}号`,
    spec: "500ml*12",
    unit: "瓶",
    Brand: `品牌${n % 50}`,
    CategoryId: `BC${n % CATEGORIES}`,
    provid: `BP${n % SUPPLIERS}`,
    taxRate: "13%",
    cost: `${n % 1000}.5`,
    price: `${n % 1000}.99`,
    producer: "杭州",
  };
}

function barcode(n: number): string {
  const body = String(200_000_000_000 + n);
  const sum = [...body].reduce((all, digit, at) => all + Number(digit) * (at % 2 === 0 ? 1 : 3), 0);
  return body + String((10 - (sum % 10)) % 10);
}

/** A file of articles, from the number `first` on. */
export function fileOf(kind: "xlsx" | "csv", first: number, rows: number): File {
  const table: string[][] = [Object.keys(HEADINGS)];
  for (let n = first; n < first + rows; n++) {
    const article = articleOf(n);
    table.push(Object.values(HEADINGS).map((name) => article[name]));
  }
  if (kind === "csv") return new File([table.map((row) => row.join(",")).join("\r\n")], "商品.csv");
  const book = utils.book_new();
  utils.book_append_sheet(book, utils.aoa_to_sheet(table, { dense: true }), "商品");
  const bytes = write(book, { type: "array", bookType: "xlsx", bookSST: true, compression: true }) as ArrayBuffer;
  return new File([bytes], "商品.xlsx");
}

/** The same as lines of JSON. */
export function linesOf(first: number, rows: number): string {
  return Array.from({ length: rows }, (_, n) => `${JSON.stringify(articleOf(first + n))}\n`).join("");
}

/** Suppliers and categories that the articles name. */
export async function furnish(client: pg.Client, shop: string): Promise<void> {
  await client.query(
    `insert into provider ("SHOP_ID", provid, "Provider", "OperMode", "taxRate", statu)
     select $1, 'BP' || n, '压测供应商有限公司' || n, 1, 130000, 1 from generate_series(0, ${SUPPLIERS - 1}) n`,
    [shop],
  );
  await client.query(
    `insert into category ("SHOP_ID", "CategoryId", "CategoryName") select $1, 'BC' || n, '压测品类' || n from generate_series(0, ${CATEGORIES - 1}) n`,
    [shop],
  );
}

type Stored = Readonly<Record<string, string | number>>;

/** The same articles as their table holds them. */
export function storedRows(shop: string, first: number, rows: number): Stored[] {
  return Array.from({ length: rows }, (_, at): Stored => {
    const n = first + at;
    const { taxRate: _taxRate, cost: _cost, price: _price, ...texts } = articleOf(n);
    return {
      SHOP_ID: shop,
      ...texts,
      CategoryName: `压测品类${n % CATEGORIES}`,
      Provider: `压测供应商有限公司${n % SUPPLIERS}`,
      OperMode: 1,
      taxRate: 130_000,
      cost: (n % 1000) * 10_000 + 5000,
      price: (n % 1000) * 10_000 + 9900,
      country: "中国",
      province: "浙江",
      statu: 1,
      creator: "压测",
      createtime: "2025-06-30 10:00:00",
      rowver: 1,
    };
  });
}

/** Writes them as a client without the portal would: many rows a statement, a parameter for each value, a transaction for each statement. */
export async function upsert(client: pg.Client, rows: readonly Stored[]): Promise<void> {
  const columns = Object.keys(rows[0] ?? {});
  const names = columns.map((column) => `"${column}"`).join(", ");
  const key = ["SHOP_ID", "GoodsId"];
  const sets = columns.filter((column) => !key.includes(column)).map((column) => `"${column}" = excluded."${column}"`);
  for (let start = 0; start < rows.length; start += STATEMENT) {
    const some = rows.slice(start, start + STATEMENT);
    const groups = some.map((_, at) => `(${columns.map((_column, n) => `$${at * columns.length + n + 1}`).join(", ")})`);
    const values = some.flatMap((row) => columns.map((column) => row[column]));
    await client.query(
      `insert into goods (${names}) values ${groups.join(", ")} on conflict ("SHOP_ID", "GoodsId") do update set ${sets.join(", ")} returning "Id"`,
      values,
    );
  }
}
