import pg from "pg";
import { it } from "vitest";
import { SHOP } from "../app/fixtures/world.ts";
import { addressOf } from "../db/fixtures/test-database.ts";
import { openKeyedWorld } from "./fixtures/keyed-world.ts";

const COUNT = Number(process.env.ROWS ?? 10000);
const ean = (n: number) => {
  const d = `69${String(n).padStart(10, "0")}`;
  const sum = [...d].reduce((a, c, i) => a + Number(c) * (i % 2 ? 3 : 1), 0);
  return d + ((10 - (sum % 10)) % 10);
};
it.skip("bench", { timeout: 600_000 }, async () => {
  const world = await openKeyedWorld();
  await world.put(
    "Category",
    Array.from({ length: 20 }, (_, n) => ({ CategoryId: `C${n}`, CategoryName: `类${n}` })),
  );
  const key = await world.newKey("9013.in,9013.out", { rate: "6000" });
  const address = await world.app.listen({ port: 0, host: "127.0.0.1" });
  const goods = (n: number) => ({
    GoodsId: `A${String(n).padStart(7, "0")}`,
    Barcode: ean(n),
    GoodsName: `商品${n}`,
    spec: "500ml",
    unit: "瓶",
    Brand: "牌",
    CategoryId: `C${n % 20}`,
    provid: n % 2 ? "102001" : "102002",
    taxRate: "0.13",
    cost: "12.5",
    price: "19.9",
  });
  const send = async (batch: string, from: number) => {
    const body = Array.from({ length: COUNT }, (_, n) => `${JSON.stringify(goods(from + n))}\n`).join("");
    const started = performance.now();
    const cpu = process.cpuUsage();
    const answer = await fetch(`${address}/api/In/Goods?batch=${batch}`, {
      method: "POST",
      headers: { authorization: `Key ${key}`, "content-type": "application/x-ndjson" },
      body,
    });
    const text = await answer.text();
    const used = process.cpuUsage(cpu);
    const end = text.trim().split("\n").at(-1);
    const s = (performance.now() - started) / 1000;
    console.log(
      batch,
      Math.round(COUNT / s),
      "rows/s, cpu",
      Math.round((used.user + used.system) / 1000),
      "ms",
      end,
      Math.round(process.memoryUsage().rss / 1e6),
      "MB",
    );
    return COUNT / s;
  };
  const client = new pg.Client({ connectionString: addressOf(world.database) });
  await client.connect();
  const driver = async (from: number) => {
    const started = performance.now();
    const names = [
      "SHOP_ID",
      "GoodsId",
      "Barcode",
      "GoodsName",
      "spec",
      "unit",
      "Brand",
      "CategoryId",
      "provid",
      "taxRate",
      "cost",
      "price",
      "statu",
      "rowver",
    ];
    for (let at = 0; at < COUNT; at += 500) {
      const rows = Array.from(
        { length: 500 },
        (_, n) =>
          ({ SHOP_ID: SHOP, ...goods(from + at + n), taxRate: 130000, cost: 125000, price: 199000, statu: 1, rowver: 1 }) as Record<
            string,
            unknown
          >,
      );
      const values = rows.flatMap((row) => names.map((name) => row[name]));
      const tuples = rows.map((_, n) => `(${names.map((_, m) => `$${n * names.length + m + 1}`).join(",")})`).join(",");
      await client.query("begin");
      await client.query(
        `insert into goods (${names.map((n) => `"${n}"`).join(",")}) values ${tuples} on conflict ("SHOP_ID","GoodsId") do update set ${names
          .slice(2)
          .map((n) => `"${n}" = excluded."${n}"`)
          .join(",")}`,
        values,
      );
      await client.query("commit");
    }
    const s = (performance.now() - started) / 1000;
    console.log("driver", Math.round(COUNT / s), "rows/s");
    return COUNT / s;
  };
  await send("warm", 9_000_000);
  const { Session } = await import("node:inspector/promises");
  const session = new Session();
  session.connect();
  await session.post("Profiler.enable");
  await session.post("Profiler.start");
  await send("profiled", 8_000_000);
  const { profile } = await session.post("Profiler.stop");
  const { writeFileSync } = await import("node:fs");
  writeFileSync("/tmp/in.cpuprofile", JSON.stringify(profile));
  for (let round = 0; round < 3; round++) {
    const d = await driver(1_000_000 + round * 100_000);
    const i = await send(`r${round}`, 2_000_000 + round * 100_000);
    console.log("ratio", (i / d).toFixed(2));
  }
  const d = await driver(1_000_000);
  const u = await send("again", 1_000_000);
  console.log("same rows: ratio", (u / d).toFixed(2));
  const { Readable } = await import("node:stream");
  void Readable;
  await fetch(`${address}/api/Out/Goods`, {
    method: "POST",
    headers: { authorization: `Key ${key}`, "content-type": "application/json" },
    body: "{}",
  });
  const f = await send("followed", 3_000_000);
  console.log("with a feed:", Math.round(f), "rows/s");
  const fd = await driver(4_000_000);
  console.log("driver with a feed:", Math.round(fd), "rows/s");
  await client.end();
});
