import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";
import { expectNoSidewaysScroll } from "./layout.ts";
import { expectNoSeriousFaults } from "./serious-faults.ts";

/*
 * One's own list (docs/decisions/117), as one who works with it all day makes it. What is kept of it, and for whom, is tried by the server's
 * tests; here that the browser shows it.
 */

const ORDERS = "/logisticsReceiptsDemand/OrderManage";
const heads = (page: Page) => page.locator('[data-testid="list-table"] thead th .column-title').allInnerTexts();

test("columns are arranged by keys and by mouse, stay so, and are as before at a click", async ({ page, signIn }) => {
  await signIn("buyer54", ORDERS);
  await expect.poll(async () => (await heads(page)).slice(0, 3)).toEqual(["订单号", "状态", "订货金额"]);
  const before = await heads(page);
  await page.getByTestId("columns").click();
  const panel = page.getByTestId("columns-panel");
  await expectNoSeriousFaults(page, ".ant-drawer");
  await panel.getByRole("checkbox", { name: "业务日期" }).uncheck();
  await panel.getByRole("button", { name: "状态：下移", exact: true }).press("Enter");
  await expect(panel.getByRole("button", { name: "状态：下移", exact: true })).toBeFocused();
  await expect.poll(async () => (await heads(page)).slice(0, 3)).toEqual(["订单号", "订货金额", "状态"]);
  await page.keyboard.press("Escape");
  const edge = page.locator('[data-edge="Billid"]').first();
  const { x, y, width, height } = (await edge.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  // What was changed before may still be on its way.
  const kept = page.waitForResponse(
    (answer) => answer.url().endsWith("SaveLayout") && answer.request().postData()?.includes("width") === true,
  );
  await page.mouse.move(x + width / 2, y + height / 2);
  await page.mouse.down();
  await page.mouse.move(x + width / 2 + 60, y + height / 2, { steps: 3 });
  await page.mouse.up();
  expect(((await (await kept).json()) as { Code: number }).Code).toBe(200);
  await page.reload();
  await expect.poll(() => heads(page)).not.toContain("业务日期");
  const head = page.locator("thead th", { has: page.locator('[data-edge="Billid"]') }).first();
  await expect.poll(async () => Math.round((await head.boundingBox())?.width ?? 0)).toBeGreaterThan(200);
  await page.getByTestId("columns").click();
  // The next test begins with what is kept.
  const undone = page.waitForResponse((answer) => answer.url().endsWith("SaveLayout"));
  await page.getByTestId("columns-reset").click();
  await expect.poll(() => heads(page)).toEqual(before);
  expect(((await (await undone).json()) as { Code: number }).Code).toBe(200);
});

test("a view holds filter, sort and columns, stands in the menu, and leads there by a short address", async ({ page, signIn }) => {
  await signIn("buyer54", ORDERS);
  await page.getByTestId("filter-clear").click();
  await page.getByTestId("builder").click();
  const builder = page.getByTestId("filter-builder");
  await builder.getByLabel("值").fill("DD2");
  await expectNoSeriousFaults(page, ".ant-modal");
  await builder.getByRole("button", { name: /查\s*询/ }).click();
  await expect(page.getByTestId("filter-chips")).toContainText("高级条件：订单号 包含 DD2");
  await page.getByTestId("views").click();
  await page.getByTestId("view-title").fill("所有订单");
  await page.getByTestId("view-save").click();
  await expect(page).toHaveURL(/OrderManage\?view=[\w-]{8}$/);
  await page.getByRole("button", { name: "所有订单：收藏到菜单" }).click();
  await expectNoSeriousFaults(page, ".ant-drawer");
  await page.keyboard.press("Escape");
  const menu = page.getByTestId("menu");
  await menu.getByText("收藏").click();
  await expect(menu.getByRole("link", { name: "订单：所有订单" })).toBeVisible();
  await page.reload();
  await expect(page.getByTestId("filter-chips")).toContainText("高级条件：订单号 包含 DD2");
  await expect(page.getByTestId("views")).toContainText("所有订单");
});

test("ticked rows, the page and all rows are summed side by side; cells and groups tell the same", async ({ page, context, signIn }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await signIn("buyer54", `${ORDERS}?view=none`);
  const rows = page.locator('[data-testid^="row-"]');
  await rows.first().getByRole("checkbox").check();
  await rows.nth(1).getByRole("checkbox").check();
  await page.getByTestId("list-sums").click();
  const amounts = page.getByTestId("sums-all").locator('[data-sums="order_cost"] td');
  const number = (text: string) => Math.round(Number(text.replaceAll(",", "")) * 100);
  const cellOf = async (row: number) => number(await rows.nth(row).locator("td").nth(3).innerText());
  expect(number(await amounts.nth(0).innerText())).toBe((await cellOf(0)) + (await cellOf(1)));
  const all = await amounts.nth(2).innerText();
  await expect(page.getByTestId("list-footer")).toContainText(all);
  await page.keyboard.press("Escape");

  const [from, to] = [await rows.first().locator("td").nth(3).boundingBox(), await rows.nth(1).locator("td").nth(4).boundingBox()];
  await page.mouse.move((from?.x ?? 0) + 12, (from?.y ?? 0) + 12);
  await page.mouse.down();
  await page.mouse.move((to?.x ?? 0) + 12, (to?.y ?? 0) + 12, { steps: 4 });
  await page.mouse.up();
  await expect(page.locator("td[data-chosen]")).toHaveCount(4);
  await page.keyboard.press("Control+c");
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied.split("\r\n").map((line) => number(line.split("\t")[0] ?? ""))).toEqual([await cellOf(0), await cellOf(1)]);

  await page.getByTestId("columns").click();
  await page.getByTestId("group-by").click();
  await page.locator(".ant-select-dropdown").getByTitle("按业务日期").click();
  await page.keyboard.press("Escape");
  await expect(page).toHaveURL(/group=busdate/);
  await expect(page.getByTestId("list-footer")).toContainText(all);
  await expectNoSeriousFaults(page, ".list");
  // They stand as far apart as rows do.
  expect((await page.getByTestId("list-groups").locator(".ant-table-row").first().boundingBox())?.height).toBeGreaterThan(30);
  await page.getByTestId("list-groups").locator(".ant-table-row").first().click();
  await expect(page.getByTestId("list-groups").getByRole("link", { name: /^DD/ }).first()).toBeVisible();
  // Its rows scroll by themselves: the groups stay as wide as the window.
  await page.setViewportSize({ width: 1024, height: 768 });
  await expectNoSidewaysScroll(page, '[data-testid="list-groups"] .ant-table-body');
});

test("ticks by Shift, by keys and by the box of the head mean rows of this page, whose numbers go on", async ({ page, signIn }) => {
  await signIn("buyer54", `${ORDERS}?view=none&filters=[]&pageSize=10`);
  const rows = page.locator('[data-testid^="row-"]');
  const box = (row: number) => rows.nth(row).getByRole("checkbox");
  const head = page.getByRole("checkbox", { name: "全选" });
  const chosen = page.locator(".list-chosen");
  await expect(rows).toHaveCount(10);
  await box(2).click();
  await box(5).click({ modifiers: ["Shift"] });
  await expect(chosen).toHaveText("已选 4 条");
  await head.check();
  await expect(chosen).toContainText("已选 10 条");
  await page.locator(".ant-pagination-next").click();
  await expect(rows.first()).toHaveAttribute("aria-rowindex", "11");
  await expect(head).not.toBeChecked();
  await box(5).click({ modifiers: ["Shift"] });
  await expect(chosen).toHaveText("已选 1 条");
  await rows.nth(7).focus();
  await page.keyboard.press(" ");
  await box(9).click({ modifiers: ["Shift"] });
  await expect(chosen).toHaveText("已选 4 条");
});
