import type { Page } from "@playwright/test";
import { dayOf, daysBetween } from "../../src/shared/domain/day.ts";
import { scanBarcodes } from "./barcode.ts";
import { expect, test } from "./fixtures.ts";
import { follow } from "./follow.ts";
import { expectInside, expectNoSidewaysScroll } from "./layout.ts";
import { expectNoSeriousFaults } from "./serious-faults.ts";

const ORDERS = "/logisticsReceiptsDemand/OrderManage";
const DESKTOP = { width: 1440, height: 900 };
const TABLET = { width: 1024, height: 768 };
const PHONE = { width: 390, height: 844 };

const search = (page: Page) => page.getByTestId("module-search");
const bills = (page: Page) => page.getByTestId("bill-search-hit");
const hits = (page: Page) => page.getByTestId("module-search-hit");
const openGroups = (page: Page) => page.getByTestId("menu").locator(".ant-menu-submenu-open > .ant-menu-submenu-title").allInnerTexts();
const group = (page: Page, title: string) => page.getByTestId("menu").locator(".ant-menu-submenu-title", { hasText: title });
const sessionKeys = (page: Page) => page.evaluate(() => Object.fromEntries(Object.entries(sessionStorage)));

async function sidebarCookie(page: Page): Promise<string | undefined> {
  return (await page.context().cookies()).find(({ name }) => name === "sidebarStatus")?.value;
}

/** Without the first answer, which brings the user as he is now (docs/decisions/127), a reload goes on with what is stored. */
const keepsWhatIsStored = (page: Page) => page.route("**/api/login/GetStartData", (route) => route.abort());

test.describe("the sidebar", () => {
  test("is 210 px wide or icons, as the cookie says", async ({ page, signIn }) => {
    await signIn("admin01");
    const bar = page.getByTestId("sidebar");
    const width = async () => (await bar.boundingBox())?.width;
    await expect.poll(width).toBe(210);
    await page.getByTestId("sidebar-toggle").click();
    await expect.poll(width).toBe(56);
    await expect.poll(() => sidebarCookie(page)).toBe("0");
    await page.reload();
    await expect(page.getByTestId("sidebar-toggle")).toHaveAccessibleName("展开菜单");
    await expect.poll(width).toBe(56);
    await expect(page.getByTestId("menu").getByText("业务往来")).toHaveCSS("opacity", "0");
    await page.getByTestId("sidebar-toggle").click();
    await expect.poll(width).toBe(210);
    await expect.poll(() => sidebarCookie(page)).toBe("1");
    await page.reload();
    await expect.poll(width).toBe(210);
  });

  test("has one submenu open at a time, that of the page shown at first", async ({ page, signIn }) => {
    await signIn("admin01", `${ORDERS}/create`);
    await expect.poll(() => openGroups(page)).toEqual(["业务往来"]);
    await expect(page.getByTestId("menu").locator(".ant-menu-item-selected")).toHaveText("订单");
    await group(page, "结算对账").click();
    await expect.poll(() => openGroups(page)).toEqual(["结算对账"]);
    await group(page, "系统管理").click();
    await expect.poll(() => openGroups(page)).toEqual(["系统管理"]);
    await group(page, "系统管理").click();
    await expect.poll(() => openGroups(page)).toEqual([]);
  });

  test("is a drawer below 992 px: closed at first, away after navigation, and no business of the cookie", async ({ page, signIn }) => {
    await signIn("admin01");
    await page.setViewportSize({ width: 992, height: 768 });
    await expect(page.getByTestId("sidebar")).toBeVisible();
    await page.setViewportSize({ width: 991, height: 768 });
    await expect(page.getByTestId("sidebar")).toBeHidden();

    await page.getByTestId("sidebar-toggle").click();
    await expect(page.getByTestId("menu")).toBeVisible();
    // As laid out: while it is drawn in, its box on the screen is 210 and some millionths.
    await expect.poll(() => page.getByTestId("sidebar").evaluate((side: HTMLElement) => side.offsetWidth)).toBe(210);
    await page.getByTestId("menu").getByText("首页").click();
    await expect(page.getByTestId("menu")).toBeHidden();

    await page.getByTestId("sidebar-toggle").click();
    await group(page, "业务往来").click();
    await page.getByTestId("menu").getByText("订单", { exact: true }).click();
    await expect(page).toHaveURL(new RegExp(ORDERS));
    await expect(page.getByTestId("menu")).toBeHidden();

    await page.getByTestId("sidebar-toggle").click();
    await expect(page.getByTestId("menu")).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(page.getByTestId("menu")).toBeHidden();
    await expect.poll(() => sidebarCookie(page)).toBeUndefined();

    // What was drawn out does not come back with the next narrow window.
    await page.getByTestId("sidebar-toggle").click();
    await page.setViewportSize(DESKTOP);
    await expect(page.getByTestId("menu-drawer")).toHaveCount(0);
    await page.setViewportSize(PHONE);
    await expect(page.getByTestId("sidebar")).toBeHidden();
  });
});

test.describe("the module search", () => {
  test("finds by characters in order, marks them, and leads there by mouse", async ({ page, signIn, complaints }) => {
    await signIn("admin01");
    await search(page).click();
    const pages = await page.evaluate(async () => {
      const headers = { Authorization: sessionStorage.getItem("Authorization") ?? "" };
      const { Result } = await (await fetch("/api/Registry/GetModules", { method: "POST", headers })).json();
      return (Result.modules as { children: { hidden: boolean }[] }[]).flatMap(({ children }) => children.filter(({ hidden }) => !hidden))
        .length;
    });
    await expect(hits(page), "every granted page, and no header").toHaveCount(pages);

    await search(page).fill("存查");
    await expect(hits(page).first()).toHaveText("库存查询业务往来");
    await expect(hits(page).first().locator("mark")).toHaveText(["存查"]);
    await search(page).fill("库询");
    await expect(hits(page)).toHaveText(["库存查询业务往来"]);
    await expect(hits(page).first().locator("mark")).toHaveText(["库", "询"]);
    await search(page).fill("业务往来");
    await expect(page.getByTestId("module-search-none")).toHaveText("没有匹配的功能或单据");
    await search(page).fill("订单");
    await expect(hits(page).first()).toHaveText("订单业务往来");
    await hits(page).first().click();
    await expect(page).toHaveURL(new RegExp(`${ORDERS}$|${ORDERS}\\?`));
    await expect(hits(page)).toHaveCount(0);
    await expect(search(page)).toHaveValue("");
    expect(complaints).toEqual([]);
  });

  test("is opened, walked through and left by keys; pinyin finds as well", async ({ page, signIn }) => {
    await signIn("admin01");
    await page.keyboard.press("/");
    await expect(search(page)).toBeFocused();
    await expect(search(page)).toHaveValue("");
    await page.keyboard.type("kccx");
    await expect(hits(page).first()).toHaveText("库存查询业务往来");
    await page.keyboard.press("Escape");
    await expect(hits(page)).toHaveCount(0);
    await expect(search(page)).not.toBeFocused();

    await page.keyboard.press("Control+k");
    await page.keyboard.type("dingdan");
    await expect(hits(page).first()).toHaveText("订单业务往来");
    await page.keyboard.press("ControlOrMeta+a");
    await page.keyboard.type("jsd");
    await expect(hits(page).first()).toContainText("结算单");
    await expect(hits(page).first()).toHaveAttribute("aria-selected", "true");
    await page.keyboard.press("ArrowDown");
    await expect(hits(page).nth(1)).toHaveAttribute("aria-selected", "true");
    await expect(search(page)).toHaveAttribute("aria-activedescendant", (await hits(page).nth(1).getAttribute("id")) ?? "none");
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("ArrowUp");
    await expect(hits(page).last()).toHaveAttribute("aria-selected", "true");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/\/accountChecking\/BalanceManage/);
    await expect(hits(page)).toHaveCount(0);
  });

  test("opens a bill of any age from any page by a stroke, its digits and Enter; a sheet's code as well", async ({ page, signIn }) => {
    await signIn("admin54");
    const ask = (path: string, params: Readonly<Record<string, string>>) =>
      page.evaluate(
        async ([url, body]) => {
          const headers = { Authorization: sessionStorage.getItem("Authorization") ?? "" };
          const answer = await fetch(`/api/${url}`, { method: "POST", headers, body: new URLSearchParams(body) });
          return (await answer.json()).Result;
        },
        [path, params] as const,
      );
    const oldest = async (mdl: number): Promise<readonly { readonly Billid: string; readonly Id: number }[]> =>
      (await ask(`Module/${mdl}/GetPage`, { rows: "20", sort: "Id", order: "asc" })).rows;
    const digitsOf = (number: string) => number.replaceAll(/\D/g, "");
    const alike = async (number: string) =>
      (await ask("Comm/FindBill", { search: digitsOf(number) })).bills.filter(({ isExact }: { readonly isExact: boolean }) => isExact)
        .length;
    const counted = new Map<number, { readonly Billid: string; readonly Id: number }>();
    for (const mdl of [503, 510, 8901, 501]) {
      for (const bill of counted.size < 2 ? await oldest(mdl) : []) counted.set(Math.min(2, await alike(bill.Billid)), bill);
    }
    const [alone, shared] = [counted.get(1), counted.get(2)];
    if (alone === undefined || shared === undefined)
      throw new Error("the demo has no bills with digits of their own, or none with shared ones");
    await page.keyboard.press("/");
    await page.keyboard.type(digitsOf(alone.Billid));
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(new RegExp(`/show/${alone.Id}`));
    await expect(page.getByRole("heading", { name: alone.Billid })).toBeVisible();

    // Documents of other kinds have the same digits: which is meant is chosen.
    await page.keyboard.press("/");
    await page.keyboard.type(digitsOf(shared.Billid));
    await page.keyboard.press("Enter");
    await bills(page).filter({ hasText: shared.Billid }).click();
    await expect(page).toHaveURL(new RegExp(`/show/${shared.Id}`));

    const [order] = await oldest(8901);
    if (order === undefined) throw new Error("the demo has no order");
    await page.keyboard.press("/");
    // As a scanner types what stands on a printed sheet.
    await page.keyboard.type(`${order.Billid}-1`);
    await expect(bills(page).first()).toContainText(order.Billid);
    await expect(bills(page).first()).toHaveAttribute("aria-selected", "true");
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(new RegExp(`/show/${order.Id}`));
    await page.keyboard.press("Control+k");
    await search(page).fill("9999999999999999");
    await expect(page.getByTestId("module-search-none")).toHaveText("没有匹配的功能或单据");
  });

  test("leaves what is typed elsewhere alone", async ({ page, signIn }) => {
    await signIn("admin01", ORDERS);
    const filter = page.getByTestId("filter-Billid");
    await filter.click();
    await page.keyboard.type("a/b");
    await page.keyboard.press("Control+k");
    await expect(page.locator('[data-testid="filter-Billid"]:focus, [data-testid="filter-Billid"] :focus')).toHaveCount(1);
    await expect(hits(page)).toHaveCount(0);
  });

  test("offers nobody a page that is not granted", async ({ page, signIn }) => {
    await signIn("buyer54");
    await search(page).fill("用户组");
    await expect(page.getByTestId("module-search-none")).toBeVisible();
  });

  test("is an icon in a narrow window", async ({ page, signIn }) => {
    await page.setViewportSize(PHONE);
    await signIn("admin01");
    await search(page).click();
    await expect(search(page)).toBeFocused();
    await page.keyboard.type("kccx");
    await expect(hits(page).first()).toContainText("库存查询");
    await expectInside(page, hits(page).first());
    await page.keyboard.press("Escape");
    await expect(search(page)).toHaveRole("button");
    await expect(search(page)).toBeFocused();
    await search(page).click();
    await page.getByLabel("收起搜索").click();
    await expect(search(page)).toHaveRole("button");
    await page.keyboard.press("Control+k");
    await page.keyboard.type("kccx");
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/StockQuery/);
    await expect(search(page)).toHaveRole("button");
  });
});

test.describe("the title bar", () => {
  test("says shop, supplier and user, and leads to messages, password and the way out", async ({ page, signIn }) => {
    await signIn("s001001");
    const bar = page.getByTestId("title-bar");
    await expect(bar).toContainText("云禾购物中心");
    await expect(bar.locator(".shell-names span")).not.toBeEmpty();
    await expect(page.getByTestId("user-menu")).toContainText("s001001");
    await expect(page.getByTestId("shop-logo")).toHaveCount(0);

    const badge = page.getByTestId("message-badge");
    const shown = await page.evaluate(async () => {
      const headers = { Authorization: sessionStorage.getItem("Authorization") ?? "" };
      return (await (await fetch("/api/Comm/GetRemindCount", { method: "POST", headers })).json()).Result.remindcount as number;
    });
    expect(shown).toBeGreaterThan(0);
    await expect(badge).toHaveText(shown > 99 ? "99+" : String(shown));
    await expect(badge).toHaveAccessibleName(`消息，${shown} 条未读`);
    await badge.click();
    await expect(page).toHaveURL(/\/messageAdmin\/MsgManage/);

    await page.getByTestId("user-menu").click();
    await page.getByText("修改密码").click();
    await expect(page).toHaveURL(/\/UpdatePassWord\?personId=L$/);
    await page.getByTestId("user-menu").click();
    await page.getByText("退出登录").click();
    await expect(page).toHaveURL(/\/login$/);
    await expect.poll(() => sessionKeys(page)).toEqual({});
  });

  test("cuts long names and tells them whole", async ({ page, signIn }) => {
    await signIn("s001001");
    await page.evaluate(() => {
      const user = JSON.parse(sessionStorage.getItem("userData") ?? "{}");
      const long = { ShopName: "很长的商场名称".repeat(12), SupplierName: "很长的供应商名称".repeat(12), USER_ID: "u".repeat(60) };
      sessionStorage.setItem("userData", JSON.stringify({ ...user, ...long }));
    });
    await keepsWhatIsStored(page);
    await page.reload();
    for (const size of [DESKTOP, TABLET, PHONE]) {
      await page.setViewportSize(size);
      await expect(page.locator(".shell-names strong")).toHaveAttribute("title", "很长的商场名称".repeat(12));
      await expectNoSidewaysScroll(page);
      await expectInside(page, page.getByTestId("user-menu"));
    }
  });

  for (const user of ["admin153", "s153001"]) {
    test(`is the shop's own for ${user}`, async ({ page, signIn }) => {
      await signIn(user);
      const logo = page.getByTestId("shop-logo").locator("img");
      await expect(logo).toBeVisible();
      await expect.poll(() => logo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(100);
      await expect.poll(async () => (await sessionKeys(page)).urlImgs).toMatch(/^\/uploads\//);

      const links = page.getByTestId("user-menu");
      await expect(links.getByRole("link", { name: "修改密码" })).toHaveAttribute("href", "/UpdatePassWord?personId=L");
      await links.getByText("退出").click();
      await expect(page).toHaveURL(/\/login$/);
      await expect.poll(() => sessionKeys(page)).toEqual({});
    });
  }

  test("shows the mini program's code to suppliers alone", async ({ page, signIn }) => {
    await signIn("s001001");
    await page.getByTestId("mini-qr").click();
    const picture = page.getByTestId("mini-qr-image").locator("img");
    await expect(picture).toBeVisible();
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(100);

    // A text in the setting's place is drawn as a code.
    await page.evaluate(() => {
      const login = JSON.parse(sessionStorage.getItem("userInfo") ?? "{}");
      sessionStorage.setItem("userInfo", JSON.stringify({ ...login, shell: { ...login.shell, miniQr: "https://mini.example/shop" } }));
    });
    await keepsWhatIsStored(page);
    await page.reload();
    await page.getByTestId("mini-qr").click();
    const code = page.getByTestId("mini-qr-image").locator("svg");
    await expect.poll(() => code.boundingBox()).toMatchObject({ width: 120, height: 120 });
    await expect.poll(() => scanBarcodes(page.getByTestId("mini-qr-image"))).toEqual(["QRCode:https://mini.example/shop"]);
  });

  test("has no code for shop users", async ({ page, signIn }) => {
    await signIn("admin01");
    await expect(page.getByTestId("message-badge")).toBeVisible();
    await expect(page.getByTestId("mini-qr")).toHaveCount(0);
  });
});

test.describe("the contract", () => {
  /** What is told so many days before a contract's end: of the last two weeks, and of the time after it. */
  const noticeOf = (days: number): string | null => {
    if (days < 0) return "合约已过期";
    return days <= 14 ? `您的合约还有${days}天到期，请及时联系招商部续约` : null;
  };
  // Days from the day that the demo is made for.
  for (const { user, days } of [
    { user: "admin54", days: 10 },
    { user: "admin175", days: 14 },
    { user: "admin143", days: 15 },
    { user: "admin43", days: Number.POSITIVE_INFINITY },
    { user: "admin01", days: Number.POSITIVE_INFINITY },
    { user: "s054001", days: Number.POSITIVE_INFINITY },
    { user: "s153001", days: Number.POSITIVE_INFINITY },
    { user: "admin153", days: -20 },
  ]) {
    test(`${user}: ${noticeOf(days) ?? "nothing"}`, async ({ page, signIn }) => {
      await signIn(user);
      const notice = page.getByTestId("contract-notice");
      const text = noticeOf(days - daysBetween(process.env.SEED_DATE ?? "", dayOf(new Date())));
      if (text === null) return expect(notice).toHaveCount(0);
      await expect(notice).toHaveText(text);
    });
  }

  test("is warned about until the warning is put away, and again in the next session", async ({ page, signIn }) => {
    await signIn("admin54");
    const notice = page.getByTestId("contract-notice");
    await expect(notice).toBeVisible();
    await page.reload();
    await expect(notice).toBeVisible();
    await notice.getByLabel("关闭提醒").click();
    await expect(notice).toHaveCount(0);
    await expect.poll(async () => (await sessionKeys(page)).lookMsg).toBe("ending");
    await page.reload();
    await page.getByTestId("message-badge").waitFor();
    await expect(notice).toHaveCount(0);
    await page.getByTestId("user-menu").click();
    await page.getByText("退出登录").click();
    await expect(page).toHaveURL(/\/login$/);
    await signIn("admin54");
    await expect(notice).toBeVisible();
  });

  test("that is over is told once", async ({ page, signIn }) => {
    await signIn("admin153");
    await expect(page.getByTestId("contract-notice")).toHaveText("合约已过期");
    await page.reload();
    await page.getByTestId("message-badge").waitFor();
    await expect(page.getByTestId("contract-notice")).toHaveCount(0);
  });
});

test("how long each page was in view is told now and then, and when the tab goes out of view", async ({ page, signIn }) => {
  await page.clock.install();
  await signIn("admin01", ORDERS);
  const told = () =>
    page.waitForRequest(/Usage\/AddStay/).then((sent) => JSON.parse(new URLSearchParams(sent.postData() ?? "").get("stays") ?? ""));
  const look = async (seconds: number) => page.clock.fastForward(seconds * 1000);
  // Whoever goes on every twenty seconds is counted, too: of the two pages together.
  const first = told();
  await look(20);
  await follow(page, "/index");
  await look(20);
  const orders = (await first) as [number, number][];
  expect(orders.find(([mdl]) => mdl === 8901)?.[1]).toBeGreaterThanOrEqual(20);
  await follow(page, ORDERS);
  await look(5);
  const last = told();
  await page.evaluate(() => {
    Object.defineProperty(document, "visibilityState", { configurable: true, get: () => "hidden" });
    document.dispatchEvent(new Event("visibilitychange"));
  });
  expect(((await last) as [number, number][]).find(([mdl]) => mdl === 8901)?.[1]).toBeGreaterThanOrEqual(5);
});

test("every session key goes with the session", async ({ page, portal, signIn }) => {
  await signIn("admin54");
  const names = ["loading", "SetTime", "wuNumberBig", "toTime", "nameID", "lookMsg"];
  await page.evaluate((keys) => {
    for (const key of keys) sessionStorage.setItem(key, "1");
  }, names);
  expect(Object.keys(await sessionKeys(page))).toEqual(
    expect.arrayContaining(["Authorization", "userInfo", "userData", "urlImgs", ...names]),
  );
  // Ended by the server: the next call answers 401.
  await page.evaluate(async () => {
    await fetch("/api/login/logout", { method: "POST", headers: { Authorization: sessionStorage.getItem("Authorization") ?? "" } });
  });
  await page.goto(portal.url + ORDERS);
  await expect(page).toHaveURL(/\/login/);
  const left = await sessionKeys(page);
  for (const name of ["Authorization", "userInfo", "userData", "urlImgs", ...names]) expect(left).not.toHaveProperty(name);
});

for (const user of ["admin54", "s153001"]) {
  test(`the frame of ${user} is accessible and fits every window`, async ({ page, signIn }) => {
    await signIn(user);
    for (const size of [DESKTOP, TABLET, PHONE]) {
      await page.setViewportSize(size);
      await expectNoSidewaysScroll(page);
      const outside = () =>
        page.getByTestId("title-bar").evaluate(
          (bar) =>
            [...bar.querySelectorAll("a, button")].filter((each) => {
              const { left, right } = each.getBoundingClientRect();
              return left < 0 || right > innerWidth;
            }).length,
        );
      await expect.poll(outside).toBe(0);
      await expectNoSeriousFaults(page, ".shell-bar");
      await search(page).click();
      await page.keyboard.type("d");
      await hits(page).first().waitFor();
      await expectNoSeriousFaults(page, ".shell-bar");
      await page.keyboard.press("Escape");
      if (size === DESKTOP) await expectNoSeriousFaults(page, ".shell-side");
    }
  });
}
