import { expect, test } from "./fixtures.ts";
import { toasts } from "./toasts.ts";

const ORDERS = "/logisticsReceiptsDemand/OrderManage";
const BUSY = { Code: 503, Msg: "系统繁忙，请稍后重试", Result: null };

test("a list waits for a server that has no room, without a word of failure", async ({ page, signIn }) => {
  await signIn("admin54", ORDERS);
  await expect(page.locator('[data-testid^="row-"]').first()).toBeVisible();
  let turned = 0;
  await page.route("**/api/Module/*/GetPage", (route) => {
    if (turned === 2) return route.continue();
    turned += 1;
    return route.fulfill({ status: 503, headers: { "retry-after": "2" }, json: BUSY });
  });
  await page.getByTestId("list-refresh").click();
  await expect(page.getByText("系统繁忙，正在等待…")).toBeVisible();
  await expect.poll(() => turned).toBe(2);
  await expect(page.getByText("系统繁忙，正在等待…")).toHaveCount(0);
  await expect(page.locator('[data-testid^="row-"]').first()).toBeVisible();
  await expect(toasts(page, "系统繁忙，请稍后重试")).toHaveCount(0);
});
