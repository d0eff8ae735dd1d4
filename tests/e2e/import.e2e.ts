import { expect, test } from "./fixtures.ts";
import { expectNoSidewaysScroll } from "./layout.ts";
import { expectNoSeriousFaults } from "./serious-faults.ts";

const GOODS = "/basicInfo/GoodsManage";
const RUNS = "/configuration/ImportRuns";
const HEADINGS = "商品编码,商品名称,单位,供应商编码,售价";

const file = (name: string, ...rows: readonly string[]) => ({
  name,
  mimeType: "text/csv",
  buffer: Buffer.from(`\ufeff${[HEADINGS, ...rows].join("\r\n")}`),
});

test("a file is chosen, checked and brought in, and undone as a whole", async ({ page, signIn, complaints }, info) => {
  await signIn("admin54", GOODS);
  await page.getByTestId("action-import").click();
  const drawer = page.locator(".import-drawer");
  const choose = (sent: ReturnType<typeof file>) => drawer.locator("input[type=file]").setInputFiles(sent);

  await test.step("a template is there, and what cannot be read is told beside the file", async () => {
    const template = page.waitForEvent("download");
    await drawer.getByTestId("import-template").click();
    expect((await template).suggestedFilename()).toBe("商品资料-导入模板.xlsx");
    await choose({ name: "a.csv", mimeType: "text/csv", buffer: Buffer.from("颜色,尺寸\r\n红,大") });
    await expect(drawer.getByTestId("import-refusal")).toContainText("没有这些列：颜色、尺寸");
    await page.screenshot({ path: info.outputPath("choose-1440.png") });
    await expectNoSeriousFaults(page);
  });

  await test.step("cells in error stand out, and rows are told apart by what would become of them", async () => {
    await choose(file("商品.csv", "0E2E-1,苏打水,瓶,102001,2.50", "0E2E-2,柠檬水,瓶,没有,3", "0E2E-3,乌龙茶,瓶,102001,不知道"));
    const preview = drawer.getByTestId("import-preview");
    await expect(drawer.getByTestId("import-refused")).toHaveText("2 行有问题");
    await expect(preview.locator(".import-bad-cell")).toHaveText(["没有", "不知道"]);
    await expect(preview.locator(".import-problems").first()).toContainText("供应商编码不存在");
    await preview.getByText("全部 3").click();
    await expect(preview.locator("tbody tr.ant-table-row")).toHaveCount(3);
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 900 });
      await expectNoSidewaysScroll(page);
      await page.screenshot({ path: info.outputPath(`check-${width}.png`) });
    }
    await expectNoSeriousFaults(page);
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  await test.step("the good rows are brought in; the others are a file", async () => {
    await drawer.getByTestId("import-mode-good").check();
    await drawer.getByTestId("import-start").click();
    const result = drawer.getByTestId("import-result");
    await expect(result).toHaveAttribute("data-state", "done");
    await expect(result).toContainText("2 行有问题");
    const problems = page.waitForEvent("download");
    await result.getByTestId("import-problems").click();
    expect((await problems).suggestedFilename()).toMatch(/^DR\d{12}-问题行\.xlsx$/);
    await page.screenshot({ path: info.outputPath("result-1440.png") });
    await drawer.locator(".import-footer").getByText("关闭").click();
    await expect(drawer).toBeHidden();
    await expect(page.getByTestId("list-table")).toContainText("0E2E-1");
  });

  await test.step("it stands among the runs, and is undone from there", async () => {
    await page.goto(new URL(RUNS, page.url()).href);
    await page.locator(".ant-table-row .ant-checkbox-input").first().check();
    await page.getByTestId("action-result").click();
    const result = page.getByTestId("import-result");
    await expect(result).toHaveAttribute("data-state", "done");
    await result.getByTestId("import-undo").click();
    await page.getByTestId("confirm-ok").click();
    await expect(result).toHaveAttribute("data-state", "undone");
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(new URL(GOODS, page.url()).href);
    await expect(page.getByTestId("list-cards").or(page.getByTestId("list-table"))).not.toContainText("0E2E-1");
    await page.getByTestId("action-import").click();
    await expect(drawer).toContainText("已撤销");
    await expectNoSidewaysScroll(page);
    await page.screenshot({ path: info.outputPath("choose-390.png") });
    await expectNoSeriousFaults(page);
  });
  expect(complaints).toEqual([]);
});
