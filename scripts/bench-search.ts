/**
 * `npm run bench -- --only search`: how long documents are looked for among a million of statements (docs/decisions/115), and how long lists take that begin
 * with what waits (docs/decisions/114). Starts the built portal (npm run build) on a database of its own at DATABASE_URL, whose user may create
 * databases; it is dropped afterwards. Figures are ms of whole calls, one after the other; results go to bench/results. BENCH_ROWS: how many rows.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { type PageResult, WAITS, type WireRow } from "../src/shared/protocol/list.ts";
import type { ScreenModel } from "../src/shared/protocol/screen.ts";
import type { FoundBills } from "../src/shared/protocol/search.ts";
import { makeBenchDatabase } from "./bench-database.ts";

const ROOT = join(import.meta.dirname, "..");
const PASSWORD = "bench-bench-1";
const ROWS = process.env.BENCH_ROWS ?? "1000000";
const ROUNDS = 30;
const WAITING = { field: WAITS, operator: "eq", value: true };

const fresh = await makeBenchDatabase("search");
const folder = mkdtempSync(join(tmpdir(), "scm-bench-search-"));
const env = {
  ...process.env,
  NODE_ENV: "production",
  ALLOW_OWNER: "1",
  PORT: "0",
  DATA_DIR: join(folder, "data"),
  DATABASE_URL: fresh.href,
  DEMO: "on",
  DEMO_PASSWORD: PASSWORD,
};
let stop: () => Promise<unknown> = async () => undefined;
try {
  await run(["node_modules/tsx/dist/cli.mjs", "scripts/seed.ts", "--rows", `Balance=${ROWS}`]);
  const client = new pg.Client({ connectionString: fresh.href });
  await client.connect();
  await client.query("vacuum analyze");
  await client.end();
  const url = await serve();
  const figures = await measure(url);
  const result = { figure: "search", at: new Date().toISOString(), node: process.version, rows: Number(ROWS), figures };
  mkdirSync(join(ROOT, "bench/results"), { recursive: true });
  writeFileSync(join(ROOT, `bench/results/search-${result.at.replaceAll(":", "")}.json`), `${JSON.stringify(result, null, 2)}\n`);
  console.table(figures);
} finally {
  await stop();
  await fresh.drop();
  rmSync(folder, { recursive: true, force: true });
}

async function measure(url: string) {
  const [shop, supplier] = [await signIn(url, "admin54"), await signIn(url, "s054001")];
  const list = (token: string, params: Readonly<Record<string, string>>) =>
    post<PageResult>(url, token, "Module/510/GetPage", { rows: "30", ...params });
  const [old] = (await list(shop, { sort: "Id", order: "asc" })).rows;
  const [own] = (await list(supplier, { sort: "Id", order: "asc" })).rows;
  const digits = (row: Row) => String(row?.Billid).replaceAll(/\D/g, "");
  const days = await ready(url, shop);
  const order = { sort: `${WAITS},Id`, order: "desc,desc" };
  const find = (token: string, search: string) => () => post<FoundBills>(url, token, "Comm/FindBill", { search });
  const calls: Readonly<Record<string, () => Promise<unknown>>> = {
    "shop: digits of an old bill": find(shop, digits(old)),
    "shop: its number": find(shop, String(old?.Billid)),
    "shop: the first four digits": find(shop, digits(old).slice(0, 4)),
    "shop: amount": find(shop, String(old?.TotalMoney)),
    "shop: supplier by name": find(shop, String(old?.Provider)),
    "shop: supplier by two letters": find(shop, "sp"),
    "shop: nothing there": find(shop, "999999999999"),
    "supplier: digits of an old bill": find(supplier, digits(own)),
    "supplier: the first four digits": find(supplier, digits(own).slice(0, 4)),
    "supplier: amount": find(supplier, String(own?.TotalMoney)),
    "list: the last 31 days": () => list(shop, { sort: "Id", order: "desc", filter: JSON.stringify([days]) }),
    "list: these and what waits, first": () =>
      list(shop, { ...order, filter: JSON.stringify([{ operator: "or", value: [days, WAITING] }]) }),
    "list: all": () => list(shop, { sort: "Id", order: "desc" }),
    "list: all, what waits first": () => list(shop, order),
  };
  const figures: Record<string, { p50: number; p95: number; most: number }> = {};
  for (const [what, call] of Object.entries(calls)) figures[what] = await timed(call);
  return figures;
}

async function timed(call: () => Promise<unknown>) {
  const times: number[] = [];
  for (let n = 0; n < ROUNDS + 3; n++) {
    const started = performance.now();
    await call();
    // The first ones fill caches.
    if (n >= 3) times.push(performance.now() - started);
  }
  times.sort((a, b) => a - b);
  const at = (part: number) => Math.round((times[Math.min(times.length - 1, Math.floor(part * times.length))] ?? 0) * 10) / 10;
  return { p50: at(0.5), p95: at(0.95), most: at(1) };
}

/** The clause of the list's ready days. */
async function ready(url: string, token: string) {
  const { filters } = await post<ScreenModel>(url, token, "Registry/GetModule", { mdl: "510" });
  const found = filters.find(({ initial }) => initial !== null);
  return { field: found?.field, operator: found?.operator, value: found?.initial };
}

type Row = WireRow | undefined;

async function post<T>(url: string, token: string, path: string, params: Readonly<Record<string, string>>): Promise<T> {
  const response = await fetch(`${url}/api/${path}`, {
    method: "POST",
    body: new URLSearchParams(params),
    headers: { authorization: token },
  });
  const { Code, Msg, Result } = (await response.json()) as { Code: number; Msg: string; Result: T };
  if (Code !== 200) throw new Error(`${path} answered ${Code} ${Msg}`);
  return Result;
}

async function signIn(url: string, username: string): Promise<string> {
  const body = new URLSearchParams({ grant_type: "password", username, password: PASSWORD });
  const answer = (await (await fetch(`${url}/connect/token`, { method: "POST", body })).json()) as { access_token?: string };
  if (answer.access_token === undefined) throw new Error(`${username} is not let in: ${JSON.stringify(answer)}`);
  return answer.access_token;
}

async function run(args: readonly string[]): Promise<void> {
  const child = spawn(process.execPath, args, { cwd: ROOT, env, stdio: ["ignore", "ignore", "inherit"] });
  const [code] = (await once(child, "exit")) as [number | null];
  if (code !== 0) throw new Error(`${args.join(" ")} ended with ${code}`);
}

async function serve(): Promise<string> {
  const child = spawn(process.execPath, ["dist/server/main.js"], {
    cwd: ROOT,
    env: { ...env, DEMO: "off" },
    stdio: ["ignore", "pipe", "ignore"],
  });
  const ended = once(child, "exit");
  stop = () => {
    child.kill("SIGTERM");
    return ended;
  };
  let said = "";
  return new Promise((resolve, reject) => {
    child.stdout.on("data", (chunk) => {
      said += String(chunk);
      const found = /http:\/\/127\.0\.0\.1:\d+/.exec(said)?.[0];
      if (found !== undefined) resolve(found);
    });
    child.once("exit", () => reject(new Error(`the portal did not start (npm run build first?):\n${said}`)));
  });
}
