/**
 * `npm run bench -- --only beside`: how long the list of one shop takes (p95) on a quiet portal, beside 32 clients of another shop that ask for heavy lists without
 * a pause, beside an export of all statements of another shop, and beside bulks of 500 confirmations there. Quiet times and others take turns, so that
 * whatever else the machine does bears on both; each is compared with the quiet time before it, and the median of the ratios counts. Beside what a supplier
 * in endless loops does (`lists`), this is what a portal's own work does. Among the rows of scripts/bench-stage.ts. `--check`: ends with 1 where the p95 more than doubles.
 */
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import type { ExportView } from "../src/shared/protocol/export.ts";
import { BUDGETS } from "./bench-budgets.ts";
import { callAll } from "./bench-clients.ts";
import { settled } from "./bench-load.ts";
import { BenchPortal } from "./bench-portal.ts";
import { judge, quantile, rounded, tell } from "./bench-result.ts";
import { openStage } from "./bench-stage.ts";
import { type Clerk, clerksOf, makeConfirmable, PAGE, SHOP, statementsOf } from "./bench-statements.ts";

const TURNS = 5;
const FOR_MS = 6000;
const PAUSE_MS = 20;
const [HEAVY_CLIENTS, BULK] = [32, 500];
/** Whose list is timed. */
const OTHER = "admin175";
const LIST = { page: 1, rows: 30, sort: "Id", order: "desc" };
/** A part of a text that no index knows, so that all statements of the shop are gone through. */
const HEAVY = {
  page: "1",
  rows: "30",
  sort: "TotalMoney,Id",
  order: "desc,desc",
  filter: JSON.stringify([{ field: "GoodsMoney", operator: "gt", value: "1" }]),
};

/** What goes on beside, until it is told that it is enough. */
type Beside = (portal: BenchPortal, isOver: () => boolean) => Promise<void>;

const stage = await openStage("beside");
try {
  const client = new pg.Client({ connectionString: stage.href });
  await client.connect();
  await makeConfirmable(client);
  const limits = "rows=100000000:100000000,exports=1000:1000";
  const portal = await BenchPortal.start("admin54", { DATABASE_URL: stage.href, DAILY_LIMITS: limits });
  try {
    await settled(client);
    const clerks = (await clerksOf(portal, client)).filter(({ shop }) => shop === SHOP);
    const bulks = await statementsOf(client, SHOP, 20, BULK * TURNS * 4);
    const other = await portal.signIn(OTHER);
    for (let n = 0; n < 100; n++) await list(portal, other); // as a server that has run for a while
    const figures = [];
    for (const [beside, work] of [
      ["heavy", heavyLists(clerks)],
      ["export", exports],
      ["bulk", confirming(bulks)],
    ] as const)
      figures.push({ beside, ...(await compare(portal, other, work)) });
    tell("beside", { figures }, { "A list of another shop, ms": figures.map(({ times: _times, ...rest }) => rest) });
    judge(
      figures.map(({ beside, ratio }) => ({ what: `p95 beside ${beside}, of a quiet portal's`, is: ratio, most: BUDGETS.beside[beside] })),
    );
  } finally {
    await portal.end();
    await client.end();
  }
} finally {
  await stage.drop();
}

async function compare(portal: BenchPortal, token: string, work: Beside) {
  const [quiet, besides]: [number[][], number[][]] = [[], []];
  for (let turn = 0; turn < TURNS; turn++) {
    quiet.push(await timed(portal, token, FOR_MS));
    let isOver = false;
    const working = work(portal, () => isOver);
    await sleep(500);
    besides.push(await timed(portal, token, FOR_MS));
    isOver = true;
    await working;
    await sleep(500);
  }
  const p95 = (times: readonly number[]) => quantile(times, 0.95);
  return {
    quietP50: rounded(quantile(quiet.flat())),
    quietP95: rounded(p95(quiet.flat())),
    p50: rounded(quantile(besides.flat())),
    p95: rounded(p95(besides.flat())),
    lists: besides.flat().length,
    ratio: rounded(quantile(besides.map((times, turn) => p95(times) / p95(quiet[turn] ?? []))), 2),
    times: { quiet, besides },
  };
}

/** How long lists take, one after the other, for so long. */
async function timed(portal: BenchPortal, token: string, forMs: number): Promise<number[]> {
  const times: number[] = [];
  for (const end = performance.now() + forMs; performance.now() < end; ) {
    times.push(await list(portal, token));
    await sleep(PAUSE_MS);
  }
  return times;
}

async function list(portal: BenchPortal, token: string): Promise<number> {
  const began = performance.now();
  await portal.call(`/api/Module/${PAGE}/GetPage`, LIST, token);
  return rounded(performance.now() - began);
}

function heavyLists(clerks: readonly Clerk[]): Beside {
  const tokens = clerks.map(({ token }) => token);
  return async (portal) => {
    const calls = {
      url: `${portal.url}/api/Module/${PAGE}/GetPage`,
      tokens,
      params: [[HEAVY]],
      clients: HEAVY_CLIENTS,
      forMs: FOR_MS + 500,
    };
    const { refused } = await callAll(calls);
    if (refused.length > 0) throw new Error(`${refused.length} heavy lists were refused, e.g. ${refused[0]}`);
  };
}

/** One export after the other, all of them of every statement of the shop. */
async function exports(portal: BenchPortal, isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    const { job } = await portal.call<ExportView>(`/api/Module/${PAGE}/Export`, { format: "csv" });
    for (let isWritten = false; !isWritten && !isOver(); ) {
      await sleep(200);
      const { state } = await portal.call<ExportView>(`/api/Module/${PAGE}/ExportStatus`, { job });
      if (!["waiting", "running", "ready"].includes(state)) throw new Error(`the export is ${state}`);
      isWritten = state === "ready";
    }
    await portal.call(`/api/Module/${PAGE}/ExportCancel`, { job });
  }
}

/** One bulk after the other. */
function confirming(ids: number[]): Beside {
  return async (portal, isOver) => {
    while (!isOver() && ids.length >= BULK)
      await portal.call(`/api/Module/${PAGE}/Action`, { action: "confirm", ids: ids.splice(0, BULK).join(",") });
  };
}
