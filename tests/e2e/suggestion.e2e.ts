import type { Page } from "@playwright/test";
import sharp from "sharp";
import { scanBarcodes } from "./barcode.ts";
import { expect, test } from "./fixtures.ts";
import { passIn } from "./page-time.ts";
import { expectNoSeriousFaults } from "./serious-faults.ts";

const SHOP = "0000000153";
const PHONE = { width: 390, height: 844 };
const CONTENT = "早上八点前卸货口排队太久，建议增加一个卸货口";

const suggestionButton = (page: Page) => page.getByTestId("suggestion-button");

test("a supplier's code leads a phone to the suggestion page, and the suggestion to the supplier", async ({
  page,
  portal,
  signIn,
  browser,
  complaints,
}) => {
  await signIn("s153001");
  await suggestionButton(page).click();
  const code = page.getByTestId("suggestion-qr");
  await expect(code.locator("svg")).toBeVisible();
  const size = async () => {
    const box = await code.locator("svg").boundingBox();
    return [box?.width, box?.height];
  };
  await expect.poll(size).toEqual([120, 120]);
  await expect.poll(() => scanBarcodes(code)).toEqual([expect.stringMatching(/^QRCode:/)]);
  const [scanned = ""] = await scanBarcodes(code);
  const url = scanned.replace("QRCode:", "");
  expect(url.startsWith(`${portal.url}/suggestion?s=${SHOP}&p=`)).toBe(true);
  await expectNoSeriousFaults(page, ".suggestion-code");
  await expectNoSeriousFaults(page, "[data-testid=title-bar]");
  expect(complaints).toEqual([]);

  const phone = await (await browser.newContext({ viewport: PHONE })).newPage();
  await phone.goto(url);
  await expect(phone.getByTestId("suggestion-page")).toContainText("来自");
  await phone.getByTestId("visitor-submit").click();
  await expect(phone.locator("#field-content-problem")).toHaveText("建议内容不能为空");
  await phone.locator("#field-content").fill("太短");
  await expect(phone.locator("#field-content-problem")).toHaveText("建议内容不能少于5个字");
  await phone.locator("#field-content").fill(CONTENT);
  await phone.locator("#field-UsrName").fill("王师傅");
  await phone.locator("#field-tel").fill("19900001234");
  const photo = await sharp({ create: { width: 400, height: 300, channels: 3, background: "#c0843f" } })
    .jpeg()
    .toBuffer();
  await phone.locator("#field-img input[type=file]").setInputFiles({ name: "现场.jpg", mimeType: "image/jpeg", buffer: photo });
  await expect(phone.locator("#field-img img")).toHaveCount(1);
  await expectNoSeriousFaults(phone);
  await phone.getByTestId("visitor-submit").click();
  await expect(phone.getByTestId("suggestion-done")).toContainText("感谢您的建议");
  await expectNoSeriousFaults(phone);
  await phone.getByRole("button", { name: "再提一条" }).click();
  await expect(phone.locator("#field-content")).toHaveValue("");
  // A phone stays where it is: no second after the start leads away.
  await passIn(phone, 1300);
  expect(new URL(phone.url()).pathname).toBe("/suggestion");
  await phone.context().close();

  const mine = await page.evaluate(async () => {
    const headers = { Authorization: sessionStorage.getItem("Authorization") ?? "" };
    const answer = await fetch("/api/Advice/GetPageadvice", {
      method: "POST",
      headers,
      body: new URLSearchParams({ page: "1", pageSize: "100" }),
    });
    return JSON.stringify(await answer.json());
  });
  expect(mine).toContain(CONTENT);
  expect(mine).toContain("王师傅");
});

test("a link that was changed names nobody", async ({ page, portal }) => {
  await page.goto(`${portal.url}/suggestion?s=${SHOP}&p=153002&e=zzzzzz&k=AAAAAAAAAAAAAAAAAAAAAA`);
  await expect(page.getByTestId("suggestion-stale")).toBeVisible();
  await expect(page.getByTestId("suggestion-page")).not.toContainText("来自");
  await page.locator("#field-content").fill(CONTENT);
  await page.getByTestId("visitor-submit").click();
  await expect(page.getByTestId("suggestion-done")).toBeVisible();
});

test("the page works without a link: one chooses the shop; it tells when it is enough, and is light", async ({ page, portal }) => {
  const loaded: string[] = [];
  page.on("request", (request) => loaded.push(request.url()));
  await page.goto(`${portal.url}/suggestion`);
  await page.locator("#visitor-shop").selectOption(SHOP);
  await expect(page.locator("#field-content")).toBeVisible();
  expect(loaded.filter((url) => /\/list-/.test(url))).toEqual([]);
  await page.route(/Saveadvice/, (route) =>
    route.fulfill({ status: 429, json: { Code: 429, Msg: "操作过于频繁，请一小时后再试", Result: null } }),
  );
  await page.locator("#field-content").fill(CONTENT);
  await page.getByTestId("visitor-submit").click();
  await expect(page.getByTestId("visitor-alert")).toHaveText("操作过于频繁，请一小时后再试");
  await expect(page.locator("#field-content")).toHaveValue(CONTENT);
  await page.unroute(/Saveadvice/);
  await page.route(/Saveadvice/, (route) => route.abort());
  await page.getByTestId("visitor-submit").click();
  await expect(page.getByTestId("visitor-alert")).toContainText("未收到服务器答复");
  await page.unroute(/Saveadvice/);
  await page.getByTestId("visitor-submit").click();
  await expect(page.getByTestId("suggestion-done")).toBeVisible();
});

for (const user of ["s054001", "admin54", "admin153"]) {
  test(`there is no button for ${user}`, async ({ page, signIn }) => {
    await signIn(user);
    await expect(page.getByTestId("title-bar")).toBeVisible();
    await expect(suggestionButton(page)).toHaveCount(0);
  });
}
