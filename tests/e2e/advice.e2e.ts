import type { Locator, Page } from "@playwright/test";
import sharp from "sharp";
import { expect, test } from "./fixtures.ts";
import { expectNoSidewaysScroll } from "./layout.ts";
import { quiet } from "./page-time.ts";
import { expectNoSeriousFaults } from "./serious-faults.ts";

const PATH = "/advice/adviceinfo";
const TITLE = "卸货口太少";
const CONTENT = "早上八点前卸货口排队太久，建议增加一个卸货口。";
const REPLY = "已增加三号卸货口，下周一启用。";
const WIDTHS = [1440, 1024, 390];

const dot = (page: Page): Locator => page.getByTestId("menu").getByRole("img", { name: "有新内容" });
const cards = (page: Page): Locator => page.getByTestId("advice-list").getByRole("link");
const state = (page: Page, code: string): Locator => page.getByTestId(`advice-state-${code}`);
const card = (page: Page, text: string): Locator => cards(page).filter({ hasText: text });

/** The number in a text; 0 without one. */
const countOf = async (place: Locator): Promise<number> => Number((await place.innerText()).replaceAll(/\D/g, ""));

test("three answers wait for a supplier: each one that is opened goes from count and dot at once", async ({
  page,
  portal,
  signIn,
  complaints,
}) => {
  await signIn("s153001");
  await expect(dot(page).first()).toBeVisible();
  // Folded, the menu has its icons alone.
  await page.getByTestId("sidebar-toggle").click();
  await expect(page.getByTestId("sidebar")).toHaveAttribute("data-collapsed", "true");
  const folded = page.locator(".menu-icon-reminded").getByTestId("reminder-dot");
  await expect(folded).toBeVisible();
  await expect(folded).toHaveCSS("opacity", "1");
  await page.getByTestId("sidebar-toggle").click();
  await page.getByTestId("menu").getByText("建议与意见").first().click();
  await page.getByTestId("menu").getByRole("link", { name: "建议与意见" }).click();
  await expect(state(page, "fresh")).toContainText("3");
  await expect(cards(page)).toHaveCount(5);

  await state(page, "fresh").click();
  await expect(cards(page)).toHaveCount(3);
  await state(page, "all").click();
  await card(page, "对账单导出格式").click();
  await expect(page.getByTestId("advice-answer")).toContainText("已列入下一版本");
  await expect(card(page, "对账单导出格式")).toContainText("已回复");
  await expect(state(page, "fresh")).toContainText("2");
  await expect(dot(page).first()).toBeVisible();

  // What is opened stands in the address.
  await expect(page).toHaveURL(/[?&]open=\d+/);
  await page.reload();
  await expect(page.getByTestId("advice-detail")).toContainText("对账单导出格式");
  await page.getByTestId("action-create").click();
  await expect(page.getByTestId("advice-composer")).toBeVisible();

  for (const title of ["退货通知太晚", "希望增加晚间收货时段"]) {
    await card(page, title).click();
    await expect(page.getByTestId("advice-detail")).toContainText(title);
  }
  await expect(page.getByTestId("advice-said").getByRole("button", { name: "查看图片 1" }).locator("img")).toBeVisible();
  await expect(dot(page)).toHaveCount(0);
  await expect(state(page, "fresh")).toHaveText("新回复");
  await page.goto(`${portal.url}/index`);
  await expect(page.getByTestId("menu")).toBeVisible();
  await expect(dot(page)).toHaveCount(0);
  expect(complaints).toEqual([]);
});

// The shop of the tests above has suggestions, too, but its contract is over, and the pages left to its users do not include this one.
test("a supplier writes, the shop answers once, and the supplier's dot is back", async ({ page, portal, signIn, browser }) => {
  await signIn("s039001", PATH);
  await expect(cards(page)).toHaveCount(5);
  await page.getByTestId("advice-send").click();
  await expect(page.locator("#field-title-problem")).toBeVisible();
  await expect(page.locator("#field-content-problem")).toBeVisible();
  await page.locator("#field-title").fill(TITLE);
  await page.locator("#field-content").fill("太短");
  await page.getByTestId("advice-send").click();
  await expect(page.locator("#field-content-problem")).toContainText("5");
  // What is typed stays while something else is read.
  await cards(page).first().click();
  await expect(page.getByTestId("advice-detail")).toBeVisible();
  await page.getByTestId("action-create").click();
  await expect(page.locator("#field-title")).toHaveValue(TITLE);
  await page.locator("#field-content").fill(CONTENT);
  // Larger than anybody takes: it is shrunk before it is sent.
  const noise = { type: "gaussian", mean: 128, sigma: 60 } as const;
  const photo = await sharp({ create: { width: 2800, height: 2100, channels: 3, background: "#c0843f", noise } })
    .jpeg({ quality: 100 })
    .toBuffer();
  expect(photo.length).toBeGreaterThan(5 * 1024 * 1024);
  await page.locator("#field-img input[type=file]").setInputFiles({ name: "现场.jpg", mimeType: "image/jpeg", buffer: photo });
  await expect(page.locator("#field-img img")).toHaveCount(1);
  await page.getByTestId("advice-send").click();
  await expect(page.getByText("建议已提交")).toBeVisible();
  await expect(cards(page).first()).toContainText(TITLE);
  await expect(cards(page).first()).toContainText("未回复");
  await expect(page.locator("#field-title")).toHaveValue("");
  const before = await countOf(state(page, "fresh"));

  const shop = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage();
  await shop.goto(`${portal.url}/login`);
  await shop.getByTestId("login-user").fill("admin39");
  await shop.getByTestId("login-pass").fill(portal.password);
  await shop.getByTestId("login-submit").click();
  await shop.getByTestId("menu").waitFor();
  await shop.goto(`${portal.url}${PATH}`);
  await expect(state(shop, "waiting")).toContainText("4");
  await expect(dot(shop)).toHaveCount(0);
  await expect(shop.getByTestId("advice-composer")).toHaveCount(0);
  await expect(cards(shop).first()).toContainText(TITLE);
  await cards(shop).first().click();
  await expect(shop.getByTestId("advice-said").locator("img")).toBeVisible();
  await expect(shop.getByTestId("action-reply")).toBeDisabled();
  await shop.getByTestId("advice-reply").fill(REPLY);
  // An answer that is being written waits as well.
  await cards(shop).nth(1).click();
  await expect(shop.getByTestId("advice-reply")).toHaveValue("");
  await cards(shop).first().click();
  await expect(shop.getByTestId("advice-reply")).toHaveValue(REPLY);
  await shop.getByTestId("action-reply").click();
  await expect(shop.getByTestId("advice-answer")).toContainText(REPLY);
  await expect(shop.getByTestId("advice-answer")).toContainText("供应商尚未查看");
  await expect(shop.getByTestId("advice-reply")).toHaveCount(0);
  await expect(state(shop, "waiting")).toContainText("3");

  await page.reload();
  await expect(dot(page).first()).toBeVisible();
  await expect.poll(() => countOf(state(page, "fresh"))).toBe(before + 1);
  await quiet(page);
  const messages = Number(await page.getByTestId("message-badge").innerText());
  await card(page, TITLE).click();
  await expect(page.getByTestId("advice-answer")).toContainText(REPLY);
  await expect.poll(() => countOf(state(page, "fresh"))).toBe(before);
  if (before === 0) await expect(dot(page)).toHaveCount(0);
  // The message that told of the answer is read with it.
  await expect(page.getByTestId("message-badge")).toHaveText(String(messages - 1));
  await shop.getByTestId("list-refresh").click();
  await shop.reload();
  await expect(shop.getByTestId("advice-answer")).toContainText("供应商已于");

  for (const tab of [page, shop]) {
    for (const width of WIDTHS) {
      await tab.setViewportSize({ width, height: 900 });
      await expect(tab.getByTestId("advice-detail")).toBeVisible();
      await expectNoSidewaysScroll(tab);
      await expectNoSeriousFaults(tab, undefined, `${width} px`);
    }
    // On a phone one suggestion fills the page, and a link leads back.
    await expect(cards(tab).first()).toBeHidden();
    await tab.getByTestId("back-link").click();
    await expect(cards(tab).first()).toBeVisible();
    await expectNoSeriousFaults(tab);
  }
  await expect(page.getByTestId("advice-composer")).toBeHidden();
  await page.getByTestId("action-create").click();
  await expect(page.locator("#field-title")).toBeFocused();
  await expectNoSeriousFaults(page);
  await shop.context().close();
});

test("the shop's list is narrowed by supplier, day and source, and the address remembers it", async ({ page, signIn }) => {
  await signIn("admin39", PATH);
  await expect(cards(page).first()).toContainText("未回复");
  await quiet(page);
  const all = await cards(page).count();
  await page.getByTestId("filter-more").click();
  await page.getByTestId("filter-source").click();
  await page.getByTitle("扫码", { exact: true }).click();
  await page.keyboard.press("Escape");
  await page.getByTestId("filter-search").click();
  await expect(page.getByTestId("filter-chips")).toContainText("来源：扫码");
  await expect(cards(page)).toHaveCount(2);
  await state(page, "replied").click();
  await expect(cards(page)).toHaveCount(1);
  await page.reload();
  await expect(cards(page)).toHaveCount(1);
  await page.getByTestId("filter-title").fill("没有这样的主题");
  await page.getByTestId("filter-search").click();
  await expect(page.getByTestId("list-empty")).toContainText("没有符合条件的数据");
  await page.getByRole("button", { name: "清除筛选条件" }).click();
  await expect(cards(page)).toHaveCount(all);
});

test("other shops have no such page", async ({ page, portal, signIn }) => {
  await signIn("s054001");
  await expect(page.getByTestId("menu").getByText("业务往来")).toBeVisible();
  await expect(page.getByTestId("menu").getByText("建议与意见")).toHaveCount(0);
  await page.goto(`${portal.url}${PATH}`);
  await expect(page.getByText("不存在模块权限！").first()).toBeVisible();
  await expect(page.getByTestId("advice-page")).toHaveCount(0);
});
