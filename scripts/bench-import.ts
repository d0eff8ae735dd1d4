/**
 * How fast rows come in (docs/decisions/110): articles of a shop through `importRows`, a thousand in a transaction, as a job does it, and the
 * same rows by the same multi-row upsert from a bare driver, by turns, so that whatever else the machine does bears on both. Two ways of a
 * bare driver: with a parameter for each value, and with one of JSON, which the engine uses itself. CPU is that of this process and of
 * the connections' processes, where they are on this machine. Run by scripts/bench.ts, from the root of the project.
 */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import pg from "pg";
import type { Viewer } from "../src/server/base/viewer.ts";
import { openDatabase } from "../src/server/db/connect.ts";
import { importRows } from "../src/server/engine/import/import-rows.ts";
import type { SentRow } from "../src/server/engine/import/rows.ts";
import { importSpec } from "../src/server/engine/import/spec.ts";
import { runWork } from "../src/server/engine/run-work.ts";
import { FEATURES, PROGRAM } from "../src/server/features.ts";
import { loadFiles } from "../src/server/registry/load-registry.ts";
import { ensureEventChain } from "../src/server/tables/event-chain.ts";
import { migrateTechnicalTables } from "../src/server/tables/migrate.ts";
import { syncSchema } from "../src/server/tables/sync-schema.ts";
import { buildRegistry } from "../src/shared/build-registry.ts";

const SHOP = "0000000001";
const CHUNK = 1000;
/** Each round brings in five thousand rows one way after the other. */
const [ROUNDS, CHUNKS] = [20, 5];
const [SUPPLIERS, CATEGORIES] = [500, 100];
const PAGE = "9013";
const NOW = new Date("2025-06-30T10:00:00+08:00");

interface Figure {
  readonly what: string;
  readonly rows: number;
  readonly seconds: number;
  /** CPU in milliseconds: of this process, of the database's. */
  readonly node: number;
  readonly database: number;
}

const base = process.env.DATABASE_URL ?? "";
const name = `bench_import_${process.pid}`;
const admin = new pg.Client({ connectionString: base });
async function measure(url: string): Promise<void> {
  const built = buildRegistry(loadFiles(process.cwd()).files, PROGRAM);
  if (!built.ok) throw new Error("the files of the registry are not valid: npm run check:schemas");
  const { registry } = built;
  const database = await openDatabase({ dataDir: "", databaseUrl: url, log: () => undefined });
  const bare = new pg.Client({ connectionString: url });
  await bare.connect();
  try {
    await migrateTechnicalTables(database.kysely, FEATURES);
    await syncSchema(database.kysely, registry, () => undefined);
    await ensureEventChain(database.kysely, registry);
    await furnish(bare);
    const rights = new Map(Object.values(registry.modules).map((module) => [module.id, new Set(module.functions)] as const));
    const ctx = { db: database.kysely, registry, viewer: { ...WHO, rights }, now: NOW };
    const module = registry.modules[PAGE];
    const spec = module === undefined ? null : importSpec(ctx, module);
    if (module === undefined || spec === null) throw new Error(`nothing is brought in on ${PAGE}`);
    const run = async (first: number, more: (n: number) => Partial<Cells> = () => ({})) => {
      const rows = Array.from({ length: CHUNK }, (_, n): SentRow => ({ place: n + 1, cells: { ...cellsOf(first + n), ...more(n) } }));
      const { ends } = await runWork(
        ctx,
        module,
        { body: ["bench"], idempotencyKey: `bench-${first}-${performance.now()}` },
        async (at) => ({
          ends: await importRows(at, module, spec, rows, { run: "bench", isTrial: false, next: false }),
        }),
      );
      const wrong = ends.find(({ state }) => state === "refused");
      if (wrong) throw new Error(JSON.stringify(wrong));
    };

    const rest = process.memoryUsage().rss;
    let most = rest;
    const totals = new Map<string, Figure>();
    const ways = {
      import: run,
      "bare, a parameter a value": (first: number) => upsert(bare, VALUES, first),
      "bare, one of JSON": (first: number) => upsert(bare, JSON_ROWS, first),
    };
    for (let round = 0; round < ROUNDS; round++) {
      for (const [at, [what, way]] of Object.entries(ways).entries()) {
        const first = (at + 1) * 10_000_000 + round * CHUNK * CHUNKS;
        add(
          totals,
          await timed(what, CHUNK * CHUNKS, async () => {
            for (let chunk = 0; chunk < CHUNKS; chunk++) await way(first + chunk * CHUNK);
          }),
        );
        most = Math.max(most, process.memoryUsage().rss);
      }
    }
    const again = (what: string, more?: (n: number) => Partial<Cells>) =>
      timed(what, CHUNK * CHUNKS, async () => {
        for (let chunk = 0; chunk < CHUNKS; chunk++) await run(10_000_000 + chunk * CHUNK, more);
      });
    for (const figure of [await again("import, the same"), await again("import, a price changed", (n) => ({ price: `${n % 90}.99` }))])
      add(totals, figure);
    tell([...totals.values()], Math.round((most - rest) / 1e6));
  } finally {
    await bare.end();
    await database.close();
  }
}

const WHO: Omit<Viewer, "rights"> = {
  userId: "bench",
  userName: "压测",
  shopId: SHOP,
  shopName: "压测",
  provId: "",
  provName: "",
  side: "shop",
  isMall: false,
  isConfirm: false,
  hasAll: true,
};

async function furnish(client: pg.Client): Promise<void> {
  await client.query(`insert into shop ("SHOP_ID", "ShopName", "ShopKind") values ($1, '压测', 'retail')`, [SHOP]);
  await client.query(
    `insert into provider ("SHOP_ID", provid, "Provider", "OperMode", "taxRate", statu)
     select $1, 'P' || n, '供应商有限公司' || n, 1, 130000, 1 from generate_series(0, ${SUPPLIERS - 1}) n`,
    [SHOP],
  );
  await client.query(
    `insert into category ("SHOP_ID", "CategoryId", "CategoryName") select $1, 'C' || n, '品类' || n from generate_series(0, ${CATEGORIES - 1}) n`,
    [SHOP],
  );
}

type Cells = ReturnType<typeof cellsOf>;

/** A row of the file. */
function cellsOf(n: number) {
  return {
    GoodsId: `G${n}`,
    Barcode: barcode(n),
    GoodsName: `示例商品名称第${n}号`,
    spec: "500ml*12",
    unit: "瓶",
    Brand: `品牌${n % 50}`,
    CategoryId: `C${n % CATEGORIES}`,
    provid: `P${n % SUPPLIERS}`,
    taxRate: "13%",
    cost: `${n % 1000}.5`,
    price: `${n % 1000}.99`,
    producer: "杭州",
    statu: "在售",
  };
}

function barcode(n: number): string {
  const body = String(200_000_000_000 + n);
  const sum = [...body].reduce((all, digit, at) => all + Number(digit) * (at % 2 === 0 ? 1 : 3), 0);
  return body + String((10 - (sum % 10)) % 10);
}

/** The same row as the table holds it. */
function rowOf(n: number): Readonly<Record<string, string | number | null>> {
  const { taxRate: _taxRate, cost: _cost, price: _price, statu: _statu, ...texts } = cellsOf(n);
  return {
    SHOP_ID: SHOP,
    ...texts,
    CategoryName: `品类${n % CATEGORIES}`,
    Provider: `供应商有限公司${n % SUPPLIERS}`,
    OperMode: 1,
    taxRate: 130_000,
    cost: (n % 1000) * 10_000 + 5000,
    price: (n % 1000) * 10_000 + 9900,
    statu: 1,
    creator: WHO.userName,
    createtime: "2025-06-30 10:00:00",
    rowver: 1,
  };
}

const COLUMNS = Object.keys(rowOf(0));
const NAMES = COLUMNS.map((column) => `"${column}"`).join(", ");
const CONFLICT = `on conflict ("SHOP_ID", "GoodsId") do update set
  ${COLUMNS.filter((column) => column !== "SHOP_ID" && column !== "GoodsId")
    .map((column) => `"${column}" = excluded."${column}"`)
    .join(", ")} returning "Id"`;

type Way = (rows: readonly ReturnType<typeof rowOf>[]) => readonly [text: string, values: unknown[]];

const VALUES: Way = (rows) => {
  const groups = rows.map((_, at) => `(${COLUMNS.map((_column, n) => `$${at * COLUMNS.length + n + 1}`).join(", ")})`);
  const values = rows.flatMap((row) => COLUMNS.map((column) => row[column]));
  return [`insert into goods (${NAMES}) values ${groups.join(", ")} ${CONFLICT}`, values];
};

const JSON_ROWS: Way = (rows) => [
  `insert into goods (${NAMES}) select ${NAMES} from json_populate_recordset(null::goods, $1::json) ${CONFLICT}`,
  [JSON.stringify(rows)],
];

async function upsert(client: pg.Client, way: Way, first: number): Promise<void> {
  const [text, values] = way(Array.from({ length: CHUNK }, (_, n) => rowOf(first + n)));
  await client.query("begin");
  await client.query(text, values);
  await client.query("commit");
}

async function timed(what: string, rows: number, work: () => Promise<void>): Promise<Figure> {
  const [before, database, started] = [process.cpuUsage(), await databaseCpu(), performance.now()];
  await work();
  const seconds = (performance.now() - started) / 1000;
  const { user, system } = process.cpuUsage(before);
  return { what, rows, seconds, node: (user + system) / 1000, database: (await databaseCpu()) - database };
}

/** CPU of the processes behind the connections, in ms; 0 where the database is elsewhere. */
async function databaseCpu(): Promise<number> {
  const { rows } = await admin.query<{ pid: number }>("select pid from pg_stat_activity where datname = $1", [name]);
  return rows.reduce((sum, { pid }) => sum + ticksOf(pid), 0) * 10;
}

function ticksOf(pid: number): number {
  try {
    const [, user = "0", system = "0"] = /^\d+ \(.*\) \S+ (?:\S+ ){10}(\d+) (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, "utf8")) ?? [];
    return Number(user) + Number(system);
  } catch {
    return 0;
  }
}

function add(totals: Map<string, Figure>, one: Figure): void {
  const { what, rows, seconds, node, database } = totals.get(one.what) ?? { what: one.what, rows: 0, seconds: 0, node: 0, database: 0 };
  totals.set(what, {
    what,
    rows: rows + one.rows,
    seconds: seconds + one.seconds,
    node: node + one.node,
    database: database + one.database,
  });
}

function tell(figures: readonly Figure[], memory: number): void {
  const told = figures.map(({ what, rows, seconds, node, database }) => ({
    what,
    rows,
    "rows/s": Math.round(rows / seconds),
    "CPU µs/row": round((node * 1000) / rows),
    "database µs/row": round((database * 1000) / rows),
  }));
  const rate = (what: string) => told.find((figure) => figure.what === what)?.["rows/s"] ?? Number.NaN;
  const of = (what: string) => round(rate("import") / rate(what), 100);
  const ratios = { "of a parameter a value": of("bare, a parameter a value"), "of one of JSON": of("bare, one of JSON") };
  const result = {
    figure: "rows brought in",
    at: new Date().toISOString(),
    node: process.version,
    chunk: CHUNK,
    figures: told,
    ratios,
    "MB over resting": memory,
  };
  mkdirSync("bench/results", { recursive: true });
  writeFileSync(`bench/results/import-${result.at.replaceAll(":", "")}.json`, `${JSON.stringify(result, null, 2)}\n`);
  console.table(told);
  console.log(
    `${result.figure}: ${ratios["of a parameter a value"]} of the rate of a bare driver with a parameter a value, ${ratios["of one of JSON"]} of one with JSON; ${memory} MB over resting`,
  );
}

function round(value: number, by = 10): number {
  return Math.round(value * by) / by;
}

await admin.connect();
await admin.query(`create database ${name}`);
try {
  const url = new URL(base);
  url.pathname = `/${name}`;
  await measure(url.href);
} finally {
  await admin.query(`drop database ${name} with (force)`);
  await admin.end();
}
