import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";
import { expectNoSidewaysScroll, settled } from "./layout.ts";
import { someOf } from "./long.ts";
import { quiet } from "./page-time.ts";
import { expectNoSeriousFaults } from "./serious-faults.ts";

const cards = (page: Page) => page.locator('[data-testid="home-todos"] a[data-testid^="todo-"]');
const card = (page: Page, title: string) => page.locator(`[data-testid="home-todos"] a[data-testid$="-${title}"]`);
const goHome = (page: Page) => page.getByTestId("tab-/index").getByRole("link").click();
const numberOn = async (page: Page, title: string) => Number(await card(page, title).locator("strong").innerText());

async function openAll(page: Page): Promise<void> {
  await cards(page).first().waitFor();
  const more = page.getByTestId("todos-more");
  if ((await more.count()) > 0 && (await more.getAttribute("aria-expanded")) === "false") await more.click();
}

test.describe("a to-do leads to the rows it counts", () => {
  // What each counts is what its list shows: tests/server/app/home.test.ts, over all accounts.
  for (const [index, user] of ["buyer54", "fin54", "s054001"].entries()) {
    test(`for ${user}, whether the page was open before or not`, async ({ page, signIn, complaints }) => {
      await signIn(user);
      await openAll(page);
      const found = await cards(page).evaluateAll((links) =>
        links.map((link) => ({ id: link.getAttribute("data-testid") ?? "", count: link.querySelector("strong")?.textContent ?? "" })),
      );
      expect(found.length).toBeGreaterThan(8);
      expect(new Set(found.map(({ id }) => id.split("-")[1])).size, "several to-dos lead to one page").toBeLessThan(found.length);
      for (const { id, count } of someOf(found, index)) {
        await page.getByTestId(id).click();
        await expect(page.getByTestId("list-total"), id).toHaveText(count);
        // The days a list begins with are none of the to-do's: they would hide older rows.
        await expect(page.locator(".filter-chips"), id).not.toContainText("业务日期");
        await goHome(page);
        await openAll(page);
      }
      expect(complaints).toEqual([]);
    });
  }

  test("and tells by what they are filtered", async ({ page, signIn }) => {
    await signIn("s054001");
    await openAll(page);
    await card(page, "已过期供应商证照").click();
    await expect(page.locator(".filter-chips")).toContainText("有效期止：早于 ");
    await expect(page.locator(".filter-chips")).toContainText("已审核");
    await goHome(page);
    await card(page, "待确认订单").click();
    await expect(page.locator(".filter-chips")).toContainText("已关闭：否");
    await quiet(page);
    const before = Number(await page.getByTestId("list-total").innerText());
    await page.getByTestId("filter-clear").click();
    await expect.poll(async () => Number(await page.getByTestId("list-total").innerText())).toBeGreaterThan(before);
  });
});

test.describe("a point of a chart leads to its rows", () => {
  test("by a click, on home and on a board", async ({ page, signIn, complaints }) => {
    await signIn("fin54");
    const exceptions = page.getByTestId("chart-517");
    await exceptions.locator(".recharts-pie-sector").last().click();
    await page.waitForURL(/InvoiceAudit/);
    await expect(page.locator(".filter-chips")).toContainText("异常类型：");
    const kinds = page.locator('[data-testid^="row-"] td:nth-child(1)');
    await kinds.first().waitFor();
    await quiet(page);
    expect(new Set(await kinds.allInnerTexts()).size).toBe(1);
    await page.getByTestId("filter-clear").click();
    await quiet(page);
    const all = Number(await page.getByTestId("list-total").innerText());
    await page.getByTestId("stats-chart").first().locator(".recharts-pie-sector").last().click();
    await expect.poll(async () => Number(await page.getByTestId("list-total").innerText())).toBeLessThan(all);
    expect(complaints).toEqual([]);
  });

  test("by keys, which see its numbers", async ({ page, signIn }) => {
    await signIn("s054001");
    const numbers = page.getByTestId("chart-503").getByTestId("chart-points");
    const first = numbers.getByRole("button").first();
    const [day = "", amount = ""] = (await first.innerText()).split("：应付未付 ");
    await page.getByTestId("chart-503").getByRole("link", { name: "查看" }).focus();
    await expect(async () => {
      await page.keyboard.press("Tab");
      await expect(first).toBeFocused({ timeout: 100 });
    }).toPass();
    await page.keyboard.press("Enter");
    await page.waitForURL(/BalancePay/);
    await expect(page.locator(".filter-chips")).toContainText(day);
    await expect(page.getByTestId("list-table")).toContainText(amount);
  });
});

test("a number goes down once something is done", async ({ page, signIn }) => {
  await signIn("buyer54");
  await openAll(page);
  const before = await numberOn(page, "待审核订单");
  await card(page, "待审核订单").click();
  await expect(page.getByTestId("list-total")).toHaveText(String(before));
  await page.locator('[data-testid^="row-"]').first().getByRole("checkbox").check();
  await page.getByTestId("action-audit").click();
  await expect(page.getByTestId("list-total")).toHaveText(String(before - 1));
  await goHome(page);
  await expect(card(page, "待审核订单").locator("strong")).toHaveText(String(before - 1));
});

test("an announcement opens, and is read when one comes back", async ({ page, signIn }) => {
  // Nobody else in these tests: whoever opens every page has read all announcements of his shop.
  await signIn("s175001");
  const boards = page.getByTestId("home-boards");
  const row = boards.locator("a[data-read=false]").first();
  const title = (await row.locator("span").innerText()).trim();
  await row.click();
  await expect(page.getByRole("heading", { name: title })).toBeVisible();
  await goHome(page);
  await expect(boards.locator("a", { hasText: title })).toHaveAttribute("data-read", "true");
  await boards.getByRole("link", { name: "全部公告" }).click();
  await expect(page.getByTestId("list-total")).toBeVisible();
});

test("a message leaves the page once it is read", async ({ page, signIn }) => {
  await signIn("s054001");
  const messages = page.getByTestId("home-messages");
  const row = messages.locator("a[data-read]").first();
  const address = (await row.getAttribute("href")) ?? "";
  await row.click();
  await expect(page).toHaveURL(new RegExp(address));
  await expect(page.locator("main h1")).toBeVisible();
  await goHome(page);
  await expect(messages.locator(`a[href="${address}"]`)).toHaveCount(0);
});

test("what comes late moves nothing", async ({ page, signIn }) => {
  await signIn("s054001");
  await cards(page).first().waitFor();
  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route(/GetHomePageData/, async (route) => {
    await held;
    await route.continue();
  });
  await page.reload();
  await page.getByTestId("todos-waiting").waitFor();
  const places = () =>
    page.locator(".home-card, .home-head").evaluateAll((all) => all.map((each) => JSON.stringify(each.getBoundingClientRect())));
  const before = await settled(page, places);
  answer();
  await cards(page).first().waitFor();
  await expect.poll(places).toEqual(before);
});

test("without an answer the page says so, and the way to every page stays", async ({ page, signIn }) => {
  await page.route(/GetHomePageData/, (route) => route.abort());
  await signIn("buyer54");
  await expect(page.getByTestId("home-todos")).toContainText("待办暂时读不出来");
  await page.unroute(/GetHomePageData/);
  await page.getByRole("button", { name: "重试" }).click();
  await expect(cards(page).first()).toBeVisible();
});

test("fits every window, and axe finds nothing serious in it", async ({ page, signIn }) => {
  await signIn("s054001");
  await openAll(page);
  for (const [width, height] of [
    [1440, 900],
    [1024, 768],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height });
    await expectNoSidewaysScroll(page, ".home");
    await expectNoSeriousFaults(page, ".home", `${width} px`);
  }
});
