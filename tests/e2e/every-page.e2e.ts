import type { Page } from "@playwright/test";
import type { MenuResult, ScreenModel } from "../../src/shared/protocol/screen.ts";
import { Beside } from "./beside.ts";
import { expect, test } from "./fixtures.ts";
import { follow } from "./follow.ts";
import { expectNoSidewaysScroll } from "./layout.ts";
import { IS_LONG, someOf } from "./long.ts";
import { quiet } from "./page-time.ts";

const DESKTOP = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };
const SIZES = [DESKTOP, { width: 1024, height: 768 }, PHONE];

/** The pages this user has, as the portal itself tells. */
async function grantedPages(beside: Beside): Promise<readonly ScreenModel[]> {
  const { modules } = await beside.call<MenuResult>("Registry/GetModules");
  const ids = modules.flatMap(({ children }) => children.map(({ MdlId }) => MdlId));
  // One after the other: a user has two calls at work, and on a busy machine the last of eighty would wait too long (docs/decisions/120).
  const screens: ScreenModel[] = [];
  for (const id of ids) screens.push(await beside.call<ScreenModel>("Registry/GetModule", { mdl: String(id) }));
  return screens;
}

/** What stands on a page of each kind once its data is there, rows of a list being cards on a phone; an empty list says so in words. */
const CONTENT =
  '[data-testid^="row-"], [data-testid^="card-"], [data-testid="list-empty"], [data-testid="grant-editor"], [data-testid="show-page"], .ant-empty';

/** Words for nothing that code writes by mistake: no text of a page is one of them. */
const NOTHING = /\b(?:null|undefined|NaN)\b/;

/** No cell, field or sentence of what the page shows is a word for nothing; a dash or an empty place says that nothing is there. */
async function expectNoWordForNothing(page: Page): Promise<void> {
  await expect.poll(async () => NOTHING.exec(await page.locator("main").innerText())).toBeNull();
}

/** Columns of a list that are to be always in view, number, state and amount among them, and are not, or leave no room for another one. */
function outOfView(): string[] {
  const table = document.querySelector('[data-testid="list-table"] .ant-table-container');
  const room = table?.getBoundingClientRect();
  const pinned = [...(table?.querySelectorAll("thead th.ant-table-cell-fix-left, thead th.ant-table-cell-fix-start") ?? [])];
  return pinned.flatMap((cell) => {
    const { left, right } = cell.getBoundingClientRect();
    return room !== undefined && left >= room.left - 1 && right <= room.right - 80 ? [] : [cell.textContent ?? ""];
  });
}

/** What of a phone's cards is cut off: every number, state, amount and day of a card stands on it as a whole. */
function cutInCards(): string[] {
  const told = [...document.querySelectorAll(".card-title, .card-mark, .card dd")];
  return told.flatMap((place) => {
    const card = place.closest(".card")?.getBoundingClientRect();
    const { left, right } = place.getBoundingClientRect();
    const isWhole = card !== undefined && left >= card.left && right <= card.right && place.scrollWidth <= place.clientWidth + 1;
    return isWhole || getComputedStyle(place).display === "inline" ? [] : [place.textContent ?? ""];
  });
}

/** What of a list's marks is cut off: a column is as wide as the longest word in it. */
function cutMarks(): string[] {
  return [...document.querySelectorAll("td.ant-table-cell .status")].flatMap((mark) => {
    const cell = mark.closest("td")?.getBoundingClientRect();
    return cell !== undefined && mark.getBoundingClientRect().right <= cell.right ? [] : [mark.textContent ?? ""];
  });
}

/** Looks at a page in every window, beginning with the one it was opened in: as a link opens it, in the long run as its address does. */
async function checkPage(page: Page, url: string, { path, title }: ScreenModel): Promise<void> {
  await (IS_LONG ? page.goto(url + path) : follow(page, path));
  await expect(page).toHaveTitle(`${title} - 供应链管理系统`);
  await expect(page.locator(CONTENT).first()).toBeVisible();
  const headings = page.locator("th.ant-table-cell:not(.ant-table-selection-column, .ant-table-cell-scrollbar)");
  await expect.poll(async () => (await headings.allInnerTexts()).filter((heading) => heading.trim() === "")).toEqual([]);
  for (const size of page.viewportSize()?.width === PHONE.width ? SIZES.toReversed() : SIZES) {
    await page.setViewportSize(size);
    await expectNoSidewaysScroll(page);
    if (size.width === DESKTOP.width) await expect.poll(() => page.evaluate(outOfView)).toEqual([]);
    if (size.width !== PHONE.width) await expect.poll(() => page.evaluate(cutMarks)).toEqual([]);
    if (size.width === PHONE.width) await expect.poll(() => page.evaluate(cutInCards)).toEqual([]);
  }
  await expectNoWordForNothing(page);
  await expect(page.locator(".ant-message-error")).toHaveCount(0);
}

/** Templates whose sheets a walk has opened: each is a portal loaded anew, and one template draws the same for every page and user. */
const printed = new Set<string>();

/** Opens the first row's document and, where it can be printed, its sheets: in short once for each template, in the long run always. */
async function checkDocument(page: Page, screen: ScreenModel): Promise<void> {
  const link = page.locator('[data-testid="list-table"] [data-testid^="row-"] a, [data-testid^="card-"] a').first();
  if ((await link.count()) === 0) return;
  // Nobody presses what a window that has just changed still draws anew.
  await quiet(page);
  await link.click();
  await expect(page.getByTestId("show-page")).toBeVisible();
  await expectNoWordForNothing(page);
  const print = page.getByTestId("show-page").getByTestId("print");
  const templates = screen.print.map(({ template }) => template).join();
  if ((await print.count()) > 0 && (IS_LONG || !printed.has(templates))) {
    printed.add(templates);
    const [paper] = await Promise.all([page.context().waitForEvent("page"), print.first().click()]);
    await expect(paper.getByTestId("print-page").first()).toBeVisible();
    await paper.close();
  }
  await expect(page.locator(".ant-message-error")).toHaveCount(0);
}

/** How many of the 81 pages each has; more is nobody's. */
const USERS = [
  { user: "admin54", least: 60 },
  { user: "s054001", least: 40 },
];

// The two walks are the longest tests there are.
test.describe.configure({ mode: "parallel" });

for (const [index, { user, least }] of USERS.entries()) {
  test(`every page opens for ${user}, fits every window, without a complaint`, async ({ page, portal, signIn, complaints }) => {
    test.setTimeout(1_800_000);
    await page.setViewportSize(DESKTOP);
    await signIn(user);
    const pages = await grantedPages(await Beside.signIn(portal, user));
    expect(pages.length).toBeGreaterThan(least);
    for (const granted of someOf(pages, index)) {
      await test.step(granted.title, async () => {
        await checkPage(page, portal.url, granted);
        await checkDocument(page, granted);
      });
    }
    expect(complaints).toEqual([]);
  });
}

test("a list keeps page, order and filter over a reload and over the way back", async ({ page, signIn }) => {
  await signIn("admin54", "/logisticsReceiptsDemand/OrderManage");
  await page.getByTestId("filter-clear").click();
  await quiet(page);
  await page.getByRole("columnheader", { name: "订单号" }).first().click();
  await quiet(page);
  await page.locator(".ant-pagination-item-2").click();
  await expect(page.locator(".ant-pagination-item-active")).toHaveText("2");
  await quiet(page);
  const first = await page.locator('[data-testid^="row-"] a').first().innerText();
  await page.reload();
  await expect(page.locator('[data-testid^="row-"] a').first()).toHaveText(first);
  await expect(page.locator(".ant-pagination-item-active")).toHaveText("2");
  await page.locator('[data-testid^="row-"] a').first().click();
  await expect(page.getByTestId("show-page")).toContainText(first);
  await page.goBack();
  await expect(page.locator('[data-testid^="row-"] a').first()).toHaveText(first);
});

test("an address nobody could have made by hand answers with words, and the list can be opened again", async ({ page, portal, signIn }) => {
  await signIn("admin54", "/logisticsReceiptsDemand/OrderManage?pageSize=abc&current=-5&sorters[0][field]=Nothing&filters=%7Bbroken");
  await expect(page.getByText(/订单/).first()).toBeVisible();
  await page.goto(`${portal.url}/logisticsReceiptsDemand/OrderManage`);
  await expect(page.locator('[data-testid^="row-"]').first()).toBeVisible();
});

test("an action asks, runs and says what happened; the row shows its new state", async ({ page, signIn }) => {
  await signIn("admin54", "/logisticsReceiptsDemand/OrderManage");
  await page.getByTestId("filter-clear").click();
  await quiet(page);
  const row = page.locator('[data-testid^="row-"]', { hasText: "录入" }).filter({ hasText: "未打印" }).first();
  const number = await row.locator("a").innerText();
  await row.locator("a").click();
  await page.getByTestId("action-audit").click();
  await expect(page.getByTestId("show-page")).toContainText("待供应商确认");
  await expect(page.getByTestId("action-audit")).toBeDisabled();
  await expect(page.getByTestId("action-unaudit")).toBeEnabled();
  await expect(page.getByTestId("show-page")).toContainText(number);

  await expect(page.getByTestId("show-page")).toContainText("未打印");
  const [paper] = await Promise.all([page.context().waitForEvent("page"), page.getByTestId("print").click()]);
  await paper.getByTestId("print-page").first().waitFor();
  // Looking at the sheets counts nothing; what the browser has printed or saved does.
  await page.reload();
  await expect(page.getByTestId("show-page")).toContainText("未打印");
  const [counted] = await Promise.all([paper.waitForResponse(/SetPrinted/), paper.pdf()]);
  expect(((await counted.json()) as { Code: number }).Code).toBe(200);
  await paper.close();
  await page.bringToFront();
  await expect(page.getByTestId("show-page")).toContainText("已打印");
});
