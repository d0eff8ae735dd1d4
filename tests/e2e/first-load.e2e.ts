import type { Page, Request, Route } from "@playwright/test";
import type { MenuResult, ScreenModel } from "../../src/shared/protocol/screen.ts";
import { Beside } from "./beside.ts";
import { expect, test } from "./fixtures.ts";
import { someOf } from "./long.ts";
import { quiet } from "./page-time.ts";

const ORDERS = "/logisticsReceiptsDemand/OrderManage";
const PAYMENTS = "/accountChecking/BalancePay";
const START = "/api/login/GetStartData";

/** What a page begins with comes by that call alone. */
const APART = /\/api\/(Registry\/GetModules?|Module\/\d+\/GetPage|BalancePay\/GetBalance_Pay)$/;
/** Nothing waits for these: the ear for changes, and what a browser looks for by itself. */
const BESIDE = /Registry\/Watch|favicon|icon-\d+|manifest|\.svg$/;

/** Rows that can be read: those that are drawn before the portal is there, or the list itself. */
const rowsOf = (page: Page) => page.locator(".light-body tr:visible, [data-testid='list-total']:visible").first();
const firstRow = (page: Page) => page.locator('[data-testid="list-table"] [data-testid^="row-"]').first();

/**
 * Opens an address and answers nothing until the page asks for nothing more; then all that it has asked for at once, and so on, until there are
 * rows. The list itself follows, and nothing more is answered until then. What was asked for, round by round, the document itself left out: however quick the line is, each round costs its way there and back.
 */
async function roundsOf(page: Page, url: string): Promise<string[][]> {
  // What the page before still asks for is none of this one's.
  await quiet(page);
  const held: Route[] = [];
  await page.route("**/*", async (route) => {
    const request = route.request();
    if (request.isNavigationRequest() || BESIDE.test(request.url())) await route.continue();
    else held.push(route);
  });
  await page.goto(url, { waitUntil: "commit" });
  const rounds: string[][] = [];
  for (;;) {
    await settled(page, held);
    // A busy machine draws late: nothing is asked for, and the list is still to come.
    const isThere = () => rowsOf(page).isVisible();
    const message = `after ${JSON.stringify(rounds)} nothing more is asked for, and there is no list`;
    await expect.poll(async () => held.length > 0 || (await isThere()), message).toBe(true);
    if (await isThere()) {
      await expect(page.getByTestId("list-total")).toBeVisible();
      return rounds;
    }
    const round = held.splice(0);
    rounds.push(round.map((route) => new URL(route.request().url()).pathname));
    await Promise.all(round.map(answered));
  }
}

/** Lets a request go, and waits for all of its answer. */
async function answered(route: Route): Promise<void> {
  await route.continue();
  await (await route.request().response())?.finished();
}

/** Until the page has had time to ask for something more, and has not. */
async function settled(page: Page, held: readonly Route[]): Promise<void> {
  for (let before = -1; before !== held.length; ) {
    before = held.length;
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 500)));
  }
}

/** The calls of a page from now on. */
function callsOf(page: Page): string[] {
  const calls: string[] = [];
  page.on("request", (request: Request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith("/api/")) calls.push(pathname);
  });
  return calls;
}

test.describe("the first list is there after two ways to the server and back", () => {
  for (const path of [ORDERS, `${ORDERS}?current=2&pageSize=10`]) {
    test(`at ${path}`, async ({ page, portal, signIn }) => {
      await signIn("admin54");
      const rounds = await roundsOf(page, portal.url + path);
      expect(rounds.length, JSON.stringify(rounds)).toBeLessThanOrEqual(2);
      expect(rounds.flat().filter((url) => url.startsWith("/api/"))).toEqual([START]);
    });
  }

  // Its screen says which piece draws it; its rows came with the screen.
  test("and a hand-written one after a third", async ({ page, portal, signIn }) => {
    await signIn("admin54");
    const rounds = await roundsOf(page, portal.url + PAYMENTS);
    expect(rounds.length, JSON.stringify(rounds)).toBeLessThanOrEqual(3);
    expect(rounds.flat().filter((url) => url === START || APART.test(url))).toEqual([START]);
  });
});

test("every list of a user begins with rows that came in the one answer", async ({ page, portal, signIn }) => {
  test.slow();
  const beside = await Beside.signIn(portal, "admin54");
  const { modules } = await beside.call<MenuResult>("Registry/GetModules");
  const pages = modules.flatMap(({ children }) => children);
  expect(pages.length).toBeGreaterThan(50);
  await signIn("admin54");
  const calls = callsOf(page);
  for (const { MdlId, path } of someOf(pages, 0)) {
    const screen = await beside.call<ScreenModel>("Registry/GetModule", { mdl: String(MdlId) });
    if (screen.page !== "list") continue;
    calls.length = 0;
    await page.goto(portal.url + path);
    await page.getByTestId("list-total").waitFor();
    expect(
      calls.filter((call) => call === START || APART.test(call)),
      path,
    ).toEqual([START]);
  }
});

test("so does a list with a view of one's own, on a phone, with low rows, as a supplier, and after the sign-in", async ({
  page,
  portal,
  signIn,
}) => {
  const begun = async (path: string) => {
    const calls = callsOf(page);
    await page.goto(portal.url + path);
    await page.getByTestId("list-total").or(page.getByTestId("list-cards")).first().waitFor();
    expect(
      calls.filter((call) => call === START || APART.test(call)),
      path,
    ).toEqual([START]);
    page.removeAllListeners("request");
  };
  await signIn("admin54");
  await page.evaluate(() => localStorage.setItem("density", "compact"));
  await begun(ORDERS);
  await page.evaluate(() => localStorage.removeItem("density"));
  await page.setViewportSize({ width: 390, height: 844 });
  await begun(ORDERS);
  await page.setViewportSize({ width: 1440, height: 900 });
  await signIn("s001001");
  await begun(ORDERS);
  await page.evaluate(() => sessionStorage.clear());
  await page.goto(`${portal.url}/login?redirect=${ORDERS}`);
  const calls = callsOf(page);
  await page.getByTestId("login-user").fill("admin54");
  await page.getByTestId("login-pass").fill(portal.password);
  await page.getByTestId("login-submit").click();
  await firstRow(page).waitFor();
  expect(calls.filter((call) => call === START || APART.test(call))).toEqual([START]);
});

test("rows are read anew as ever after that: on another page, and when somebody asks for them", async ({ page, signIn }) => {
  await signIn("admin54", ORDERS);
  await firstRow(page).waitFor();
  await quiet(page);
  const calls = callsOf(page);
  await page.getByTestId("list-refresh").click();
  await quiet(page);
  expect(calls.filter((call) => APART.test(call))).toEqual(["/api/Module/8901/GetPage"]);
  calls.length = 0;
  await page.locator(".ant-pagination-item-2").click();
  await quiet(page);
  expect(calls.filter((call) => APART.test(call))).toEqual(["/api/Module/8901/GetPage"]);
});

test("where the one answer does not come, the page asks for each part by itself", async ({ page, portal, signIn }) => {
  await signIn("admin54");
  await page.route(`**${START}`, (route) => route.fulfill({ status: 500, json: { Code: 500, Msg: "系统错误", Result: null } }));
  const calls = callsOf(page);
  await page.goto(portal.url + ORDERS);
  await firstRow(page).waitFor();
  expect(calls.filter((call) => APART.test(call))).toEqual([
    "/api/Registry/GetModules",
    "/api/Registry/GetModule",
    "/api/Module/8901/GetPage",
  ]);
  await expect(page.getByTestId("toast")).toHaveCount(0);
});

test("a session that is over leads to the login page as ever, and is told once", async ({ page, portal, signIn }) => {
  await signIn("admin54");
  // All that are ever told: on a busy machine one may be gone before the login page is there.
  await page.addInitScript(() => {
    // In the page that opens: the one that is left still calls, and would be told itself.
    sessionStorage.setItem("Authorization", "A".repeat(43));
    const told = new Set<Element>();
    new MutationObserver(() => {
      for (const toast of document.querySelectorAll("[data-testid=toast]")) told.add(toast);
      document.documentElement.dataset.told = String(told.size);
    }).observe(document, { childList: true, subtree: true });
  });
  await page.goto(portal.url + ORDERS);
  await expect(page.getByTestId("login-user")).toBeVisible();
  await expect(page.locator("html")).toHaveAttribute("data-told", "1");
  expect(new URL(page.url()).searchParams.get("redirect")).toBe(ORDERS);
});
