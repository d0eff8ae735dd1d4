/**
 * `npm run bench -- --only embedded`: the built portal (npm run build) on the embedded database. How long a first start takes, demo and all, and one that finds a
 * hundred thousand statements; and how long a small list waits while somebody else has those added up. Figures are of this machine, CPU next to the time that it took
 * among whatever else ran; results go to bench/results. BENCH_ROWS: how many statements.
 */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { BenchPortal, PASSWORD } from "./bench-portal.ts";

const ROOT = join(import.meta.dirname, "..");
const ROWS = process.env.BENCH_ROWS ?? "100000";
const USER = "admin54";
const STARTS = 5;
/** Menus of a day, a few rows; and statements, by a part of their numbers, which no group and no index tells. */
const SMALL = 104;
const STATEMENTS = 510;
const LISTS = 60;
/** So long each portal serves at least: what is written down for the next start has been. */
const SERVES_MS = 6000;

const folder = mkdtempSync(join(tmpdir(), "scm-bench-"));
/** Whatever database others measure. */
const env = { DATA_DIR: join(folder, "data"), DATABASE_URL: "" };
try {
  const first = await timedStart();
  await first.portal.end();
  fill();
  await (await served()).portal.end();
  const warm: Started[] = [];
  for (let n = 0; n < STARTS; n++) {
    const { portal, ...figures } = await served();
    warm.push(figures);
    await portal.end();
  }
  const { portal } = await served();
  const alone = await lists(portal, () => false);
  const sums = addUp(portal);
  const beside = await lists(portal, () => sums.isBetween());
  const added = await sums.end();
  await portal.end();
  const result = {
    at: new Date().toISOString(),
    node: process.version,
    rows: Number(ROWS),
    firstStart: { seconds: round(first.ms / 1000), cpuSeconds: round(first.cpu / 1000) },
    start: { seconds: round(median(warm.map(({ ms }) => ms)) / 1000), cpuSeconds: round(median(warm.map(({ cpu }) => cpu)) / 1000) },
    smallList: { alone: summary(alone), beside: summary(beside) },
    sum: summary(added),
  };
  mkdirSync(join(ROOT, "bench/results"), { recursive: true });
  writeFileSync(join(ROOT, `bench/results/embedded-${result.at.replaceAll(":", "")}.json`), `${JSON.stringify(result, null, 2)}\n`);
  console.log(JSON.stringify(result, null, 2));
} finally {
  rmSync(folder, { recursive: true, force: true });
}

interface Started {
  readonly ms: number;
  readonly cpu: number;
}

/** A portal that is ready and has let somebody in. */
async function timedStart(): Promise<Started & { readonly portal: BenchPortal }> {
  const began = performance.now();
  const portal = await BenchPortal.start(USER, env);
  return { portal, ms: performance.now() - began, cpu: portal.cpu };
}

/** The same, of one that has served for a while. */
async function served() {
  const started = await timedStart();
  await sleep(SERVES_MS);
  return started;
}

function fill(): void {
  const args = ["node_modules/tsx/dist/cli.mjs", "scripts/seed.ts", "--rows", `Balance=${ROWS}`];
  const { status } = spawnSync(process.execPath, args, {
    cwd: ROOT,
    env: { ...process.env, ...env, DATABASE_URL: "", DEMO_PASSWORD: PASSWORD },
  });
  if (status !== 0) throw new Error("the statements could not be written");
}

/** How long small lists take, one after the other; those that do not count are asked for all the same. */
async function lists(portal: BenchPortal, isLost: () => boolean): Promise<number[]> {
  const times: number[] = [];
  while (times.length < LISTS) {
    const began = performance.now();
    await portal.call(`/api/Module/${SMALL}/GetPage`, { page: 1, rows: 30 });
    if (!isLost()) times.push(performance.now() - began);
  }
  return times;
}

/** Somebody who has all statements added up again and again, each time by another part of their numbers. */
function addUp(portal: BenchPortal) {
  const times: number[] = [];
  let isOver = false;
  let isAsking = false;
  const asking = (async () => {
    for (let n = 0; !isOver; n++) {
      const filter = JSON.stringify([{ field: "Billid", operator: "contains", value: String(n % 10) }]);
      const began = performance.now();
      isAsking = true;
      await portal.call(`/api/Module/${STATEMENTS}/GetPage`, { page: 1, rows: 30, filter });
      isAsking = false;
      times.push(performance.now() - began);
    }
  })();
  return {
    isBetween: () => !isAsking,
    end: async () => {
      isOver = true;
      await asking;
      return times;
    },
  };
}

function summary(times: readonly number[]) {
  return { lists: times.length, median: round(median(times)), most: round(Math.max(...times)) };
}

function median(times: readonly number[]): number {
  return [...times].sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
