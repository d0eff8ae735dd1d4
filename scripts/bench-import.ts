/**
 * How fast rows come in (docs/decisions/110, 112), through the doors that people and programs use: the built portal with the demo on a database
 * of its own on the PostgreSQL at DATABASE_URL. A hundred thousand articles as a workbook, and as a text file, by the calls of the page, while
 * somebody lists; and as lines to the interface, by turns with the same multi-row upsert into the same table from a bare driver, so that whatever
 * else the machine does bears on both. CPU of the database is that of its connections, where they are on this machine. `--check`: ends with 1 where a
 * figure is over its budget. Run by scripts/bench.ts. Long on purpose: each door and what it is compared with.
 */
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { newKey } from "../src/server/features/keyed/key/key-text.ts";
import { BUDGETS } from "./bench-budgets.ts";
import { makeBenchDatabase } from "./bench-database.ts";
import { fileOf, furnish, linesOf, storedRows, upsert } from "./bench-goods.ts";
import { BenchPortal, cpuOf } from "./bench-portal.ts";
import { judge, quantile, rounded, tell } from "./bench-result.ts";

const ROWS = Number(process.env.BENCH_ROWS ?? "100000");
/** Of the comparison: turns, and rows of each. */
const [TURNS, TURN_ROWS] = [7, 20_000];
const WARM_ROWS = 1000;
const USER = "admin54";
const ARTICLES = 9013;
const LIST_EVERY_MS = 100;

interface FileFigure {
  readonly file: string;
  readonly rows: number;
  readonly seconds: number;
  /** MB that the server held over what it held at rest. */
  readonly memory: number;
  readonly lists: number;
  /** Of lists that were asked for meanwhile, in ms. */
  readonly usualList: number;
  readonly slowestList: number;
  readonly cpuSeconds: number;
  readonly databaseCpuSeconds: number;
}

interface Turn {
  readonly rowsPerSecond: number;
  /** CPU a row in µs: of the server, or of the bare client; of the database. */
  readonly cpu: number;
  readonly database: number;
}

const fresh = await makeBenchDatabase("import");
const bare = new pg.Client({ connectionString: fresh.href });
let next = 0;

try {
  // One makes the demo; what another one holds that finds it is what a server holds at rest.
  await (await BenchPortal.start(USER, { DATABASE_URL: fresh.href })).end();
  const portal = await BenchPortal.start(USER, { DATABASE_URL: fresh.href });
  try {
    await bare.connect();
    await measure(portal);
  } finally {
    await bare.end();
    await portal.end();
  }
} finally {
  await fresh.drop();
}

async function measure(portal: BenchPortal): Promise<void> {
  const { rows } = await bare.query<{ SHOP_ID: string }>(`select "SHOP_ID" from "user" where "USER_ID" = $1`, [USER]);
  const shop = rows[0]?.SHOP_ID ?? "";
  await furnish(bare, shop);
  await bringFile(portal, fileOf("csv", numbers(WARM_ROWS), WARM_ROWS));
  await sleep(5000);
  const rest = portal.memory;
  const files: FileFigure[] = [];
  for (const kind of ["xlsx", "csv"] as const) files.push(await fileFigure(portal, kind, rest));
  const turns = await compare(portal, shop);
  told(rest, files, turns);
}

/** Numbers of articles that nobody has had yet; the first of them. */
function numbers(count: number): number {
  next += count;
  return next - count;
}

async function fileFigure(portal: BenchPortal, kind: "xlsx" | "csv", rest: number): Promise<FileFigure> {
  const file = fileOf(kind, numbers(ROWS), ROWS);
  const [cpu, database, started] = [portal.cpu, await fresh.cpu(), performance.now()];
  const { done: lists, most } = await portal.watch(() => listing(portal, () => bringFile(portal, file)));
  return {
    file: kind,
    rows: ROWS,
    seconds: rounded((performance.now() - started) / 1000),
    memory: Math.round(most - rest),
    lists: lists.length,
    usualList: Math.round(quantile(lists)),
    slowestList: Math.round(Math.max(...lists)),
    cpuSeconds: rounded((portal.cpu - cpu) / 1000),
    databaseCpuSeconds: rounded(((await fresh.cpu()) - database) / 1000),
  };
}

/** From the upload until nothing goes on with the run any more. */
async function bringFile(portal: BenchPortal, file: File): Promise<void> {
  const body = new FormData();
  body.set("file", file);
  const { run } = await portal.call<{ run: number }>(`/api/Import/Upload?mdl=${ARTICLES}`, body);
  await portal.call("/api/Import/Preview", { mdl: ARTICLES, run });
  await portal.call("/api/Import/Start", { mdl: ARTICLES, run, mode: "good" });
  for (;;) {
    const view = await portal.call<{ isUnderWay: boolean; hasProblems: boolean }>("/api/Import/Status", { mdl: ARTICLES, run });
    if (view.hasProblems) throw new Error(`rows were refused: ${JSON.stringify(view)}`);
    if (!view.isUnderWay) return;
    await sleep(200);
  }
}

/** How long lists take, in ms, that are asked for every so often while something else is done. */
async function listing(portal: BenchPortal, work: () => Promise<void>): Promise<number[]> {
  const times: number[] = [];
  let isOver = false;
  const ended = work().finally(() => {
    isOver = true;
  });
  while (!isOver) {
    const started = performance.now();
    await portal.call(`/api/Module/${ARTICLES}/GetPage`, { page: 1, rows: 30 });
    const took = performance.now() - started;
    times.push(took);
    await sleep(Math.max(0, LIST_EVERY_MS - took));
  }
  await ended;
  return times;
}

async function compare(portal: BenchPortal, shop: string): Promise<{ readonly interface: Turn[]; readonly bare: Turn[] }> {
  const key = await makeKey(shop);
  const turns: { readonly interface: Turn[]; readonly bare: Turn[] } = { interface: [], bare: [] };
  for (let turn = 0; turn <= TURNS; turn++) {
    const body = linesOf(numbers(TURN_ROWS), TURN_ROWS);
    const byInterface = await timed(
      () => portal.cpu,
      () => sendLines(portal, key, `bench-${turn}`, body),
    );
    const rows = storedRows(shop, numbers(TURN_ROWS), TURN_ROWS);
    const byBare = await timed(
      () => cpuOf(process.pid),
      () => upsert(bare, rows),
    );
    // The first turn makes both warm.
    if (turn === 0) continue;
    turns.interface.push(byInterface);
    turns.bare.push(byBare);
  }
  return turns;
}

/** A key of the interface, as the page of keys makes it for who has a second factor. */
async function makeKey(shop: string): Promise<string> {
  const { rows } = await bare.query<{ Id: string }>(
    `insert into api_key ("SHOP_ID", "KeyName", "ScopeKeys", owner, rate) values ($1, '压测', $2, $3, 6000) returning "Id"`,
    [shop, `${ARTICLES}.in`, USER],
  );
  const id = Number(rows[0]?.Id);
  const { prefix, text, hash } = newKey(shop, id);
  await bare.query(`update api_key set prefix = $1 where "Id" = $2`, [prefix, id]);
  await bare.query(`insert into _api_key (prefix, hash, "SHOP_ID", "row") values ($1, $2, $3, $4)`, [prefix, hash, shop, id]);
  return text;
}

async function sendLines(portal: BenchPortal, key: string, batch: string, body: string): Promise<void> {
  const headers = { authorization: `Key ${key}`, "content-type": "application/x-ndjson", "idempotency-key": batch };
  const text = await (await portal.fetch("/api/In/Goods", { body, headers })).text();
  const lines = text.trimEnd().split("\n");
  const end = JSON.parse(lines.at(-1) ?? "{}") as { Code?: number; totals?: { created: number } };
  if (end.Code !== 200 || end.totals?.created !== TURN_ROWS) throw new Error(`the batch ended with ${lines.at(-1)} after ${lines[0]}`);
}

async function timed(cpuNow: () => number, work: () => Promise<void>): Promise<Turn> {
  const [cpu, database, started] = [cpuNow(), await fresh.cpu(), performance.now()];
  await work();
  const seconds = (performance.now() - started) / 1000;
  const perRow = (ms: number) => rounded((ms * 1000) / TURN_ROWS);
  return {
    rowsPerSecond: Math.round(TURN_ROWS / seconds),
    cpu: perRow(cpuNow() - cpu),
    database: perRow((await fresh.cpu()) - database),
  };
}

/** Prints and keeps what was measured. */
function told(rest: number, files: readonly FileFigure[], turns: Awaited<ReturnType<typeof compare>>): void {
  const medianOf = (some: readonly Turn[]): Turn => ({
    rowsPerSecond: quantile(some.map((turn) => turn.rowsPerSecond)),
    cpu: quantile(some.map(({ cpu }) => cpu)),
    database: quantile(some.map(({ database }) => database)),
  });
  const ratio = rounded(quantile(turns.interface.map(({ rowsPerSecond }, at) => rowsPerSecond / (turns.bare[at]?.rowsPerSecond ?? 0))), 2);
  const [ofInterface, ofBare] = [medianOf(turns.interface), medianOf(turns.bare)];
  const { seconds, memory, list, ratio: least } = BUDGETS.import;
  tell(
    "import",
    { rest: Math.round(rest), files, turns, ofInterface, ofBare, ratio },
    {
      [`Files; ${Math.round(rest)} MB at rest`]: files,
      "Rows, µs of processor each": [
        { way: "interface", ...ofInterface },
        { way: "bare driver", ...ofBare },
      ],
    },
  );
  judge([
    ...files.map((file) => ({ what: `${file.file}, seconds`, is: file.seconds, most: seconds })),
    ...files.map((file) => ({ what: `${file.file}, MB over rest`, is: file.memory, most: memory })),
    { what: "slowest list, ms", is: Math.max(...files.map(({ slowestList }) => slowestList)), most: list },
    { what: "interface, of a bare driver", is: ratio, least },
  ]);
}
