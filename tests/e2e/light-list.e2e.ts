import type { Page, Route } from "@playwright/test";
import { expect, test } from "./fixtures.ts";
import { settled } from "./layout.ts";
import { passIn } from "./page-time.ts";

/* The first list, drawn light before the portal is there (docs/decisions/136). */

const STATEMENTS = "/accountChecking/BalanceManage";
const SUPPLIERS = "/basicInfo/CompanyProviderManage";
const ORDERS = "/logisticsReceiptsDemand/OrderManage";
const START = "**/api/login/GetStartData";
/** What draws the portal itself. */
const PORTAL = "**/assets/list-*.js";

const light = (page: Page) => page.locator(".light-table, .light-cards");
const real = (page: Page) => page.getByTestId("list-table").or(page.getByTestId("list-cards"));

/** Opens an address with the portal itself held back; what is returned lets it go. */
async function openWithoutPortal(page: Page, url: string): Promise<() => Promise<void>> {
  const held: Route[] = [];
  let isHeld = true;
  await page.route(PORTAL, (route) => (isHeld ? void held.push(route) : route.continue()));
  const answered = page.waitForResponse(START);
  await page.goto(url, { waitUntil: "commit" });
  await (await answered).finished();
  await expect.poll(() => held.length).toBeGreaterThan(0);
  return async () => {
    isHeld = false;
    await Promise.all(held.map((route) => route.continue()));
  };
}

interface Cell {
  /** Row and column. */
  readonly at: string;
  readonly text: string;
  /** It holds more than words. */
  readonly isMore: boolean;
  /** px: where it stands, and where its words begin. */
  readonly place: readonly number[];
  readonly colour: string;
  /** How bold: what waits for its reader is told by it. */
  readonly weight: string;
}

/** What stands in these cells, and where. */
const cellsOf = (page: Page, selector: string) =>
  page.locator(selector).evaluateAll((cells) => {
    // As it is painted, however it is written.
    const brush = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
    const painted = (colour: string) => {
      if (brush === null) return colour;
      brush.clearRect(0, 0, 1, 1);
      brush.fillStyle = colour;
      brush.fillRect(0, 0, 1, 1);
      return brush.getImageData(0, 0, 1, 1).data.join();
    };
    const rows = [...new Set(cells.map(({ parentElement }) => parentElement))];
    return cells.map((cell): Cell => {
      const { x, y, width, height } = cell.getBoundingClientRect();
      const words = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT).nextNode();
      const range = document.createRange();
      if (words !== null) range.selectNode(words);
      return {
        at: `${rows.indexOf(cell.parentElement)} ${[...(cell.parentElement?.children ?? [])].indexOf(cell)}`,
        text: (cell as HTMLElement).innerText.trim(),
        isMore: cell.querySelector("img, button:not(.ant-table-row-expand-icon)") !== null,
        place: [x, y, width, height, words === null ? 0 : range.getBoundingClientRect().x].map(Math.round),
        colour: painted(getComputedStyle(words?.parentElement ?? cell).color),
        weight: getComputedStyle(words?.parentElement ?? cell).fontWeight,
      };
    });
  });

/** Parts of a list, as the light one and the real one name them. */
const PARTS = [
  [".light-head :is(th, td)", ".list-table .ant-table-thead :is(th, td):not(.ant-table-cell-scrollbar)"],
  [".light-body td", ".list-table [data-row-key] > td"],
  [".light-sums td", ".list-table .row-sums > td"],
  [".card :is(.card-title, .card-mark, dt, dd)", ".card :is(.card-title, .card-mark, dt, dd)"],
] as const;

/** What the light list says, once the room around its rows is known to it. */
async function lightCells(page: Page): Promise<Cell[][]> {
  await expect(light(page)).toHaveCount(1);
  return await settled(page, () => Promise.all(PARTS.map(([one]) => cellsOf(page, one))));
}

/** From now on every picture of the page is looked at: whether rows have gone, or stand there twice; and how much moves. */
async function watchPictures(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const seen = { gone: 0, twice: 0, moved: [] as string[] };
    Object.assign(window, { seen });
    const is = (selector: string) => document.querySelector(selector) !== null;
    let wasThere = false;
    const look = () => {
      const [isLight, isReal] = [is(".light-table, .light-cards"), is('[data-testid="list-table"], [data-testid="list-cards"]')];
      if (wasThere && !isLight && !isReal) seen.gone += 1;
      if (isLight && isReal) seen.twice += 1;
      wasThere ||= isLight;
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
    const told = (entry: PerformanceEntry & { value?: number; sources?: readonly { readonly node: Node | null }[] }) =>
      `${entry.value} ${entry.sources?.map(({ node }) => (node instanceof Element ? node.className : node?.nodeName)).join()}`;
    new PerformanceObserver((list) => seen.moved.push(...list.getEntries().map(told))).observe({ type: "layout-shift", buffered: true });
  });
}

const seenOf = (page: Page) => page.evaluate(() => (window as unknown as { readonly seen: unknown }).seen);

/** The light list says what the list says that takes its place, in the same places and colours. */
async function expectSame(page: Page, before: readonly (readonly Cell[])[]): Promise<void> {
  const after = await Promise.all(PARTS.map(([, other]) => cellsOf(page, other)));
  const { width = 0, height = 0 } = page.viewportSize() ?? {};
  const isSeen = ({ place: [x = 0, y = 0] }: Cell) => x < width && y < height;
  for (const [index, cells] of before.entries()) {
    const others = after[index] ?? [];
    for (const cell of cells) {
      const other = others.find(({ at }) => at === cell.at);
      if (other?.isMore) expect(cell.text).toBe("");
      else expect(cell, `${PARTS[index]?.[0]} ${cell.at} ${other?.text}`).toEqual(other);
    }
    // What is not drawn cannot be seen.
    const missing = others.filter(({ at }) => !cells.some((cell) => cell.at === at));
    expect(missing.filter(isSeen)).toEqual([]);
  }
}

const LISTS = [
  { user: "admin54", path: STATEMENTS, width: 1440, rows: 100 },
  { user: "admin54", path: STATEMENTS, width: 1024, rows: 100 },
  { user: "admin54", path: STATEMENTS, width: 390, rows: 50 },
  { user: "admin54", path: SUPPLIERS, width: 1440, rows: 100 },
  { user: "admin54", path: `${SUPPLIERS}?sorters=provid.asc&pageSize=5`, width: 1440, rows: 50 },
  { user: "admin54", path: "/basicInfo/GoodsManage", width: 1440, rows: 100 },
  { user: "admin54", path: "/systemAdmin/Usr", width: 1440, rows: 50 },
  { user: "s001001", path: ORDERS, width: 1440, rows: 100 },
  // What tells the unread rows is a column out of view.
  { user: "s001001", path: ORDERS, width: 1024, rows: 50 },
  { user: "s001001", path: ORDERS, width: 390, rows: 30 },
] as const;

test.describe("until the portal is there, the list says what it will say, and then gives its place to it", () => {
  for (const { user, path, width, rows } of LISTS) {
    test(`${path} of ${user} at ${width} px`, async ({ page, portal, signIn }) => {
      await page.setViewportSize({ width, height: 900 });
      await signIn(user);
      await watchPictures(page);
      const go = await openWithoutPortal(page, portal.url + path);
      const before = await lightCells(page);
      expect(before.flat().length).toBeGreaterThan(rows);
      await go();
      await real(page).waitFor();
      await expect(page.locator('[class^="light"]')).toHaveCount(0);
      await expectSame(page, before);
      expect(await seenOf(page)).toEqual({ gone: 0, twice: 0, moved: [] });
    });
  }
});

test("it has the look and the density that were chosen, and the columns that the user has arranged", async ({ page, portal, signIn }) => {
  await signIn("admin54");
  await page.evaluate(() => {
    localStorage.setItem("look", "dark");
    localStorage.setItem("density", "compact");
  });
  const go = await openWithoutPortal(page, `${portal.url}${ORDERS}?cols=*middle.busdate-h.Billid-w260`);
  const before = await lightCells(page);
  const heads = before[0]?.map(({ text }) => text);
  expect(heads).toContain("订货金额");
  expect(heads).not.toContain("业务日期");
  await go();
  await real(page).waitFor();
  await expectSame(page, before);
});

test("it is nothing to be read out, to be pressed or to be reached by keys", async ({ page, portal, signIn }) => {
  await signIn("admin54");
  const go = await openWithoutPortal(page, portal.url + STATEMENTS);
  await expect(light(page)).toHaveCount(1);
  await expect(page.getByRole("table")).toHaveCount(0);
  await page.keyboard.press("Tab");
  await page.mouse.click(700, 500);
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe("BODY");
  await go();
  await real(page).waitFor();
  await expect(page.getByRole("table").first()).toBeVisible();
});

test.describe("there is none", () => {
  for (const [what, path] of [
    ["of a list without rows", `${ORDERS}?filters=${encodeURIComponent('[["Billid","contains","nothing like it"]]')}`],
    ["of rows put together in groups", `${ORDERS}?group=busdate`],
    ["of a list with parts of its own", "/accountChecking/BalancePay"],
    ["of groups of users", "/systemAdmin/SYSGroup"],
    ["at home", "/index"],
    ["of a form", `${ORDERS}/create`],
    ["of a page that is not there", "/nowhere"],
  ]) {
    test(`${what}`, async ({ page, portal, signIn }) => {
      await signIn("admin54");
      const go = await openWithoutPortal(page, portal.url + path);
      await passIn(page, 500);
      await expect(page.locator('[class^="light"]')).toHaveCount(0);
      await go();
      await page.getByTestId("user-menu").waitFor();
      await expect(page.locator('[class^="light"]')).toHaveCount(0);
    });
  }

  test("where the first answer does not come; the list is there all the same", async ({ page, portal, signIn }) => {
    await signIn("admin54");
    await page.route(START, (route) => route.fulfill({ status: 500, json: { Code: 500, Msg: "系统错误", Result: null } }));
    const go = await openWithoutPortal(page, portal.url + ORDERS);
    await expect(page.locator('[class^="light"]')).toHaveCount(0);
    await go();
    await real(page).waitFor();
    await expect(page.getByTestId("toast")).toHaveCount(0);
  });

  test("where it cannot be drawn; the list is there all the same", async ({ page, portal, signIn }) => {
    await signIn("admin54");
    await page.route(START, async (route) => {
      const answer = await route.fetch();
      const told = (await answer.json()) as { Result: { page: { result: { footer: unknown } } } };
      // The list takes sums that are missing for none.
      told.Result.page.result = Object.assign(told.Result.page.result, { footer: null });
      await route.fulfill({ response: answer, json: told });
    });
    const go = await openWithoutPortal(page, portal.url + STATEMENTS);
    await passIn(page, 500);
    await expect(page.locator('[class^="light"]')).toHaveCount(0);
    await go();
    await real(page).waitFor();
    await expect(page.getByTestId("toast")).toHaveCount(0);
  });
});

test("it is gone as soon as something else is there: where the portal cannot be loaded, and where the session is over", async ({
  page,
  portal,
  signIn,
}) => {
  await signIn("admin54");
  await page.route(PORTAL, async (route) => {
    await light(page).waitFor();
    await route.abort();
  });
  await page.goto(portal.url + STATEMENTS);
  await expect(page.getByRole("alert")).toBeVisible();
  await expect(page.locator('[class^="light"]')).toHaveCount(0);
  await page.unroute(PORTAL);
  const go = await openWithoutPortal(page, portal.url + STATEMENTS);
  await expect(light(page)).toHaveCount(1);
  await page.evaluate(() => sessionStorage.clear());
  await go();
  await expect(page.getByTestId("login-user")).toBeVisible();
  await expect(page.locator('[class^="light"]')).toHaveCount(0);
});
