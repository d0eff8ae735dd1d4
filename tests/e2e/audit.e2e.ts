import { readFile } from "node:fs/promises";
import { read, utils } from "xlsx";
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
  const [log] = await Promise.all([page.waitForEvent("download"), page.getByTestId("export").click()]);
  expect(log.suggestedFilename()).toMatch(/^操作日志.*\.xlsx$/);
  const { Sheets, SheetNames } = read(await readFile(await log.path()));
  const [first = {}] = utils.sheet_to_json<Record<string, string>>(Sheets[SheetNames[0] ?? ""] ?? {});
  expect(Object.keys(first)).toEqual(expect.arrayContaining(["单据号", "时间", "单据类型", "操作", "操作人"]));

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
