/**
 * `npm run bench -- --only paint`: how long after a click on its address the first list is there, in a browser that knows nothing yet, with a processor
 * four times as slow and a line of 1.6 Mbps; beside a list of the same rows as refine with antd, and as react-admin, draw it with nothing else. These are served
 * without a database, without rights and without a session. And what scrolling through all sales and typing into a filter costs, with the slow
 * processor. All take turns; figures are medians. Needs a Chromium. `--check`: ends with 1 where the portal's list comes later than its budget.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type BrowserContext, type CDPSession, chromium, type Page } from "@playwright/test";
import { ALL_ROWS, type PageResult } from "../src/shared/protocol/list.ts";
import type { ScreenModel, UserInfo } from "../src/shared/protocol/screen.ts";
import { BUDGETS } from "./bench-budgets.ts";
import { servePlainList } from "./bench-plain-list.ts";
import { BenchPortal } from "./bench-portal.ts";
import { judge, quantile, rounded, tell } from "./bench-result.ts";
import { openStage } from "./bench-stage.ts";
import { PAGE } from "./bench-statements.ts";
import { findChromium } from "./chromium.mjs";

const [USER, ROUNDS, SLOWER] = ["admin54", 3, 4];
/** Bytes a second, and ms of a round trip, as of a slow phone network. */
const LINE = { downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8, latency: 150, offline: false };
const LIST = "/accountChecking/BalanceManage";
const DAYS = encodeURIComponent(JSON.stringify([["busdate", "between", ["2000-01-01", "2099-12-31"]]]));
const SALES = `/accountChecking/AccountManage?filters=${DAYS}&pageSize=${ALL_ROWS}`;
const TYPED = "JS20250630";
const SCROLL_MS = 3000;
const LONGEST_MS = 300_000;

/** What runs in the page. */
const inPage = (name: string) => join(import.meta.dirname, `bench-paint/${name}.js`);

const stage = await openStage("paint");
try {
  const portal = await BenchPortal.start(USER, { DATABASE_URL: stage.href });
  try {
    await measure(portal);
  } finally {
    await portal.end();
  }
} finally {
  await stage.drop();
}

async function measure(portal: BenchPortal): Promise<void> {
  const { columns } = await portal.call<ScreenModel>("/api/Registry/GetModule", { mdl: PAGE });
  const { rows, total } = await portal.call<PageResult>(`/api/Module/${PAGE}/GetPage`, { page: 1, rows: 30, sort: "Id", order: "desc" });
  const shown = { columns: columns.map(({ field, title }) => ({ field, title })), rows, total: Number(total) };
  const refine = await servePlainList("refine", shown);
  const reactAdmin = await servePlainList("react-admin", shown);
  if (reactAdmin === null) console.log("react-admin cannot be had (npm install found no registry): there are no figures of it");
  const executablePath = await findChromium();
  if (executablePath === null) throw new Error("there is no Chromium: set CHROMIUM to one");
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking"] });
  try {
    const session = await sessionOf(portal);
    const fresh = async () => {
      const context = await browser.newContext({ serviceWorkers: "block", bypassCSP: true, viewport: { width: 1440, height: 900 } });
      await context.addInitScript((kept) => {
        for (const [key, text] of Object.entries(kept)) sessionStorage.setItem(key, text);
      }, session);
      return context;
    };
    const urls = { portal: `${portal.url}${LIST}`, refine: refine?.url ?? null, reactAdmin: reactAdmin?.url ?? null };
    const first = await firstPaints(fresh, urls);
    const hand = await underHand(fresh, portal);
    const paints = Object.entries(first).map(([list, found]) => ({ list, ...found }));
    tell("paint", { first, hand }, { "The first list": paints, "Under one's hand": [hand] });
    judge(
      paints.flatMap(({ list, paintMs }) =>
        list === "refine" || list === "reactAdmin"
          ? [{ what: `first list, of ${list}'s`, is: rounded(first.portal.paintMs / paintMs, 2), most: BUDGETS.paint[list] }]
          : [],
      ),
    );
  } finally {
    await browser.close();
    await refine?.end();
    await reactAdmin?.end();
  }
}

/** What the portal keeps in the browser of somebody who is signed in. */
async function sessionOf(portal: BenchPortal): Promise<Record<string, string>> {
  const info = await portal.call<UserInfo>("/api/login/GetUserInfo", { username: USER });
  await portal.call("/api/login/login", { username: USER });
  return {
    Authorization: await portal.signIn(USER),
    userInfo: JSON.stringify({ userName: USER, roles: info.mdl, shell: info.shell }),
    userData: JSON.stringify(info.user),
    urlImgs: info.shell.logo,
  };
}

interface Paint {
  /** From the address to the first row that is painted. */
  readonly paintMs: number;
  /** From the address to rows that can be used: the portal draws its first ones before that (docs/decisions/136). */
  readonly usableMs: number;
  /** What came over the line until then, in kB. */
  readonly kilobytes: number;
}

async function firstPaints<Name extends string>(
  fresh: () => Promise<BrowserContext>,
  urls: Readonly<Record<Name, string | null>>,
): Promise<Record<Name, Paint>> {
  const found = new Map<Name, Paint[]>();
  const there = (Object.entries(urls) as [Name, string | null][]).filter((each): each is [Name, string] => each[1] !== null);
  // The first round fills the caches of the servers.
  for (let round = 0; round <= ROUNDS; round++)
    for (const [name, url] of there) {
      const context = await fresh();
      const paint = await firstPaint(await context.newPage(), url);
      await context.close();
      if (round > 0) found.set(name, [...(found.get(name) ?? []), paint]);
    }
  const figures = there.map(([name]) => {
    const paints = found.get(name) ?? [];
    const median = (figure: keyof Paint) => quantile(paints.map((each) => each[figure]));
    return [name, { paintMs: median("paintMs"), usableMs: median("usableMs"), kilobytes: median("kilobytes") }];
  });
  return Object.fromEntries(figures) as Record<Name, Paint>;
}

async function firstPaint(page: Page, url: string): Promise<Paint> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Network.enable");
  await devtools.send("Network.emulateNetworkConditions", LINE);
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: SLOWER });
  let bytes = 0;
  devtools.on("Network.dataReceived", ({ encodedDataLength }) => {
    bytes += encodedDataLength;
  });
  await page.addInitScript({ path: inPage("when-painted") });
  // A word to the console: the portal's pages let nobody evaluate.
  const told = [said(page, "painted"), said(page, "usable")];
  await page.goto(url, { waitUntil: "commit", timeout: LONGEST_MS });
  const [paintMs = 0, usableMs = 0] = (await Promise.all(told)).map((ms) => Math.round(Number(ms)));
  return { paintMs, usableMs, kilobytes: Math.round(bytes / 1000) };
}

/** Scrolling through all sales, on this processor and on the slow one, and typing into a filter on the slow one. */
async function underHand(fresh: () => Promise<BrowserContext>, portal: BenchPortal) {
  const found = {
    framesPerSecond: [] as number[],
    longTasks: [] as number[],
    framesPerSecondSlow: [] as number[],
    longTasksSlow: [] as number[],
    scriptPerFrame: [] as number[],
    scriptPerKey: [] as number[],
  };
  for (let round = 0; round < ROUNDS; round++) {
    const context = await fresh();
    const page = await context.newPage();
    const devtools = await context.newCDPSession(page);
    await devtools.send("Performance.enable");
    await page.goto(`${portal.url}${SALES}`);
    await page.locator("[data-place]").first().waitFor({ timeout: LONGEST_MS });
    const plain = await scroll(page);
    found.framesPerSecond.push((plain.frames / SCROLL_MS) * 1000);
    found.longTasks.push(plain.longTasks);
    await devtools.send("Emulation.setCPUThrottlingRate", { rate: SLOWER });
    const before = await scriptMs(devtools);
    const slow = await scroll(page);
    found.framesPerSecondSlow.push((slow.frames / SCROLL_MS) * 1000);
    found.longTasksSlow.push(slow.longTasks);
    found.scriptPerFrame.push(((await scriptMs(devtools)) - before) / slow.frames);
    await page.goto(`${portal.url}${LIST}`);
    const filter = page.getByTestId("filter-Billid").first();
    await filter.waitFor({ timeout: LONGEST_MS });
    // It can be typed into before the rows are there, which are drawn meanwhile (docs/decisions/136).
    await page.locator("[data-row-key]").first().waitFor({ timeout: LONGEST_MS });
    await filter.click();
    const untyped = await scriptMs(devtools);
    await page.keyboard.type(TYPED, { delay: 100 });
    found.scriptPerKey.push(((await scriptMs(devtools)) - untyped) / TYPED.length);
    await context.close();
  }
  const medians = Object.entries(found).map(([figure, all]) => [figure, rounded(quantile(all))]);
  return Object.fromEntries(medians) as Record<keyof typeof found, number>;
}

async function scroll(page: Page): Promise<{ readonly frames: number; readonly longTasks: number }> {
  const told = said(page, "scrolled");
  await page.addScriptTag({ content: readFileSync(inPage("scroll"), "utf8") });
  return JSON.parse(await told);
}

/** What the page says on the console after this word. */
async function said(page: Page, word: string): Promise<string> {
  const message = await page.waitForEvent("console", { predicate: (each) => each.text().startsWith(`${word} `), timeout: LONGEST_MS });
  return message.text().slice(word.length + 1);
}

async function scriptMs(devtools: CDPSession): Promise<number> {
  const { metrics } = await devtools.send("Performance.getMetrics");
  return 1000 * (metrics.find(({ name }) => name === "ScriptDuration")?.value ?? 0);
}
