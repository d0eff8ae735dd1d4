/**
 * `npm run bench -- --only work`: a portal at work, among a million statements and five million sales (scripts/bench-stage.ts). Told are pages of a list at 1, 8, 32 and
 * 64 clients, with the bare SQL of the same page by pgbench beside them; what single works cost the processor (a document that is opened, saved, confirmed, 500
 * confirmed at once, 500 printed, a job); and how many confirmations a second one client and eight bring about, beside bare transactions. `--check`: ends
 * with 1 where a budget of scripts/bench-budgets.ts is exceeded. Long on purpose: the works are a list, and how each is told stands beside it.
 */
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { dayOf } from "../src/shared/domain/day.ts";
import type { JobProgress } from "../src/shared/protocol/job.ts";
import type { ScreenModel } from "../src/shared/protocol/screen.ts";
import { BUDGETS } from "./bench-budgets.ts";
import { callAll, findPgbench, pgbench } from "./bench-clients.ts";
import { settled } from "./bench-load.ts";
import { BenchPortal } from "./bench-portal.ts";
import { judge, quantile, rounded, tell } from "./bench-result.ts";
import { openStage } from "./bench-stage.ts";
import { type Clerk, clerksOf, makeConfirmable, PAGE, SHOP, statementsOf } from "./bench-statements.ts";

const CLIENTS = [1, 8, 32, 64];
const FOR_MS = 8000;
const ROUNDS = 5;
const [USER, CONTRACTS, BULK, SHEETS] = ["admin54", 105, 500, 100];
/** Statements that each client may confirm in its time. */
const OWN = 1500;

const stage = await openStage("work");
try {
  const client = new pg.Client({ connectionString: stage.href });
  await client.connect();
  await makeConfirmable(client);
  const portal = await BenchPortal.start(USER, { DATABASE_URL: stage.href, DAILY_LIMITS: "rows=100000000:100000000" });
  try {
    await settled(client);
    await measure(portal, client);
  } finally {
    await portal.end();
    await client.end();
  }
} finally {
  await stage.drop();
}

async function measure(portal: BenchPortal, client: pg.Client): Promise<void> {
  const program = findPgbench();
  if (program === null) console.log("pgbench is not installed (apt-get install postgresql-contrib): there are no figures of bare SQL");
  const clerks = await clerksOf(portal, client);
  const pages = await pagesAt(portal, clerks, program);
  const works = await worksOf(portal, client);
  const confirms = await confirmsAt(portal, client, clerks, program);
  tell(
    "work",
    { clerks: clerks.length, pages, works, confirms },
    { "Pages by clients": pages, "Single works, ms": works, Confirmations: confirms },
  );
  const [one, eight] = confirms;
  if (one === undefined || eight === undefined) throw new Error("nothing was confirmed");
  const gain = rounded(eight.perSecond / one.perSecond, 2);
  const bareGain = rounded(eight.barePerSecond / one.barePerSecond, 2);
  console.log(`\nEight clients confirm ${gain} times as much as one; bare transactions: ${bareGain} times`);
  const bulk = works.find(({ what }) => what === `${BULK} confirmed at once`);
  judge([
    ...pages.map(({ page, clients, refused }) => ({
      what: `${page}, refused at ${clients} clients`,
      is: refused,
      most: BUDGETS.work.refused,
    })),
    { what: "s of processor of a bulk", is: rounded(((bulk?.server ?? 0) + (bulk?.database ?? 0)) / 1000, 2), most: BUDGETS.work.bulk },
    // As many times as on a machine that has a core for each: else what it allows.
    {
      what: "confirmations at 8 clients, of one's",
      is: gain,
      least: Math.min(BUDGETS.work.confirmsAt8, bareGain * BUDGETS.work.confirmsBesideBare),
    },
  ]);
}

/** Two pages of the list of statements: 31 days of it, and as it opens, which is what costs most. */
async function pagesAt(portal: BenchPortal, clerks: readonly Clerk[], program: string | null) {
  const { filters } = await portal.call<ScreenModel>("/api/Registry/GetModule", { mdl: PAGE });
  const ready = filters.find(({ initial }) => initial !== null);
  if (ready === undefined) throw new Error("the list of statements opens without days");
  const days = { field: ready.field, operator: ready.operator, value: ready.initial };
  const [from, to] = ready.initial as unknown as [string, string];
  const usual = { page: "1", rows: "30", sort: "Id", order: "desc" };
  const asked = [
    { page: "no filter", params: usual, where: "true" },
    { page: "31 days", params: { ...usual, filter: JSON.stringify([days]) }, where: `busdate between '${from}' and '${to}'` },
  ];
  const [tokens, shops] = [clerks.map(({ token }) => token), [...new Set(clerks.map(({ shop }) => shop))]];
  const figures = [];
  for (const { page, params, where } of asked)
    for (const clients of CLIENTS) {
      const calls = { url: `${portal.url}/api/Module/${PAGE}/GetPage`, tokens, params: [[params]], clients, forMs: FOR_MS };
      await callAll({ ...calls, forMs: FOR_MS / 8 });
      const before = await cpu(portal);
      const { times, refused, seconds } = await callAll(calls);
      const after = await cpu(portal);
      for (const text of new Set(refused)) console.log(`${page}, ${clients} clients: ${text}`);
      const perPage = (ms: number) => rounded(ms / times.length);
      const bare =
        program === null
          ? null
          : pgbench(
              program,
              stage.href,
              shops.map((shop) => bareSql(shop, where)),
              clients,
              FOR_MS / 1000,
            );
      figures.push({
        page,
        clients,
        perSecond: rounded(times.length / seconds),
        p50: quantile(times),
        p95: quantile(times, 0.95),
        server: perPage(after.server - before.server),
        database: perPage(after.database - before.database),
        refused: refused.length,
        barePerSecond: bare?.perSecond ?? 0,
        bareLatency: bare?.latency ?? 0,
      });
    }
  return figures;
}

/** The same page as a bare statement asks for it: rows, their number and the sum of the footer. */
function bareSql(shop: string, where: string): string {
  const ofShop = `from balance where "SHOP_ID" = '${shop}' and ${where}`;
  return `select * ${ofShop} order by "Id" desc limit 30;\nselect count(*), sum("TotalMoney") ${ofShop};\n`;
}

/** What becomes of one work after the other: medians of some rounds. */
async function worksOf(portal: BenchPortal, client: pg.Client) {
  const free = await statementsOf(client, SHOP, 20, (BULK + 1) * (ROUNDS + 1));
  const next = (count: number) => free.splice(0, count).join(",");
  const call = (path: string, params: Readonly<Record<string, string | number>>) => portal.call<unknown>(`/api/${path}`, params);
  const { rows: suppliers } = await client.query<{ provid: string }>(
    `select provid from provider where "SHOP_ID" = $1 and statu = 1 order by "Id" limit 1`,
    [SHOP],
  );
  const printed = await statementsOf(client, SHOP, 50, BULK);
  const sheets = async () => {
    for (let at = 0; at < printed.length; at += SHEETS)
      await call("Print/GetPrintDoc", { mdl: PAGE, printtyp: "balance", ids: printed.slice(at, at + SHEETS).join(",") });
  };
  let made = 0;
  const contract = () => ({
    busdate: dayOf(new Date()),
    ContractNo: `HT-BENCH-${made++}`,
    ContractName: "压测合同",
    provid: suppliers[0]?.provid ?? "",
    OperMode: 1,
    startdate: dayOf(new Date()),
    enddate: "2099-12-31",
    settleCycle: 1,
    settleDays: 0,
    taxRate: "0.13",
  });
  const works: Readonly<Record<string, () => Promise<unknown>>> = {
    "a document opened": () => call(`Module/${PAGE}/Get`, { id: printed[0] ?? 0 }),
    "a contract saved": () => call(`Module/${CONTRACTS}/Save`, contract()),
    "one confirmed": () => call(`Module/${PAGE}/Action`, { action: "confirm", ids: next(1) }),
    [`${BULK} confirmed at once`]: () => call(`Module/${PAGE}/Action`, { action: "confirm", ids: next(BULK) }),
    [`${BULK} printed`]: sheets,
    "a job: statements of a month": () => job(portal),
  };
  const figures = [];
  for (const [what, work] of Object.entries(works)) {
    const found = { server: [] as number[], database: [] as number[], took: [] as number[] };
    for (let round = 0; round <= ROUNDS; round++) {
      const [before, began] = [await cpu(portal), performance.now()];
      await work();
      const took = performance.now() - began;
      const after = await cpu(portal);
      // The first round fills caches.
      if (round === 0) continue;
      found.server.push(after.server - before.server);
      found.database.push(after.database - before.database);
      found.took.push(took);
    }
    figures.push({ what, server: quantile(found.server), database: quantile(found.database), took: rounded(quantile(found.took)) });
  }
  return figures;
}

/** Makes the statements of a month, and waits for them. */
async function job(portal: BenchPortal): Promise<void> {
  const started = await portal.call<JobProgress>(`/api/Module/${PAGE}/Generate`, { startdate: "2025-01-01", enddate: "2025-01-31" });
  for (let isDone = started.isDone; !isDone; ) {
    await sleep(20);
    isDone = (await portal.call<JobProgress>(`/api/Module/${PAGE}/GenerateStatus`, { job: started.job })).isDone;
  }
}

/** How many are confirmed a second, each client its own; and how many bare transactions, which lock a row, write it and write another one, are done. */
async function confirmsAt(portal: BenchPortal, client: pg.Client, clerks: readonly Clerk[], program: string | null) {
  await client.query(`create table if not exists bench_event ("Id" bigint generated always as identity primary key, said text)`);
  const bare = [
    [
      `\\set id random(1, ${OWN})`,
      "begin;",
      `select * from balance where "SHOP_ID" = '${SHOP}' and "Id" = :id for update;`,
      `update balance set "Remark" = 'bench' where "SHOP_ID" = '${SHOP}' and "Id" = :id;`,
      "insert into bench_event (said) values ('bench');",
      "commit;",
    ].join("\n"),
  ];
  const figures = [];
  for (const clients of [1, 8]) {
    const at = clerks.slice(0, clients);
    const free = new Map<string, number[]>();
    for (const { shop } of at)
      if (!free.has(shop)) free.set(shop, await statementsOf(client, shop, 20, OWN * at.filter((each) => each.shop === shop).length));
    const params = at.map(({ shop }) => (free.get(shop) ?? []).splice(0, OWN).map((id) => ({ action: "confirm", ids: String(id) })));
    const tokens = at.map(({ token }) => token);
    const before = await cpu(portal);
    const { times, refused, seconds } = await callAll({
      url: `${portal.url}/api/Module/${PAGE}/Action`,
      tokens,
      params,
      clients,
      forMs: FOR_MS,
    });
    const after = await cpu(portal);
    if (refused.length > 0) throw new Error(`${refused.length} confirmations were refused, e.g. ${refused[0]}`);
    figures.push({
      clients,
      perSecond: rounded(times.length / seconds),
      p50: quantile(times),
      p95: quantile(times, 0.95),
      server: rounded((after.server - before.server) / times.length),
      database: rounded((after.database - before.database) / times.length),
      barePerSecond: program === null ? 0 : pgbench(program, stage.href, bare, clients, FOR_MS / 1000).perSecond,
    });
  }
  return figures;
}

async function cpu(portal: BenchPortal): Promise<{ readonly server: number; readonly database: number }> {
  return { server: portal.cpu, database: await stage.cpu() };
}
