/**
 * `npm run bench:wall`: what the wall between tenants costs (docs/decisions/85). Starts the built portal twice (npm run build) on one
 * database of the PostgreSQL at DATABASE_URL, whose user must be a superuser on this machine: signed in as in production, and as an owner
 * for whom there is no wall. Both list the same pages by turns; CPU of server and database a page, as ratios of one run. The database, and the
 * owner, are dropped afterwards; results go to bench/results.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { ROLES } from "../src/server/db/driver/tenant-roles.ts";

const ROOT = join(import.meta.dirname, "..");
const PASSWORD = "bench-bench-1";
const ROWS = process.env.BENCH_ROWS ?? "200000";
const [ROUNDS, PAGES] = [40, 15];
/** Ticks a second, as /proc counts CPU. */
const TICKS = 100;
const NOTHING: Cost = { server: 0, database: 0 };

/** Lists of statements of one shop: as the page opens, by name, sorted by money; and a supplier's own. */
const LISTS = [
  { name: "no filter", user: "boss54", params: {} },
  { name: "fuzzy supplier", user: "boss54", params: { filter: '[{"field":"Provider","operator":"contains","value":"商贸"}]' } },
  { name: "sort by amount", user: "boss54", params: { sort: "TotalMoney", order: "desc" } },
  { name: "supplier", user: "s054001", params: {} },
] as const;

const base = process.env.DATABASE_URL;
if (base === undefined) throw new Error("DATABASE_URL is not set: a superuser of a PostgreSQL on this machine");
const name = `bench_wall_${process.pid}`;
const urlOf = (user: string | null) => {
  const url = new URL(base);
  url.pathname = `/${name}`;
  if (user !== null) [url.username, url.password] = [user, PASSWORD];
  return url.href;
};
const [login, owner] = [`${name}_login`, `${name}_owner`];
const folder = mkdtempSync(join(tmpdir(), "scm-bench-wall-"));
const admin = new pg.Client({ connectionString: base });
const stops: (() => Promise<unknown>)[] = [];
await admin.connect();
try {
  await admin.query(`create database ${name}`);
  await run(["node_modules/tsx/dist/cli.mjs", "scripts/seed.ts", "--rows", `Balance=${ROWS}`], { DATABASE_URL: urlOf(null) });
  for (const role of [login, owner]) await admin.query(`create role ${role} login password '${PASSWORD}'`);
  await admin.query(`grant ${ROLES.join(", ")} to ${login}`);
  await giveAll();
  const settings = { DATABASE_URL: urlOf(login), DATABASE_OWNER_URL: urlOf(null) };
  const walled = await serve("walled", settings);
  const open = await serve("open", { DATABASE_URL: urlOf(owner), ALLOW_OWNER: "1" });
  const figures = [];
  for (const list of LISTS) figures.push({ list: list.name, ...(await compare(list, walled, open)) });
  const result = { figure: "wall between tenants", at: new Date().toISOString(), node: process.version, rows: Number(ROWS), figures };
  mkdirSync(join(ROOT, "bench/results"), { recursive: true });
  writeFileSync(join(ROOT, `bench/results/wall-${result.at.replaceAll(":", "")}.json`), `${JSON.stringify(result, null, 2)}\n`);
  console.table(figures);
} finally {
  for (const stop of stops) await stop();
  await admin.query(`drop database if exists ${name} with (force)`);
  for (const role of [login, owner]) await admin.query(`drop role if exists ${role}`);
  await admin.end();
  rmSync(folder, { recursive: true, force: true });
}

/** Tables and functions become the owner's. */
async function giveAll(): Promise<void> {
  const client = new pg.Client({ connectionString: urlOf(null) });
  await client.connect();
  await client.query(`do $$ declare one record; begin
    for one in select tablename as name from pg_tables where schemaname = 'public' loop
      execute format('alter table %I owner to ${owner}', one.name);
    end loop;
    for one in select oid::regprocedure as name from pg_proc where pronamespace = 'public'::regnamespace loop
      execute format('alter function %s owner to ${owner}', one.name);
    end loop;
  end $$`);
  await client.query("vacuum analyze");
  await client.end();
}

async function run(args: readonly string[], env: Readonly<Record<string, string>>): Promise<void> {
  const settings = { ...process.env, DATA_DIR: join(folder, "seed"), DEMO: "on", DEMO_PASSWORD: PASSWORD, ...env };
  const child = spawn(process.execPath, args, { cwd: ROOT, env: settings, stdio: ["ignore", "ignore", "inherit"] });
  const [code] = (await once(child, "exit")) as [number | null];
  if (code !== 0) throw new Error(`${args.join(" ")} ended with ${code}`);
}

interface Server {
  readonly url: string;
  readonly pid: number;
  /** Who its connections are signed in as. */
  readonly login: string;
}

async function serve(data: string, env: Readonly<Record<string, string>> & { readonly DATABASE_URL: string }): Promise<Server> {
  const child = spawn(process.execPath, ["dist/server/main.js"], {
    cwd: ROOT,
    env: { ...process.env, ALLOW_OWNER: "0", PORT: "0", DEMO: "off", NODE_ENV: "production", DATA_DIR: join(folder, data), ...env },
    stdio: ["ignore", "pipe", "ignore"],
  });
  const ended = once(child, "exit");
  stops.push(() => {
    child.kill("SIGTERM");
    return ended;
  });
  let said = "";
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout.on("data", (chunk) => {
      said += String(chunk);
      const found = /http:\/\/127\.0\.0\.1:\d+/.exec(said)?.[0];
      if (found !== undefined) resolve(found);
    });
    child.once("exit", () => reject(new Error(`the portal did not start (npm run build first?):\n${said}`)));
  });
  return { url, pid: child.pid ?? 0, login: new URL(env.DATABASE_URL).username };
}

/** CPU ms a page of server and database, with the wall and without, and their ratio: of rounds that take turns all together, as a tick is much for one. */
async function compare({ user, params }: (typeof LISTS)[number], walled: Server, open: Server) {
  const tokens = new Map<Server, string>();
  for (const server of [walled, open]) {
    tokens.set(server, await signIn(server.url, user));
    for (let n = 0; n < 30; n++) await page(server, tokens.get(server) ?? "", params);
  }
  const spent = new Map<Server, Cost>();
  for (let round = 0; round < ROUNDS; round++) {
    const order = round % 2 === 0 ? [walled, open] : [open, walled];
    for (const server of order) {
      const before = await cpu(server);
      for (let n = 0; n < PAGES; n++) await page(server, tokens.get(server) ?? "", params);
      const after = await cpu(server);
      const known = spent.get(server) ?? NOTHING;
      spent.set(server, {
        server: known.server + after.server - before.server,
        database: known.database + after.database - before.database,
      });
    }
  }
  const [one, other] = [spent.get(walled) ?? NOTHING, spent.get(open) ?? NOTHING];
  const rounded = (value: number) => Math.round(value * 100) / 100;
  const aPage = (ms: number) => rounded(ms / ROUNDS / PAGES);
  return {
    "server with": aPage(one.server),
    "server without": aPage(other.server),
    "database with": aPage(one.database),
    "database without": aPage(other.database),
    ratio: rounded((one.server + one.database) / (other.server + other.database)),
  };
}

interface Cost {
  readonly server: number;
  readonly database: number;
}

/** CPU ms so far. A connection that has ended since would be missed: none does within a round. */
async function cpu({ pid, login: user }: Server): Promise<Cost> {
  const { rows } = await admin.query<{ pid: number }>("select pid from pg_stat_activity where datname = $1 and usename = $2", [name, user]);
  return { server: ticksOf(pid), database: rows.reduce((sum, backend) => sum + ticksOf(backend.pid), 0) };
}

function ticksOf(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return ((Number(fields[11]) + Number(fields[12])) * 1000) / TICKS;
}

async function signIn(url: string, username: string): Promise<string> {
  const body = new URLSearchParams({ grant_type: "password", username, password: PASSWORD });
  const answer = (await (await fetch(`${url}/connect/token`, { method: "POST", body })).json()) as { access_token?: string };
  if (answer.access_token === undefined) throw new Error(`${username} is not let in: ${JSON.stringify(answer)}`);
  return answer.access_token;
}

async function page({ url }: Server, token: string, params: Readonly<Record<string, string>>): Promise<void> {
  const body = new URLSearchParams({ page: "1", rows: "35", ...params });
  const response = await fetch(`${url}/api/Module/510/GetPage`, { method: "POST", body, headers: { authorization: token } });
  const { Code, Msg } = (await response.json()) as { Code: number; Msg: string };
  if (Code !== 200) throw new Error(`the list answered ${Code} ${Msg}`);
}
