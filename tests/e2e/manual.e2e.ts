import { readFileSync } from "node:fs";
import { CHROMIUM_ARGS, WHOLE_CHROMIUM } from "./browser.ts";
import { expect, test } from "./fixtures.ts";
import { expectNoSeriousFaults } from "./serious-faults.ts";

const MAGIC = "%PDF-1.7";

// A PDF opens in a tab only where the browser can show one.
test.use({ launchOptions: { executablePath: WHOLE_CHROMIUM, args: CHROMIUM_ARGS } });

for (const { user, title } of [
  { user: "s001001", title: "供应商操作手册" },
  { user: "admin01", title: "零售商操作手册" },
]) {
  test(`${user} opens the ${title} in a tab of its own`, async ({ page, context, signIn, complaints }) => {
    // The browser does not give out what it read as a file: the page keeps it for the test.
    await page.addInitScript(() => {
      const make = URL.createObjectURL;
      URL.createObjectURL = (file) => {
        Object.assign(globalThis, { madeFile: file });
        return make.call(URL, file);
      };
    });
    await signIn(user, "/index");
    const button = page.getByTestId("manual");
    const [tab, answer] = await Promise.all([context.waitForEvent("page"), page.waitForResponse(/GetManual/), button.click()]);
    expect(answer.headers()["content-type"]).toBe("application/pdf");
    expect(decodeURIComponent(answer.headers()["content-disposition"] ?? "")).toContain(`-${title}-`);
    await expect.poll(() => tab.url()).toMatch(/^blob:/);
    const begin = await page.evaluate(() => (globalThis as unknown as { madeFile: Blob }).madeFile.slice(0, 8).text());
    expect(begin).toBe(MAGIC);
    await expect(button).toHaveAttribute("aria-busy", "false");
    expect(complaints).toEqual([]);
  });
}

test("a browser that keeps tabs back saves the manual under its name", async ({ page, signIn }) => {
  await page.addInitScript(() => {
    window.open = () => null;
  });
  await signIn("s001001", "/index");
  const [download] = await Promise.all([page.waitForEvent("download"), page.getByTestId("manual").click()]);
  expect(download.suggestedFilename()).toMatch(/^供应链管理系统-供应商操作手册-\d{4}-\d\d-\d\d\.pdf$/);
  expect(
    readFileSync(await download.path())
      .subarray(0, 8)
      .toString(),
  ).toBe(MAGIC);
});

test("a manual that cannot be made is told, and leaves no empty tab", async ({ page, context, signIn }) => {
  await signIn("s001001", "/index");
  await page.route(/GetManual/, (route) =>
    route.fulfill({ status: 200, json: { Code: 503, Msg: "操作手册生成中，请稍后再试", Result: null } }),
  );
  await page.getByTestId("manual").click();
  await expect(page.getByText("操作手册生成中，请稍后再试")).toBeVisible();
  await expect.poll(() => context.pages().length).toBe(1);
});

test("what a page is for stands beside its title", async ({ page, signIn }) => {
  await signIn("s001001", "/logisticsReceiptsDemand/OrderManage");
  await page.getByTestId("page-help").focus();
  await page.keyboard.press("Enter");
  await expect(page.getByText(/^商场向供应商订货的单据/)).toBeVisible();
  await expectNoSeriousFaults(page);
});
