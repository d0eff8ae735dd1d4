/**
 * `npm run bench -- --only export`: what an export of a million statements costs (docs/decisions/122). The built portal (npm run build) on a database of its
 * own at DATABASE_URL, whose user may create databases, writes the list of page 510 as CSV, by turns with `COPY (the same statement) TO STDOUT CSV` to a
 * bare client, so that whatever else the machine does bears on both; and once as a workbook. Told are the CPU of both (server or client, and
 * database), their ratio, what the server held over what it held at rest, and how long somebody else's list takes meanwhile. BENCH_ROWS: how many rows.
 * `--check`: ends with 1 where a figure is over its budget. CPU of the database is that of its connections, where they are on this machine.
 * Long on purpose: the export, and COPY in turns with it, are one measurement.
 */
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { findUser } from "../src/server/auth/session-store.ts";
import { registryOf } from "../src/server/base/viewer.ts";
import { openDatabase } from "../src/server/db/connect.ts";
import { readOrder } from "../src/server/engine/exports/export-order.ts";
import { PROGRAM } from "../src/server/features.ts";
import { openList } from "../src/server/query/list-page.ts";
import { selectedRows } from "../src/server/query/list-rows.ts";
import { loadRegistry } from "../src/server/registry/load-registry.ts";
import type { ExportView } from "../src/shared/protocol/export.ts";
import { BUDGETS } from "./bench-budgets.ts";
import { makeBenchDatabase } from "./bench-database.ts";
import { loadBench, settled } from "./bench-load.ts";
import { BenchPortal, cpuOf } from "./bench-portal.ts";
import { judge, quantile, rounded, tell } from "./bench-result.ts";

const ROOT = join(import.meta.dirname, "..");
const ROWS = Number(process.env.BENCH_ROWS ?? "1000000");
const TURNS = 3;
const [USER, SHOP, PAGE] = ["admin54", "0000000054", 510];
/** Asking how far it is costs, too. */
const ASK_EVERY_MS = 500;
const LIST_EVERY_MS = 100;

interface Figure {
  readonly what: string;
  readonly rows: number;
  readonly seconds: number;
  /** Of the server, or of the bare client. */
  readonly cpuSeconds: number;
  readonly databaseCpuSeconds: number;
  readonly megabytes: number;
}

/** Of an export besides. */
interface Exported extends Figure {
  /** MB that the server held, so often that there are about twenty figures. */
  readonly memory: readonly number[];
  /** ms of somebody else's list meanwhile. */
  readonly usualList: number;
  readonly slowestList: number;
}

const fresh = await makeBenchDatabase("export");
const limits = "rows=100000000:100000000,exports=1000:1000,uploads=1000:1000";
const env = { DATABASE_URL: fresh.href, DEMO: "off", DAILY_LIMITS: limits };
try {
  await load();
  const portal = await BenchPortal.start(USER, env);
  const bare = new pg.Client({ connectionString: fresh.href });
  try {
    await bare.connect();
    await settled(bare);
    await measure(portal, bare);
  } finally {
    await bare.end();
    await portal.end();
  }
} finally {
  await fresh.drop();
}

/** All of them one shop's: as many as one user may see and take away. */
async function load(): Promise<void> {
  await loadBench(fresh.href, {});
  const client = new pg.Client({ connectionString: fresh.href });
  await client.connect();
  const { rows } = await client.query<{ count: string }>(`select count(*) from balance where "SHOP_ID" = $1`, [SHOP]);
  await client.end();
  await loadBench(fresh.href, { Balance: ROWS - Number(rows[0]?.count) }, SHOP);
}

async function measure(portal: BenchPortal, bare: pg.Client): Promise<void> {
  const statement = await statementOf();
  // What is done for the first time is done once more, and what is kept of it is not what an export holds.
  await exportAs(portal, "csv");
  await exportAs(portal, "xlsx");
  await sleep(5000);
  const rest = portal.memory;
  const [exports, copies]: [Exported[], Figure[]] = [[], []];
  for (let turn = 0; turn < TURNS; turn++) {
    exports.push(await exportAs(portal, "csv"));
    copies.push(await copy(bare, statement));
  }
  const book = await exportAs(portal, "xlsx", true);
  told(rest, exports, copies, book);
}

/** `besides`: somebody looks at another list meanwhile. */
async function exportAs(portal: BenchPortal, format: string, besides = false): Promise<Exported> {
  const [cpu, database, started] = [portal.cpu, await fresh.cpu(), performance.now()];
  const held: number[] = [];
  const lists: number[] = [];
  const { job } = await portal.call<ExportView>(`/api/Module/${PAGE}/Export`, { format });
  for (;;) {
    const asked = performance.now();
    if (besides) await portal.call(`/api/Module/104/GetPage`, { page: 1, rows: 30 });
    lists.push(performance.now() - asked);
    held.push(Math.round(portal.memory));
    const view = await portal.call<ExportView>(`/api/Module/${PAGE}/ExportStatus`, { job });
    if (view.state !== "waiting" && view.state !== "running") {
      if (view.state !== "ready") throw new Error(`the export failed: ${JSON.stringify(view)}`);
      const every = Math.max(1, Math.floor(held.length / 20));
      const figure = {
        what: format,
        rows: view.rows,
        seconds: rounded((performance.now() - started) / 1000),
        cpuSeconds: rounded((portal.cpu - cpu) / 1000, 2),
        databaseCpuSeconds: rounded(((await fresh.cpu()) - database) / 1000, 2),
        megabytes: rounded((view.size ?? 0) / 1024 ** 2),
        memory: held.filter((_mb, at) => at % every === 0 || at === held.length - 1),
        usualList: Math.round(quantile(lists)),
        slowestList: Math.round(Math.max(...lists)),
      };
      await portal.call(`/api/Module/${PAGE}/ExportCancel`, { job });
      return figure;
    }
    await sleep(besides ? LIST_EVERY_MS : ASK_EVERY_MS);
  }
}

/** The statement by which the portal reads the list, with its values in it. */
async function statementOf(): Promise<string> {
  const database = await openDatabase({ dataDir: "", databaseUrl: fresh.href, poolSize: 1, log: () => undefined });
  try {
    const built = loadRegistry(ROOT, PROGRAM);
    if (!built.ok) throw new Error("the registry is not valid");
    const whole = built.registry;
    const now = new Date();
    const user = await findUser(database.kysely, whole, USER, now);
    if (user === null) throw new Error(`there is no ${USER}`);
    const registry = registryOf(whole, user.viewer.shopId);
    const module = registry.modules[PAGE];
    if (module === undefined) throw new Error(`there is no page ${PAGE}`);
    const ctx = { db: database.kysely, registry, viewer: user.viewer, now };
    const list = await openList(ctx, module, readOrder(ctx, module, {}).parameters, true);
    const { sql, parameters } = selectedRows(list, ROWS).compile();
    return sql.replaceAll(/\$(\d+)/g, (_place, n) => literal(parameters[Number(n) - 1]));
  } finally {
    await database.close();
  }
}

function literal(value: unknown): string {
  return typeof value === "string" ? pg.escapeLiteral(value) : String(value);
}

/** Reads it as the bare database writes it. */
async function copy(bare: pg.Client, statement: string): Promise<Figure> {
  const [cpu, database, started] = [cpuOf(process.pid), await fresh.cpu(), performance.now()];
  const { rows, bytes } = await new Promise<{ readonly rows: number; readonly bytes: number }>((resolve, reject) => {
    let [count, size] = [0, 0];
    const reading = {
      submit: (connection: { query(text: string): void }) => {
        connection.query(`copy (${statement}) to stdout with (format csv)`);
        return null;
      },
      handleCopyData: ({ chunk }: { chunk: Buffer }) => {
        count += 1;
        size += chunk.length;
      },
      handleCommandComplete: () => undefined,
      handleReadyForQuery: () => resolve({ rows: count, bytes: size }),
      handleError: reject,
      callback: () => undefined,
    };
    bare.query(reading as unknown as pg.Submittable);
  });
  return {
    what: "COPY",
    rows,
    seconds: rounded((performance.now() - started) / 1000),
    cpuSeconds: rounded((cpuOf(process.pid) - cpu) / 1000, 2),
    databaseCpuSeconds: rounded(((await fresh.cpu()) - database) / 1000, 2),
    megabytes: rounded(bytes / 1024 ** 2),
  };
}

/** Prints and keeps what was measured. */
function told(rest: number, exports: readonly Exported[], copies: readonly Figure[], book: Exported): void {
  const cost = ({ cpuSeconds, databaseCpuSeconds }: Figure) => cpuSeconds + databaseCpuSeconds;
  const ratio = rounded(quantile(exports.map((one, at) => cost(one) / cost(copies[at] ?? one))), 2);
  const most = rounded(Math.max(...[...exports, book].flatMap(({ memory }) => memory)) - rest);
  tell(
    "export",
    { rest, exports, copies, book, ratio, most },
    {
      "A million statements": [...exports, book].map(({ memory: _memory, ...figure }) => figure),
      COPY: copies,
      [`MB that the server held, ${Math.round(rest)} at rest`]: [...exports, book].map(({ what, memory }) => ({
        what,
        memory: memory.join(" "),
      })),
    },
  );
  judge([
    { what: "processor, of COPY", is: ratio, most: BUDGETS.export.ratio },
    { what: "MB over rest", is: most, most: BUDGETS.export.memory },
  ]);
}
