/**
 * `npm run bench -- --only lists`: starts the built portal (npm run build) with the demo on the embedded database, or on DATABASE_URL, and measures.
 * Two figures: how much longer the slowest of a hundred lists takes while a schema file is being saved (it should be twice at most), and
 * how much longer the usual list of a shop takes while a supplier of another one asks in 48 endless loops (twice, too). Figures of one machine are compared only with figures of the same run, as ratios; results go to bench/results.
 */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { BUDGETS } from "./bench-budgets.ts";
import { callAll } from "./bench-clients.ts";
import { BenchPortal } from "./bench-portal.ts";
import { judge, quantile, rounded, tell } from "./bench-result.ts";

const ROOT = join(import.meta.dirname, "..");
/** A list of orders, filtered as people do. */
const LIST = { mdl: 8901, params: { page: "1", rows: "30" } };
/** People who look at the list, one request after the other. */
const READERS = 3;
const PAUSE_MS = 20;
const QUIET_MS = 15_000;
const SAVES = 12;
const BETWEEN_MS = 1500;
const USER = "admin54";
const SUPPLIER = "s153001";
const LOOPS = 48;

const folder = mkdtempSync(join(tmpdir(), "scm-bench-"));
const registry = join(folder, "registry");
cpSync(join(ROOT, "modules.json"), join(registry, "modules.json"));
cpSync(join(ROOT, "schemas"), join(registry, "schemas"), { recursive: true });
const portal = await BenchPortal.start(USER, { REGISTRY_DIR: registry });
try {
  const { url } = portal;
  const token = await portal.signIn(USER);
  const list = () => timed(url, token);
  for (let n = 0; n < 100; n++) await list(); // as a server that has run for a while
  const quiet = await sample(list, () => sleep(QUIET_MS));
  const saving: number[] = [];
  for (let n = 0; n < SAVES; n++) {
    saving.push(...(await sample(list, () => save(url, n))));
    await sleep(BETWEEN_MS);
  }
  const supplier = await portal.signIn(SUPPLIER);
  const alone = await oneByOne(list, () => sleep(QUIET_MS));
  const beside = await oneByOne(list, () => loops(url, supplier));
  const figures = {
    save: { quiet: summary(quiet), saving: summary(saving), ratioOfP99: rounded(quantile(saving, 0.99) / quantile(quiet, 0.99)) },
    loops: { alone: summary(alone), beside: summary(beside), ratioOfP50: rounded(quantile(beside) / quantile(alone)) },
  };
  tell("lists", figures, {
    "Lists, ms": [
      { beside: "nothing, three readers", ...figures.save.quiet },
      { beside: "a file that is saved", ...figures.save.saving },
      { beside: "nothing, one reader", ...figures.loops.alone },
      { beside: "48 endless loops of another shop", ...figures.loops.beside },
    ],
  });
  judge([
    { what: "the slowest of a hundred lists beside a saving", is: figures.save.ratioOfP99, most: BUDGETS.lists.besideWork },
    { what: "the usual list beside endless loops", is: figures.loops.ratioOfP50, most: BUDGETS.lists.besideWork },
  ]);
} finally {
  await portal.end();
  rmSync(folder, { recursive: true, force: true });
}

/** How long one list takes, in ms. */
async function timed(url: string, token: string): Promise<number> {
  const started = performance.now();
  const body = new URLSearchParams(LIST.params);
  const response = await fetch(`${url}/api/Module/${LIST.mdl}/GetPage`, {
    method: "POST",
    body,
    headers: { authorization: token, connection: "close" },
  });
  const { Code } = (await response.json()) as { Code: number };
  if (Code !== 200) throw new Error(`the list answered ${Code}`);
  return performance.now() - started;
}

/** How long lists take as long as something else happens. */
async function sample(list: () => Promise<number>, happening: () => Promise<unknown>): Promise<number[]> {
  const times: number[] = [];
  let isOver = false;
  const read = async () => {
    while (!isOver) {
      times.push(await list());
      await sleep(PAUSE_MS);
    }
  };
  const readers = Array.from({ length: READERS }, read);
  await happening().finally(() => {
    isOver = true;
  });
  await Promise.all(readers);
  return times;
}

/** How long the lists of one user take who asks for one after the other, as long as something else happens. */
async function oneByOne(list: () => Promise<number>, happening: () => Promise<unknown>): Promise<number[]> {
  let isOver = false;
  const ended = happening().finally(() => {
    isOver = true;
  });
  const times: number[] = [];
  while (!isOver) {
    times.push(await list());
    await sleep(PAUSE_MS);
  }
  await ended;
  return times;
}

/** Somebody who asks in endless loops. */
async function loops(url: string, token: string): Promise<void> {
  await callAll({
    url: `${url}/api/Module/${LIST.mdl}/GetPage`,
    tokens: [token],
    params: [[LIST.params]],
    clients: LOOPS,
    forMs: QUIET_MS,
  });
}

/** Saves a text of a module and waits until the portal serves it. */
async function save(url: string, n: number): Promise<void> {
  const file = join(registry, "schemas/shared/messages.json");
  const before = await version(url);
  const { messages } = JSON.parse(readFileSync(file, "utf8")) as { messages: Record<string, string> };
  const first = Object.keys(messages)[0] ?? "";
  writeFileSync(file, JSON.stringify({ messages: { ...messages, [first]: `第 ${n} 次` } }));
  while ((await version(url)) === before) await sleep(50);
}

async function version(url: string): Promise<string> {
  const { Result } = (await (await fetch(`${url}/readyz`)).json()) as { Result?: { version: string } };
  return Result?.version ?? "";
}

function summary(times: readonly number[]) {
  const [p50, p99, most] = [0.5, 0.99, 1].map((share) => rounded(quantile(times, share)));
  return { lists: times.length, p50, p99, most };
}
