import { expect, test } from "./fixtures.ts";

test("an auditor has the log checked, and sees who holds both functions of a pair, finds among them and takes them away", async ({
  page,
  portal,
  signIn,
  complaints,
}) => {
  await signIn("admin54");
  await page.goto(`${portal.url}/configuration/AuditLog`);
  await page.getByTestId("verify-audit").click();
  await expect(page.getByTestId("audit-report")).toContainText("没有发现绕过程序的改动");
  await page.keyboard.press("Escape");
  await expect(page.getByTestId("audit-report")).toHaveCount(0);

  await page.getByTestId("held-pairs").click();
  const report = page.getByTestId("held-pairs-report");
  await expect(report).toContainText("收款账户变更 × 付款");
  await page.getByTestId("held-all").check();
  await page.getByTestId("held-search").fill("一项");
  await expect(report.locator("tbody tr.ant-table-row").first()).toContainText("一项");
  await page.getByTestId("held-all").uncheck();
  await page.getByTestId("held-search").fill("admin54");
  await expect(report.locator("tbody tr.ant-table-row").first()).toContainText("admin54");
  await expect(report).not.toContainText("boss54");
  const [file] = await Promise.all([page.waitForEvent("download"), page.getByTestId("held-export").click()]);
  expect(file.suggestedFilename()).toMatch(/^职责核对.*\.xlsx$/);
  await page.getByTestId("held-search").fill("查无此人");
  await expect(report).toContainText("没有符合条件的人员");
  expect(complaints).toEqual([]);
});
