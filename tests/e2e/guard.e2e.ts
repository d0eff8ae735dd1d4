import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";
import { follow } from "./follow.ts";
import { passUntilShown, stopClock, toasts } from "./toasts.ts";

const NO_MODULE = "不存在模块权限！";
const ENDED = "由于您的合约已过期，暂时不能使用，请尽快签约后享受全部功能";

const ORDERS = "/logisticsReceiptsDemand/OrderManage";
const PAYMENTS = "/accountChecking/BalancePay";
const CONTRACTS = "/basicInfo/ProContractManage";
const STOCK = "/logisticsReceiptsDemand/StockQuery";

/** The list of the specification, and where each address leads. */
const LISTED: readonly (readonly [string, string])[] = [
  ["/", "/index"],
  ["/index", "/index"],
  ["/UpdatePassWord", "/UpdatePassWord"],
  ["/messageAdmin/BoardLst", "/messageAdmin/BoardLst"],
  ["/messageAdmin/MsgManage", "/messageAdmin/MsgManage"],
  [ORDERS, ORDERS],
  ["/logisticsReceiptsDemand/AcceptManage", "/logisticsReceiptsDemand/AcceptManage"],
  ["/queryAnlysis/goodsForecast", "/logisticsReceiptsDemand/goodsForecast"],
  ["/accountChecking/AccountManage", "/logisticsReceiptsDemand/AccountManage"],
  ["/queryAnlysis/StockQuery", STOCK],
  ["/accountChecking/BalanceManage", "/accountChecking/BalanceManage"],
  ["/accountChecking/ForDhInvoiceLog", "/accountChecking/ForDhInvoiceLog"],
  ["/accountChecking/BalanceMakeOutAnInvoice", "/accountChecking/BalanceMakeOutAnInvoice"],
];

const at = (page: Page, path: string) => expect.poll(() => new URL(page.url()).pathname).toBe(path);

/** What the server says of a page's module, asked as the signed-in user. */
async function serverSays(page: Page, mdl: number): Promise<{ Code: number; Msg: string }> {
  return page.evaluate(async (number) => {
    const answer = await fetch("/api/Registry/GetModule", {
      method: "POST",
      headers: { Authorization: sessionStorage.getItem("Authorization") ?? "" },
      body: new URLSearchParams({ mdl: String(number) }),
    });
    return answer.json();
  }, mdl);
}

test.describe("without a token", () => {
  test("every address but the public ones leads to the login page, and back after the sign-in", async ({ page, portal, complaints }) => {
    for (const path of [ORDERS, `${ORDERS}/show/1`, "/UpdatePassWord", "/nowhere", "/404", `${PAYMENTS}?current=2`]) {
      await page.goto(portal.url + path);
      await expect(page.getByTestId("login-user")).toBeVisible();
      await expect.poll(() => page.url()).toBe(`${portal.url}/login?redirect=${encodeURIComponent(path).replaceAll("%2F", "/")}`);
    }
    await page.goto(portal.url);
    await at(page, "/login");
    await expect.poll(() => page.url()).not.toContain("redirect");
    for (const path of ["/login", "/register", "/suggestion"]) {
      await page.goto(portal.url + path);
      await expect(page.locator("main").first()).toBeVisible();
      await at(page, path);
    }
    await page.goto(`${portal.url}/queryAnlysis/StockQuery`);
    await page.getByTestId("login-user").fill("admin01");
    await page.getByTestId("login-pass").fill(portal.password);
    await page.getByTestId("login-submit").click();
    await at(page, STOCK);
    await expect(page.getByTestId("list-table")).toBeVisible();
    expect(complaints).toEqual([]);
  });

  test("what is asked for is told to be refused after the sign-in", async ({ page, portal }) => {
    await page.goto(portal.url + PAYMENTS);
    await page.getByTestId("login-user").fill("buyer54");
    await page.getByTestId("login-pass").fill(portal.password);
    await page.getByTestId("login-submit").click();
    await expect(toasts(page, NO_MODULE)).toBeVisible();
    await at(page, "/index");
  });
});

test.describe("signed in", () => {
  test("the login page and the root lead home; a deep link stays, however long one waits", async ({ page, portal, signIn }) => {
    await signIn("admin01");
    await page.goto(`${portal.url}/login`);
    await at(page, "/index");
    await page.goto(portal.url);
    await at(page, "/index");
    await page.clock.install();
    await page.goto(`${portal.url + ORDERS}?current=1`);
    await expect(page.getByTestId("list-table")).toBeVisible();
    await page.clock.runFor(5000);
    await at(page, ORDERS);
    for (const path of ["/register", "/suggestion"]) {
      await page.goto(portal.url + path);
      await expect(page.locator("main").first()).toBeVisible();
      await page.clock.runFor(5000);
      await at(page, path);
    }
  });

  test("another address of a page leads to the same page, in one tab", async ({ page, signIn }) => {
    await signIn("admin01", STOCK);
    await expect(page.getByTestId("list-table")).toBeVisible();
    await follow(page, "/queryAnlysis/StockQuery");
    await at(page, STOCK);
    await expect(page.getByTestId("tabbar").locator('[data-testid$="StockQuery"][data-testid^="tab-/"]')).toHaveCount(1);
    await expect(toasts(page, /./)).toHaveCount(0);
  });

  test("an unknown address leads to /404, which says which it was and stays", async ({ page, portal, signIn, complaints }) => {
    await signIn("admin01");
    await page.clock.install();
    await page.goto(`${portal.url}/no/such-page?a=1`);
    await at(page, "/404");
    await expect(page.getByTestId("not-found")).toContainText("页面不存在");
    await expect(page.getByTestId("not-found")).toContainText("/no/such-page?a=1");
    await page.clock.runFor(5000);
    await at(page, "/404");
    await page.getByTestId("not-found").getByRole("button", { name: "返回首页" }).click();
    await at(page, "/index");
    await follow(page, "/another-one");
    await expect(page.getByTestId("not-found")).toContainText("/another-one");
    await expect(toasts(page, /./)).toHaveCount(0);
    expect(complaints).toEqual([]);
  });
});

test.describe("a page that is not granted", () => {
  test("is refused: at first with a second's word and the way home", async ({ page, portal, signIn }) => {
    await signIn("buyer54");
    await page.clock.install();
    for (const path of [PAYMENTS, `${PAYMENTS}/show/1`, `${PAYMENTS}/create`, "/print/503/balancepay?ids=1"]) {
      await page.goto(portal.url + path);
      await expect(toasts(page, NO_MODULE)).toHaveCount(1);
      await at(page, "/index");
    }
    expect(await serverSays(page, 503)).toMatchObject({ Code: 403, Msg: NO_MODULE });
    await expect(page.getByTestId("menu").locator(`a[href="${PAYMENTS}"]`)).toHaveCount(0);
  });

  test("a first address is left after one second, not before", async ({ page, portal, signIn }) => {
    await signIn("buyer54");
    await page.clock.install();
    await page.goto(portal.url);
    await stopClock(page);
    await page.goto(portal.url + PAYMENTS);
    await passUntilShown(page, page.getByTestId("refused-page"), 10);
    await page.clock.runFor(900);
    await at(page, PAYMENTS);
    await page.clock.runFor(200);
    await at(page, "/index");
    await expect(toasts(page, NO_MODULE)).toBeVisible();
  });

  test("leaves the user where he was, with what he had there", async ({ page, signIn }) => {
    await signIn("buyer54", ORDERS);
    await page.locator("#filter-Billid, [data-testid=filter-Billid] input, input[data-testid=filter-Billid]").first().fill("half-typed");
    for (const path of [PAYMENTS, "/accountChecking/BalancePay/show/3"]) {
      await follow(page, path);
      await expect(toasts(page, NO_MODULE)).toHaveCount(1);
      await at(page, ORDERS);
    }
    await expect(page.locator("#filter-Billid, [data-testid=filter-Billid] input, input[data-testid=filter-Billid]").first()).toHaveValue(
      "half-typed",
    );
    await expect(page.getByTestId("tabbar").locator(`[data-testid="tab-${PAYMENTS}"]`)).toHaveCount(0);
  });
});

test.describe("an ended contract", () => {
  test("leaves the listed addresses open, all of them", async ({ page, portal, signIn }) => {
    await signIn("admin153");
    for (const [path, to] of LISTED) {
      await page.goto(portal.url + path);
      await expect(page.getByTestId("title-bar")).toBeVisible();
      await at(page, to);
      await expect(page.getByTestId("refused-page")).toHaveCount(0);
      await expect(toasts(page, /./)).toHaveCount(0);
    }
  });

  test("closes all others, whether granted, unknown or in print, and says so", async ({ page, portal, signIn }) => {
    await signIn("admin153");
    await page.clock.install();
    for (const path of [CONTRACTS, PAYMENTS, `${CONTRACTS}/create`, "/print/503/balancepay?ids=1", "/nowhere", "/404"]) {
      await page.goto(portal.url + path);
      await expect(toasts(page, ENDED)).toHaveText(ENDED);
      await at(page, "/index");
    }
    expect(await serverSays(page, 503)).toMatchObject({ Code: 403, Msg: ENDED });
    expect(await serverSays(page, 8901)).toMatchObject({ Code: 200 });
  });

  test("a click in the menu changes nothing but to say so, once", async ({ page, signIn }) => {
    await signIn("admin153", ORDERS);
    await expect(page.getByTestId("list-table")).toBeVisible();
    const before = await page.evaluate(() => history.state as unknown);
    await page.getByTestId("menu").getByText("基础信息").click();
    const closed = page.getByTestId("menu").locator(`a[href="${CONTRACTS}"]`);
    await closed.click();
    await expect(toasts(page, ENDED)).toHaveText(ENDED);
    await closed.click();
    await expect(toasts(page, ENDED)).toHaveCount(1);
    await at(page, ORDERS);
    await expect.poll(() => page.evaluate(() => history.state as unknown)).toEqual(before);
    await expect(page.getByTestId("list-table")).toBeVisible();
    await expect(page.getByTestId("tabbar").locator(`[data-testid="tab-${CONTRACTS}"]`)).toHaveCount(0);
  });

  test("does not concern the suppliers of the shop, nor other shops", async ({ page, portal, signIn }) => {
    await signIn("s153001", "/licenseAdmin/PrvPicGdsPic");
    await expect(page.getByTestId("list-table")).toBeVisible();
    await expect(toasts(page, /./)).toHaveCount(0);
    await page.goto(portal.url + PAYMENTS);
    await expect(toasts(page, ENDED)).toHaveCount(0);
  });
});
