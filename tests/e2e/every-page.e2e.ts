import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "./fixtures.ts";

interface MenuFile {
  readonly groups: readonly { readonly path: string; readonly modules: readonly { readonly name: string; readonly title: string }[] }[];
}

const MENU = JSON.parse(readFileSync(join(import.meta.dirname, "../../modules.json"), "utf8")) as MenuFile;
const PAGES = MENU.groups.flatMap(({ path, modules }) => modules.map(({ name, title }) => ({ path: `${path}/${name}`, title })));
const WIDTHS = [
  { width: 1440, height: 900 },
  { width: 1024, height: 768 },
  { width: 390, height: 844 },
];

for (const user of ["admin54", "s054001"]) {
  for (const size of WIDTHS) {
    test(`every page opens for ${user} at ${size.width} px: list, detail and print, without a complaint`, async ({
      page,
      portal,
      signIn,
      complaints,
    }) => {
      await page.setViewportSize(size);
      await signIn(user);
      for (const { path, title } of PAGES) {
        await test.step(title, async () => {
          await page.goto(portal.url + path);
          await expect(page.locator('[data-testid^="row-"]').first()).toBeVisible();
          const headings = await page
            .locator("th.ant-table-cell:not(.ant-table-selection-column, .ant-table-cell-scrollbar)")
            .allInnerTexts();
          expect(headings.length).toBeGreaterThan(0);
          expect(headings.filter((heading) => heading.trim() === "")).toEqual([]);
          const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
          expect(overflow, "the page itself never scrolls sideways").toBeLessThanOrEqual(0);

          await page.locator('[data-testid^="row-"] a').first().click();
          await expect(page.getByTestId("show-page")).toBeVisible();
          const print = page.getByTestId("show-page").getByTestId("print");
          if (await print.count()) {
            const [paper] = await Promise.all([page.context().waitForEvent("page"), print.first().click()]);
            await expect(paper.getByTestId("print-page").first()).toBeVisible();
            await paper.close();
          }
          await expect(page.locator(".ant-message-error")).toHaveCount(0);
        });
      }
      expect(complaints).toEqual([]);
    });
  }
}

test("a list keeps page, order and filter over a reload and over the way back", async ({ page, portal, signIn }) => {
  await signIn("admin54");
  await page.goto(`${portal.url}/logisticsReceiptsDemand/OrderManage`);
  await page.getByTestId("filter-clear").click();
  await page.getByRole("columnheader", { name: "订单号" }).first().click();
  await page.locator(".ant-pagination-item-2").click();
  await expect(page.locator(".ant-pagination-item-active")).toHaveText("2");
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
  await signIn("admin54");
  await page.goto(`${portal.url}/logisticsReceiptsDemand/OrderManage?pageSize=abc&current=-5&sorters[0][field]=Nothing&filters=%7Bbroken`);
  await expect(page.getByText(/订单/).first()).toBeVisible();
  await page.goto(`${portal.url}/logisticsReceiptsDemand/OrderManage`);
  await expect(page.locator('[data-testid^="row-"]').first()).toBeVisible();
});

test("an action asks, runs and says what happened; the row shows its new state", async ({ page, portal, signIn }) => {
  await signIn("admin54");
  await page.goto(`${portal.url}/logisticsReceiptsDemand/OrderManage`);
  await page.getByTestId("filter-clear").click();
  const row = page.locator('[data-testid^="row-"]', { hasText: "录入" }).filter({ hasText: "未打印" }).first();
  const number = await row.locator("a").innerText();
  await row.locator("a").click();
  await page.getByTestId("action-audit").click();
  await expect(page.getByTestId("show-page")).toContainText("审核");
  await expect(page.getByTestId("action-audit")).toBeDisabled();
  await expect(page.getByTestId("action-unaudit")).toBeEnabled();
  await expect(page.getByTestId("show-page")).toContainText(number);

  await expect(page.getByTestId("show-page")).toContainText("未打印");
  const [paper] = await Promise.all([page.context().waitForEvent("page"), page.getByTestId("print").click()]);
  await paper.getByTestId("print-page").first().waitFor();
  await paper.close();
  await page.bringToFront();
  await expect(page.getByTestId("show-page")).toContainText("已打印");
});
