import type { Locator, Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";
import { expectNoSidewaysScroll } from "./layout.ts";
import { quiet } from "./page-time.ts";

const SIZE = { width: 390, height: 844 };
/** px: what a finger hits. */
const TARGET = 44;

test.use({ viewport: SIZE });

const cards = (page: Page) => page.getByTestId("list-cards").locator(".card");

/** Large enough for a finger, and where the thumb of the hand is that holds the phone. */
async function expectInReach(button: Locator): Promise<void> {
  await expect
    .poll(async () => {
      const box = await button.boundingBox();
      return box !== null && box.height >= TARGET && box.y > SIZE.height / 2 && box.y + box.height <= SIZE.height;
    })
    .toBe(true);
}

test("filters, order and actions of a list come up from below, in reach of the thumb", async ({ page, signIn, complaints }) => {
  await signIn("admin54", "/accountChecking/BalanceManage");
  await expect(cards(page).first()).toBeVisible();
  await page.getByTestId("filter-open").click();
  await expectInReach(page.getByTestId("filter-search"));
  for (const field of await page.locator(".sheet .filter-field").all())
    expect((await field.boundingBox())?.height).toBeGreaterThanOrEqual(TARGET);
  await page.getByTestId("filter-reset").click();
  await expect(page.getByTestId("filter-search")).toBeHidden();

  await page.getByTestId("order-open").click();
  await page.locator('[data-testid^="order-"][data-testid$="-asc"]').first().click();
  await quiet(page);
  await expect(page.getByTestId("order-open")).not.toHaveText("排序");
  await expect.poll(() => new URL(page.url()).searchParams.size).toBeGreaterThan(0);
  await page.getByTestId("order-open").click();
  await page.getByRole("button", { name: "默认顺序" }).click();
  await expect(page.getByTestId("order-open")).toHaveText("排序");

  const all = await page.getByTestId("list-total").innerText();
  await page.getByTestId("order-open").click();
  await page.getByTestId("group-sheet").getByRole("button").nth(1).click();
  const groups = page.getByTestId("list-groups");
  await groups.locator(".ant-table-row").first().click();
  await expect(groups.locator(".card").first()).toBeVisible();
  await expect(page.getByTestId("list-total")).toHaveText(all);
  await expectNoSidewaysScroll(page);
  await page.getByTestId("order-open").click();
  await page.getByTestId("group-none").click();

  await cards(page).first().locator(".ant-checkbox-wrapper").click();
  const bar = page.locator(".list-actions");
  for (const button of await bar.getByRole("button").all()) await expectInReach(button);
  await page.getByTestId("action-more").click();
  const choices = page.locator(".sheet-choices button:visible");
  await expect(choices.first()).toBeVisible();
  for (const choice of await choices.all()) expect((await choice.boundingBox())?.height).toBeGreaterThanOrEqual(TARGET);
  expect(complaints).toEqual([]);
});

test("a document is read on 320 px, what can be done with it at the lower edge", async ({ page, signIn, complaints }) => {
  await signIn("s054001", "/accountChecking/BalanceProvManage");
  await cards(page).first().locator(".card-title").click();
  await expect(page.getByTestId("show-page")).toBeVisible();
  await page.setViewportSize({ width: 320, height: 640 });
  await quiet(page);
  await expectNoSidewaysScroll(page);
  const tools = page.locator(".show-tools");
  await expect(tools).toBeVisible();
  const box = await tools.boundingBox();
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeGreaterThan(640 - TARGET / 4);
  expect(complaints).toEqual([]);
});
