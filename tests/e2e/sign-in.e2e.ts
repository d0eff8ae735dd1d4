import { setTimeout } from "node:timers/promises";
import type { Page, Route } from "@playwright/test";
import { userKey } from "../../src/server/auth/failure-store.ts";
import { expect, test } from "./fixtures.ts";
import { expectNoSidewaysScroll } from "./layout.ts";
import { passIn } from "./page-time.ts";
import type { Portal } from "./portal.ts";
import { expectNoSeriousFaults } from "./serious-faults.ts";
import { expectShownFor, stopClock, toasts } from "./toasts.ts";

const ORDERS = "/logisticsReceiptsDemand/OrderManage";
const PASSWORD_PAGE = "/UpdatePassWord?personId=L";
const NEW_PASSWORD = "Quiet-harbour-27";

const user = (page: Page) => page.getByTestId("login-user");
const pass = (page: Page) => page.getByTestId("login-pass");
const wait = (page: Page) => page.getByTestId("login-wait");
const button = (page: Page) => page.getByTestId("login-submit");
const notice = (page: Page) => page.getByTestId("login-notice");
const pathOf = (page: Page) => new URL(page.url()).pathname;

/** Failures are counted by address: each test comes from one of its own. */
let address = 0;
test.beforeEach(async ({ page }) => {
  address += 1;
  await page.setExtraHTTPHeaders({ "x-forwarded-for": `192.0.2.${address}` });
});

/** Fills the form and sends it with the Enter key. */
async function enter(page: Page, name: string, password: string): Promise<void> {
  await user(page).fill(name);
  await pass(page).fill(password);
  await pass(page).press("Enter");
}

/** As if somebody had failed to sign in with this name just now, so often, from where the test comes from. */
function failBefore(portal: Portal, name: string, times: number): Promise<unknown> {
  const row = { user_key: userKey(name), address: `192.0.2.${address}`, at: new Date().toISOString() };
  return portal.inspect(({ kysely }) =>
    kysely
      .insertInto("_sign_in_failure")
      .values(Array.from({ length: times }, () => row))
      .execute(),
  );
}

test.describe("the login page", () => {
  test("is ready to type, works by keyboard alone, tells of caps lock, and leads to the registration", async ({
    page,
    portal,
    complaints,
  }) => {
    await page.goto(`${portal.url}/login`);
    await expect(user(page)).toBeFocused();
    await page.keyboard.type("buyer54");
    await page.keyboard.press("Tab");
    await expect(pass(page)).toBeFocused();
    await expect(page.getByText("大写锁定已开启")).toHaveCount(0);
    await pass(page).evaluate((input) =>
      input.dispatchEvent(new KeyboardEvent("keydown", { key: "A", bubbles: true, modifierCapsLock: true })),
    );
    await expect(page.getByText("大写锁定已开启")).toBeVisible();
    await page.keyboard.press("a");
    await expect(page.getByText("大写锁定已开启")).toHaveCount(0);
    await pass(page).fill(portal.password);
    await page.getByRole("button", { name: "显示密码" }).click();
    await expect(pass(page)).toHaveAttribute("type", "text");
    for (const [name, type] of [
      ["供应商注册", "supplier"],
      ["竞价注册", "bidding"],
    ] as const) {
      await expect(page.getByRole("link", { name })).toHaveAttribute("href", `/register?type=${type}`);
    }
    await pass(page).press("Enter");
    await page.getByTestId("user-menu").waitFor();
    const kept = await page.evaluate(() => JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage), document.cookie]));
    expect(kept).not.toContain(portal.password);
    expect(complaints).toEqual([]);
  });

  for (const { width, height } of [
    { width: 1440, height: 900 },
    { width: 1024, height: 768 },
    { width: 390, height: 844 },
  ]) {
    test(`fits ${width} px and is accessible, while a try waits, too`, async ({ page, portal }) => {
      await page.setViewportSize({ width, height });
      await page.goto(`${portal.url}/login`);
      const off = async () => {
        const form = await page.locator("form").boundingBox();
        return Math.abs((form?.y ?? 0) + (form?.height ?? 0) / 2 - height / 2);
      };
      await expect.poll(off, "px between the middle of the form and that of the window").toBeLessThan(height / 8);
      await expectNoSeriousFaults(page, "main");
      await failBefore(portal, `somebody-${width}`, 10);
      await enter(page, `somebody-${width}`, "wrong");
      await expect(button(page)).toHaveText(/^4 分( \d+ 秒)?后自动登录$/);
      await expect(wait(page)).toContainText("失败次数较多");
      await expectNoSeriousFaults(page, "main");
      await expectNoSidewaysScroll(page);
    });
  }

  test("asks in the order: name, token, who it is, entry in the log", async ({ page, portal }) => {
    const calls: string[] = [];
    page.on("request", (request) => {
      const { pathname } = new URL(request.url());
      // What the page offers is asked before anybody signs in.
      if (request.method() === "POST" && pathname !== "/api/login/GetSignInWays") calls.push(pathname);
    });
    await page.goto(`${portal.url}/login`);
    await enter(page, "buyer54", portal.password);
    await page.getByTestId("user-menu").waitFor();
    expect(calls.slice(0, 4)).toEqual(["/api/Comm/UserCheck", "/connect/token", "/api/login/GetUserInfo", "/api/login/login"]);
    await expect.poll(() => portal.output).toContain('"msg":"entered"');
  });

  test("lets nobody in without a module, and tells it for five seconds", async ({ page, portal }) => {
    await page.goto(`${portal.url}/login`);
    await page.clock.install();
    await stopClock(page);
    await enter(page, "none54", portal.password);
    await expectShownFor(page, notice(page).filter({ hasText: "该账号暂无权限" }), 5);
    await expect(user(page)).toBeVisible();
    await expect.poll(() => page.evaluate(() => Object.keys(sessionStorage))).toEqual([]);
  });

  test("can be tried again as soon as it tells what failed, also while it asks how long to wait", async ({ page, portal }) => {
    await page.goto(`${portal.url}/login`);
    await page.route("**/Comm/UserCheck*", async (route) => {
      await setTimeout(400);
      await route.continue();
    });
    await enter(page, "buyer54", "wrong");
    await expect(notice(page)).toHaveText("用户名或密码错误");
    await enter(page, "buyer54", portal.password);
    await page.getByTestId("user-menu").waitFor();
  });

  test("refuses a disabled account like a wrong password", async ({ page, portal }) => {
    await page.goto(`${portal.url}/login`);
    await enter(page, "off54", portal.password);
    await expect(notice(page)).toHaveText("用户名或密码错误");
    await expect(pass(page)).toBeFocused();
    await expect.poll(() => page.evaluate(() => Object.keys(sessionStorage))).toEqual([]);
  });
});

test.describe("a wait", () => {
  test("comes after three failures, is counted down, and ends in the sign-in without a second press", async ({ page, portal }) => {
    await page.goto(`${portal.url}/login`);
    for (let index = 0; index < 3; index += 1) {
      await expect(wait(page)).toHaveCount(0);
      await enter(page, "buyer54", `wrong-${index}`);
      await expect(notice(page)).toHaveText("用户名或密码错误");
      await expect(button(page)).toHaveText("登 录");
    }
    await failBefore(portal, "buyer54", 3);
    await enter(page, "buyer54", portal.password);
    await expect(button(page)).toHaveText(/^\d+ 秒后自动登录$/);
    await expect(button(page)).toBeDisabled();
    await page.getByTestId("user-menu").waitFor();
    const device = await page.evaluate(() => localStorage.getItem("device"));
    expect(device).toMatch(/^[\w-]{43}$/);
  });

  test("is the user's own who typed the name, and taken back by typing on", async ({ page, portal }) => {
    await failBefore(portal, "typist", 10);
    await page.goto(`${portal.url}/login`);
    await user(page).fill("typist");
    await pass(page).focus();
    await expect(wait(page), "before anything is sent").toBeVisible();
    await user(page).fill("fin54");
    await pass(page).focus();
    await expect(wait(page)).toHaveCount(0);
    await enter(page, "typist", "secret");
    await expect(button(page)).toHaveText(/后自动登录$/);
    await pass(page).fill("another");
    await expect(button(page)).toHaveText("登 录");
    await enter(page, "fin54", portal.password);
    await page.getByTestId("user-menu").waitFor();
  });

  test("is none on a device that the user has signed in on, whoever guesses at him", async ({ page, portal }) => {
    await page.goto(`${portal.url}/login`);
    await enter(page, "boss54", portal.password);
    await page.getByTestId("user-menu").waitFor();
    await failBefore(portal, "boss54", 40);
    await page.evaluate(() => sessionStorage.clear());
    await page.goto(`${portal.url}/login`);
    await enter(page, "boss54", portal.password);
    await page.getByTestId("user-menu").waitFor();
    // Who signs in as him later comes from elsewhere.
    await portal.inspect(({ kysely }) => kysely.deleteFrom("_sign_in_failure").where("user_key", "=", userKey("boss54")).execute());
  });
});

test.describe("the way back after the sign-in", () => {
  const HOSTILE = [
    "//evil.example",
    "/\\evil.example",
    "/..//evil.example",
    "https://evil.example/x",
    "javascript:alert(1)",
    "/%2F/evil.example",
    "\t//evil.example",
    "data:text/html,x",
    "/login",
  ];
  for (const target of HOSTILE) {
    test(`is not ${JSON.stringify(target)}`, async ({ page, portal }) => {
      const strangers: string[] = [];
      page.on("request", (request) => {
        if (request.url().startsWith("http") && new URL(request.url()).origin !== portal.url) strangers.push(request.url());
      });
      page.on("dialog", (dialog) => strangers.push(dialog.message()));
      await page.goto(`${portal.url}/login?redirect=${encodeURIComponent(target)}`);
      await enter(page, "fin54", portal.password);
      await page.getByTestId("user-menu").waitFor();
      await expect.poll(() => page.url()).toBe(`${portal.url}/index`);
      expect(strangers).toEqual([]);
    });
  }

  test("is the page asked for", async ({ page, portal }) => {
    await page.goto(`${portal.url}/login?redirect=${encodeURIComponent(`${ORDERS}?current=2`)}`);
    await enter(page, "fin54", portal.password);
    await expect(page.getByTestId("list-table")).toBeVisible();
    await expect.poll(() => pathOf(page)).toBe(ORDERS);
  });
});

test("a user sees where he is signed in, and ends what is not his", async ({ page, portal, signIn, browser }) => {
  await signIn("mgr39", "/index");
  const there = await browser.newContext({ userAgent: "Mozilla/5.0 (Windows NT 10.0; Win64; x64) Firefox/131.0" });
  const other = await there.newPage();
  await other.goto(`${portal.url}/login`);
  await enter(other, "mgr39", portal.password);
  await other.getByTestId("user-menu").waitFor();
  await page.goto(portal.url + PASSWORD_PAGE);
  const theirs = page.getByTestId("session").filter({ hasText: "Firefox · Windows" });
  await expect(theirs).toHaveCount(1);
  await expect(page.getByTestId("session").filter({ hasText: "当前" })).toHaveCount(1);
  await expectNoSeriousFaults(page, "[data-testid=sessions]");
  await theirs.getByRole("button", { name: "退出" }).click();
  await expect(theirs).toHaveCount(0);
  await other.goto(portal.url + PASSWORD_PAGE);
  await expect(user(other)).toBeVisible();
  await there.close();
});

test.describe("a new password", () => {
  test("ends the other sessions once and for all, however many calls fail, and keeps the own", async ({
    page,
    portal,
    signIn,
    browser,
  }) => {
    await signIn("fin54", ORDERS);
    await expect(page.getByTestId("list-table")).toBeVisible();

    const there = await browser.newContext();
    const other = await there.newPage();
    const logins: string[] = [];
    const failed: string[] = [];
    other.on("framenavigated", (frame) => void (new URL(frame.url()).pathname === "/login" && logins.push(frame.url())));
    other.on("response", (response) => void (response.status() === 401 && failed.push(response.url())));
    // The first refusal takes the portal away, and what was still under way for it is given up.
    other.on("requestfailed", (request) => failed.push(request.url()));
    await other.goto(`${portal.url}/login`);
    await enter(other, "fin54", portal.password);
    await other.getByTestId("user-menu").waitFor();
    logins.length = 0;

    const release = await holdCalls(other, 20);

    await test.step("the page tells the rules while one types, and everything that is wrong at once", async () => {
      await page.goto(portal.url + PASSWORD_PAGE);
      await expect(page.getByRole("heading", { name: "修改密码" })).toBeVisible();
      await page.getByTestId("password-submit").click();
      await expect(page.getByTestId("password-old-fault")).toHaveText("请输入原密码");
      await expect(page.getByTestId("password-new-fault")).toHaveText("请输入新密码");
      await expect(page.getByTestId("password-old")).toBeFocused();
      await page.getByTestId("password-new").fill("fin54a");
      await expect(page.getByTestId("password-strength")).toHaveText("密码强度：不符合要求");
      await page.getByTestId("password-submit").click();
      await expect(page.getByTestId("password-new-fault")).toHaveText("新密码应满足：长度为 10 到 128 位、不包含账号");
      await expect(page.getByTestId("password-again-fault")).toHaveText("两次输入的新密码不一致");
      await page.getByTestId("password-new").fill("abcabcabcd");
      await expect(page.getByTestId("password-strength")).toHaveText("密码强度：弱");
      await page.getByTestId("password-new").fill(NEW_PASSWORD);
      await expect(page.getByTestId("password-strength")).toHaveText("密码强度：强");
      await page.getByTestId("password-show").check();
      await expect(page.getByTestId("password-new")).toHaveAttribute("type", "text");
      await expectNoSeriousFaults(page, "[data-testid=password-page]");
    });

    await test.step("a wrong old password is told at its field", async () => {
      await page.getByTestId("password-old").fill("not-the-old-1");
      await page.getByTestId("password-again").fill(NEW_PASSWORD);
      await page.getByTestId("password-submit").click();
      await expect(page.getByTestId("password-old-fault")).toHaveText("原密码不正确");
      await expect(page.getByTestId("password-old")).toBeFocused();
    });

    await test.step("the right one changes it; this session stays", async () => {
      await page.getByTestId("password-old").fill(portal.password);
      await page.getByTestId("password-submit").click();
      await expect(page.getByTestId("password-done")).toContainText("其他设备和浏览器上的登录已全部退出");
      await expect(page.getByTestId("password-new")).toHaveValue("");
      await page.goto(portal.url + ORDERS);
      await expect(page.getByTestId("list-table")).toBeVisible();
    });

    await test.step("there: 20 calls refused or given up, one toast, one way to the login page, nothing left behind", async () => {
      await release();
      await expect(toasts(other, "登录已失效，请重新登录")).toHaveCount(1);
      await expect(user(other)).toBeVisible();
      await expect.poll(() => failed.length).toBeGreaterThanOrEqual(20);
      await passIn(other, 1500);
      await expect(other.getByTestId("toast")).toHaveCount(1);
      expect(logins).toHaveLength(1);
      expect(logins[0]).toMatch(/\/login\?redirect=\//);
      await expect.poll(() => other.evaluate(() => Object.keys(sessionStorage))).toEqual([]);
      await expect(other.getByTestId("tabbar")).toHaveCount(0);
    });

    await test.step("there: the old password is no good, the new one leads back", async () => {
      const back = new URL(other.url()).searchParams.get("redirect");
      await enter(other, "fin54", portal.password);
      await expect(notice(other)).toHaveText("用户名或密码错误");
      await enter(other, "fin54", NEW_PASSWORD);
      await other.getByTestId("user-menu").waitFor();
      await expect.poll(() => pathOf(other)).toBe(back);
    });

    await test.step("logging out leads to the login page without a way back", async () => {
      await other.getByTestId("user-menu").click();
      await other.getByText("退出登录").click();
      await expect(user(other)).toBeVisible();
      await expect.poll(() => other.url()).toBe(`${portal.url}/login`);
      await expect.poll(() => other.evaluate(() => Object.keys(sessionStorage))).toEqual([]);
      await other.goBack();
      await expect(user(other)).toBeVisible();
    });
    await there.close();
  });

  test("is the own one whomever the address names", async ({ page, signIn }) => {
    await signIn("boss54", "/UpdatePassWord?personId=admin54");
    await expect(page.getByTestId("password-page")).toContainText("账号 boss54");
    for (const width of [1440, 1024, 390]) {
      await page.setViewportSize({ width, height: 900 });
      await expectNoSidewaysScroll(page);
    }
  });
});

/** Opens pages until so many calls wait to be sent; what it returns lets them all go at once. */
async function holdCalls(page: Page, count: number): Promise<() => Promise<void>> {
  const held: Route[] = [];
  let isHolding = true;
  await page.route("**/api/**", async (route) => {
    if (isHolding) held.push(route);
    else await route.continue();
  });
  const paths = await page.getByTestId("menu").evaluate(() => {
    const keep = sessionStorage.getItem("userInfo") ?? "{}";
    return (JSON.parse(keep) as { roles: unknown[] }).roles.length;
  });
  expect(paths, "modules of the user").toBeGreaterThan(10);
  const groups = page.getByTestId("menu").locator(".ant-menu-submenu");
  for (let index = 0; index < (await groups.count()) && held.length < count; index += 1) {
    const group = groups.nth(index);
    if (!/ant-menu-submenu-open/.test((await group.getAttribute("class")) ?? "")) await group.locator(".ant-menu-submenu-title").click();
    const links = group.locator("a");
    await expect(links.first()).toBeVisible();
    for (let at = 0; at < (await links.count()) && held.length < count; at += 1) await links.nth(at).click();
  }
  await expect.poll(() => held.length).toBeGreaterThanOrEqual(count);
  return async () => {
    isHolding = false;
    await Promise.all(held.map((route) => route.continue()));
  };
}
