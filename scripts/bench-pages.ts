/**
 * `npm run bench -- --only pages`: what a page of a list costs the processor, server and database together, among as many statements as BENCH_ROWS
 * names (several counts, separated by commas: how it grows; a million otherwise), beside the same page from a bare driver with the best index there could be
 * (docs/performance.md). Starts the built portal (npm run build) on databases of its own at DATABASE_URL, whose user may create databases and whose
 * processes are on this machine; they are dropped afterwards. Rounds of portal and driver take turns; figures are medians. `--check`: ends with 1 where a page
 * costs more than its budget. Long on purpose: the cases are a table, and what they are measured by stands beside it.
 */
import pg from "pg";
import { type PageResult, WAITS } from "../src/shared/protocol/list.ts";
import type { ScreenModel } from "../src/shared/protocol/screen.ts";
import { BUDGETS } from "./bench-budgets.ts";
import { type BenchDatabase, makeBenchDatabase } from "./bench-database.ts";
import { loadBench, settled } from "./bench-load.ts";
import { BenchPortal } from "./bench-portal.ts";
import { judge, quantile, rounded, tell } from "./bench-result.ts";

const COUNTS = (process.env.BENCH_ROWS ?? "1000000")
  .split(",")
  .map(Number)
  .toSorted((one, other) => one - other);
const ROUNDS = 7;
/** Pages of a round: the system counts processor time in hundredths of a second. Fewer where one takes tens of them anyway. */
const [PAGES, LONG_PAGES, LONG_MS] = [200, 20, 50];
/** Calls of each page before anything is measured. */
const WARM = 150;
const ROWS = 30;
const STATEMENTS = 510;
/** The shop whose clerk and supplier ask. */
const [SHOP, CLERK, SUPPLIER] = ["0000000054", "admin54", "s054001"];

interface Case {
  readonly what: keyof typeof BUDGETS.pages;
  readonly user: typeof CLERK | typeof SUPPLIER;
  /** Of GetPage, besides page and rows. */
  readonly params: Readonly<Record<string, string>>;
  /** What the driver asks for: the condition, with `$1` for the shop; order; rows that come before. */
  readonly best: { readonly where: string; readonly order?: string; readonly offset?: number; readonly indexes: readonly string[] };
  /** What waits for somebody is no condition of columns: the driver asks for about as many. */
  readonly isAbout?: true;
}

interface Figures {
  readonly what: Case["what"];
  /** ms of processor for one page. */
  readonly server: number;
  readonly database: number;
  readonly best: number;
  /** ms of the whole call. */
  readonly took: number;
  readonly ratio: number;
}

const results: { readonly rows: number; readonly figures: readonly Figures[] }[] = [];
const fresh = await makeBenchDatabase("pages");
try {
  let there = 0;
  for (const rows of COUNTS) {
    await loadBench(fresh.href, { Balance: rows - there });
    there = rows;
    results.push({ rows, figures: await measure(fresh) });
    const titled = results.map((each) => [`${each.rows.toLocaleString("en")} rows, ms a page`, each.figures] as const);
    tell("pages", { results }, Object.fromEntries(titled));
  }
} finally {
  await fresh.drop();
}
judge(
  results.flatMap(({ rows, figures }) =>
    figures.map(({ what, ratio }) => ({ what: `${what}, ${rows} rows, of the best plan`, is: ratio, most: BUDGETS.pages[what] })),
  ),
);

async function measure(fresh: BenchDatabase): Promise<Figures[]> {
  const client = new pg.Client({ connectionString: fresh.href });
  await client.connect();
  const portal = await BenchPortal.start(CLERK, { DATABASE_URL: fresh.href });
  try {
    await settled(client);
    const tokens = { [CLERK]: await portal.signIn(CLERK), [SUPPLIER]: await portal.signIn(SUPPLIER) };
    const cases = await casesOf(portal, client);
    await client.query(`create table best as select * from balance order by "Id"`);
    for (const [index, definition] of [...new Set(cases.flatMap(({ best }) => best.indexes))].entries())
      await client.query(`create index best_${index} on best ${definition}`);
    await client.query("vacuum analyze best");
    // A portal that has just started compiles what it runs: in use it has long done so.
    for (let n = 0; n < WARM; n++)
      for (const { user, params } of cases)
        await portal.call(`/api/Module/${STATEMENTS}/GetPage`, { page: "1", rows: ROWS, ...params }, tokens[user] ?? "");
    const figures: Figures[] = [];
    for (const each of cases) figures.push(await compare(each, portal, tokens[each.user] ?? "", client, fresh));
    await client.query("drop table best");
    return figures;
  } finally {
    await portal.end();
    await client.end();
  }
}

/** The pages that are looked at, on a list of statements. */
async function casesOf(portal: BenchPortal, client: pg.Client): Promise<Case[]> {
  const { filters } = await portal.call<ScreenModel>("/api/Registry/GetModule", { mdl: STATEMENTS });
  const ready = filters.find(({ initial }) => initial !== null);
  const days = { field: ready?.field, operator: ready?.operator, value: ready?.initial };
  const [from, to] = (ready?.initial ?? []) as unknown as [string, string];
  const name = (
    await client.query<{ Provider: string }>(`select "Provider" from provider where "SHOP_ID" = $1 order by "Id" limit 1`, [SHOP])
  ).rows[0];
  const part = name?.Provider.slice(0, 3) ?? "";
  const listed = await portal.call<PageResult>(`/api/Module/${STATEMENTS}/GetPage`, { page: 1, rows: 1 }, await portal.signIn(SUPPLIER));
  const ofFilter = (...clauses: readonly unknown[]) => ({ filter: JSON.stringify(clauses) });
  const equal = (field: string, value: unknown) => ({ field, operator: "eq", value });
  const byId = { sort: "Id", order: "desc" };
  const inDays = `busdate between '${from}' and '${to}'`;
  const byShop = `("SHOP_ID", "Id" desc)`;
  const plain = `("SHOP_ID") include ("TotalMoney")`;
  const finance = `("SHOP_ID", "B2b_statu", "Statu", "Isstop", "Id" desc) include ("TotalMoney")`;
  const supplied = `("SHOP_ID", provid, "Id" desc) include ("TotalMoney", "B2b_statu")`;
  const dated = `("SHOP_ID", busdate, "Id" desc) include ("TotalMoney")`;
  const byMoney = `("SHOP_ID", "TotalMoney" desc, "Id" desc)`;
  const deep = 1000;
  return [
    { what: "no filter", user: CLERK, params: byId, best: { where: "true", indexes: [byShop, plain] } },
    {
      what: "as it opens: 31 days and what waits, which comes first",
      user: CLERK,
      params: {
        sort: `${WAITS},Id`,
        order: "desc,desc",
        ...ofFilter({ operator: "or", value: [days, { field: WAITS, operator: "eq", value: true }] }),
      },
      best: {
        where: `(${inDays} or "B2b_statu" in (0, 20))`,
        order: `("B2b_statu" in (0, 20)) desc, "Id" desc`,
        indexes: [dated, finance],
      },
    },
    {
      what: "three filters",
      user: CLERK,
      params: { ...byId, ...ofFilter(equal("B2b_statu", 50), equal("Statu", 10), equal("Isstop", false)) },
      best: { where: `"B2b_statu" = 50 and "Statu" = 10 and not "Isstop"`, indexes: [finance] },
    },
    {
      what: "part of a supplier's name",
      user: CLERK,
      params: { ...byId, ...ofFilter({ field: "Provider", operator: "contains", value: part }) },
      best: {
        where: `provid in (select provid from provider where "SHOP_ID" = $1 and strpos("Provider", '${part}') > 0)`,
        indexes: [supplied],
      },
    },
    { what: "31 days", user: CLERK, params: { ...byId, ...ofFilter(days) }, best: { where: inDays, indexes: [dated] } },
    {
      what: "by amount",
      user: CLERK,
      params: { sort: "TotalMoney", order: "desc" },
      best: { where: "true", order: `"TotalMoney" desc, "Id" desc`, indexes: [byMoney, plain] },
    },
    {
      what: `page ${deep}`,
      user: CLERK,
      params: { ...byId, page: String(deep) },
      best: { where: "true", offset: (deep - 1) * ROWS, indexes: [byShop, plain] },
    },
    {
      what: "a supplier's own",
      user: SUPPLIER,
      params: byId,
      best: { where: `provid = '${listed.rows[0]?.provid}' and "B2b_statu" in (10, 20, 50, 60)`, indexes: [supplied] },
    },
  ];
}

/** The page of the portal and of the driver, in turns. */
async function compare(
  { what, params, best, isAbout }: Case,
  portal: BenchPortal,
  token: string,
  client: pg.Client,
  fresh: BenchDatabase,
): Promise<Figures> {
  const page = { page: "1", rows: String(ROWS), ...params };
  const rows = {
    name: `rows ${what}`,
    text: `select * from best where "SHOP_ID" = $1 and ${best.where} order by ${best.order ?? `"Id" desc`} limit ${ROWS} offset ${best.offset ?? 0}`,
    values: [SHOP],
  };
  const sums = {
    name: `sums ${what}`,
    text: `select count(*), sum("TotalMoney") from best where "SHOP_ID" = $1 and ${best.where}`,
    values: [SHOP],
  };
  const [first] = (await client.query(sums)).rows as { count: string }[];
  const asked = performance.now();
  await client.query(sums);
  const isLong = performance.now() - asked > LONG_MS;
  const { total } = await portal.call<PageResult>(`/api/Module/${STATEMENTS}/GetPage`, page, token);
  if (!isAbout && Number(first?.count) !== Number(total)) throw new Error(`${what}: ${first?.count} rows by SQL, ${total} by the portal`);
  const [pages, bests] = [isAbout ? LONG_PAGES : PAGES, isAbout || isLong ? LONG_PAGES : PAGES];
  const found = { server: [] as number[], database: [] as number[], best: [] as number[], took: [] as number[] };
  for (let round = 0; round <= ROUNDS; round++) {
    const [server, database, began] = [portal.cpu, await fresh.cpu(), performance.now()];
    for (let n = 0; n < pages; n++) await portal.call(`/api/Module/${STATEMENTS}/GetPage`, page, token);
    const took = performance.now() - began;
    const [serverAfter, databaseAfter, own] = [portal.cpu, await fresh.cpu(), process.cpuUsage()];
    for (let n = 0; n < bests; n++) {
      await client.query(rows);
      await client.query(sums);
    }
    const { user, system } = process.cpuUsage(own);
    // The first round fills caches.
    if (round === 0) continue;
    found.server.push((serverAfter - server) / pages);
    found.database.push((databaseAfter - database) / pages);
    found.best.push(((await fresh.cpu()) - databaseAfter + (user + system) / 1000) / bests);
    found.took.push(took / pages);
  }
  const [server, database, bare, took] = [quantile(found.server), quantile(found.database), quantile(found.best), quantile(found.took)];
  return {
    what,
    server: rounded(server),
    database: rounded(database),
    best: rounded(bare),
    took: rounded(took),
    ratio: rounded((server + database) / bare, 2),
  };
}
