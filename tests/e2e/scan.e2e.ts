import { writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { type Browser, chromium, type Page } from "@playwright/test";
import { CHROMIUM_ARGS, WHOLE_CHROMIUM } from "./browser.ts";
import { expect, test } from "./fixtures.ts";

const JS_BARCODE = createRequire(import.meta.url).resolve("jsbarcode/dist/JsBarcode.all.min.js");
const WIDTH = 640;
const HEIGHT = 480;
const GREY = 128;

/** What a camera sees that is held over a printed sheet: a film of one picture, as Chromium takes it for its camera. */
async function filmOf(page: Page, code: string): Promise<Buffer> {
  // Away from the portal, whose pages run no foreign script.
  await page.goto("about:blank");
  await page.addScriptTag({ path: JS_BARCODE });
  const light = await page.evaluate(
    ([text, width, height]) => {
      const bars = document.createElement("canvas");
      (window as unknown as { JsBarcode: (on: HTMLCanvasElement, text: string, options: object) => void }).JsBarcode(bars, text, {
        format: "CODE128",
        height: 120,
      });
      const sheet = Object.assign(document.createElement("canvas"), { width, height }).getContext("2d");
      if (sheet === null) throw new Error("no canvas");
      sheet.fillStyle = "white";
      sheet.fillRect(0, 0, width, height);
      sheet.drawImage(bars, (width - bars.width) / 2, (height - bars.height) / 2);
      return [...sheet.getImageData(0, 0, width, height).data].filter((_, index) => index % 4 === 0);
    },
    [code, WIDTH, HEIGHT] as const,
  );
  const frame = Buffer.concat([Buffer.from("FRAME\n"), Buffer.from(light), Buffer.alloc((WIDTH * HEIGHT) / 2, GREY)]);
  return Buffer.concat([Buffer.from(`YUV4MPEG2 W${WIDTH} H${HEIGHT} F10:1 Ip A1:1 C420jpeg\n`), frame, frame]);
}

async function openScanner(browser: Browser, url: string, password: string): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 390, height: 844 } });
  await page.goto(`${url}/login`);
  await page.getByTestId("login-user").fill("s054001");
  await page.getByTestId("login-pass").fill(password);
  await page.getByTestId("login-submit").click();
  await page.getByTestId("user-menu").waitFor();
  await page.getByTestId("module-search").click();
  await page.getByTestId("scan-open").click();
  return page;
}

test("a phone's camera reads the code of a printed sheet, and its document opens", async ({ page, portal, signIn }, info) => {
  await signIn("s054001", "/logisticsReceiptsDemand/OrderManage");
  const number = await page.locator('[data-testid^="row-"] a').first().innerText();
  const film = info.outputPath("sheet.y4m");
  writeFileSync(film, await filmOf(page, number));
  const camera = ["--use-fake-ui-for-media-stream", "--use-fake-device-for-media-stream", `--use-file-for-fake-video-capture=${film}`];
  const browser = await chromium.launch({ executablePath: WHOLE_CHROMIUM, args: [...CHROMIUM_ARGS, ...camera] });
  try {
    const phone = await openScanner(browser, portal.url, portal.password);
    await expect(phone.getByTestId("show-page")).toContainText(number);
    expect(new URL(phone.url()).pathname).toMatch(/^\/logisticsReceiptsDemand\/OrderManage\/show\/\d+$/);
    await expect(phone.getByTestId("scan-video")).toHaveCount(0);
  } finally {
    await browser.close();
  }
});

test("without a camera the scanner says what to do instead", async ({ portal }) => {
  const browser = await chromium.launch({ executablePath: WHOLE_CHROMIUM, args: [...CHROMIUM_ARGS, "--use-fake-ui-for-media-stream"] });
  try {
    const phone = await openScanner(browser, portal.url, portal.password);
    await expect(phone.getByRole("alert")).toContainText("没有找到摄像头。请直接输入单号");
  } finally {
    await browser.close();
  }
});
