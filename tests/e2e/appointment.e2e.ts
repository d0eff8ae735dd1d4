import { expect, test } from "./fixtures.ts";

const APPOINTMENTS = "/basicInfo/DeliveryApply";

test("a supplier sees the free places of each slot before he chooses one, and names an open order", async ({
  page,
  signIn,
  complaints,
}) => {
  await signIn("s001001", `${APPOINTMENTS}/create`);
  const field = (name: string) => page.locator(`#field-${name}`);
  const options = (name: string) => page.locator(`.ant-select-dropdown:has(#field-${name}_list) .ant-select-item-option`);
  await field("StoreId").click();
  await options("StoreId").first().click();
  await field("SlotId").click();
  await expect(options("SlotId").first()).toContainText(/余 \d+ \/ \d+|已约满|须提前|未开放|到货时间/);
  // A slot of one day of the week alone is told, and closed on all others.
  const closed = page.locator(".ant-select-item-option-disabled:visible");
  const free = options("SlotId").filter({ hasText: "余" });
  await expect(free.first()).toBeVisible();
  for (const option of await closed.all()) await expect(option).not.toContainText("余");
  await free.first().click();
  await field("OrderBillid").click();
  await expect(options("OrderBillid").or(page.getByText("没有可选的数据")).first()).toBeVisible();
  await page.keyboard.press("Escape");
  await field("tel").fill("19900001111");
  await page.getByTestId("form-save").click();
  await page.getByTestId("action-submit").click();
  await page.getByTestId("confirm-ok").click();
  await expect(page.getByTestId("show-page")).toContainText("待审核");
  await page.goto(page.url().replace(/\/basicInfo.*/, "/basicInfo/ProvArriveDateManage"));
  await expect(page.getByTestId("list-table")).toContainText("提前天数");
  await expect(page.getByTestId("action-create")).toHaveCount(0);
  expect(complaints).toEqual([]);
});
