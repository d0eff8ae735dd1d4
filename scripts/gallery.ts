/**
 * `npm run gallery`: pictures of twelve pages in the light look, the dark one and on a phone, into docs/gallery (docs/decisions/119). It starts
 * the built portal with the demo by itself. Names as arguments take those pages alone: `npm run gallery -- home orders`.
 */
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type BrowserContext, chromium, type Page } from "@playwright/test";
import sharp from "sharp";
import { BenchPortal, PASSWORD } from "./bench-portal.ts";
import { runCommand } from "./run-command.ts";

const FOLDER = join(import.meta.dirname, "../docs/gallery");
const DESK = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };
/** Written so wide, in px: what can be read in a README. */
const WIDTH = 1200;
const QUALITY = 82;
const SETTLE_MS = 1500;

/** One page of the gallery. `open` leads from its address to what is shown. */
interface Shot {
  readonly name: string;
  readonly user: string | null;
  readonly path: string;
  readonly ready: string;
  readonly open?: (page: Page) => Promise<Page>;
}

const ROW = '[data-testid^="row-"], [data-testid^="card-"]';
const firstDocument = async (page: Page) => {
  await page.locator(`:is(${ROW}) a`).first().click();
  await page.getByTestId("show-page").waitFor();
  return page;
};
const edited = async (page: Page) => {
  await firstDocument(page);
  await page.getByTestId("action-edit").click();
  await page.locator(".lines").first().scrollIntoViewIfNeeded();
  return page;
};
const printed = async (page: Page) => {
  await firstDocument(page);
  const opened = page.context().waitForEvent("page");
  await page.getByTestId("show-page").getByTestId("print").first().click();
  const paper = await opened;
  await paper.getByTestId("print-page").first().waitFor();
  return paper;
};

const SHOTS: readonly Shot[] = [
  { name: "login", user: null, path: "/login", ready: '[data-testid="login-user"]' },
  { name: "home", user: "admin54", path: "/index", ready: ".todo-card strong" },
  { name: "orders", user: "admin54", path: "/logisticsReceiptsDemand/OrderManage", ready: ROW },
  { name: "order", user: "admin54", path: "/logisticsReceiptsDemand/OrderManage", ready: ROW, open: firstDocument },
  { name: "sheet", user: "admin54", path: "/logisticsReceiptsDemand/OrderManage", ready: ROW, open: printed },
  { name: "statements", user: "admin54", path: "/accountChecking/BalanceManage", ready: ROW },
  { name: "statement", user: "admin54", path: "/accountChecking/BalanceManage", ready: ROW, open: firstDocument },
  { name: "payments", user: "admin54", path: "/accountChecking/BalancePay", ready: ROW },
  { name: "invoices", user: "admin54", path: "/accountChecking/ForDhInvoiceLog", ready: ROW },
  { name: "form", user: "admin54", path: "/logisticsReceiptsDemand/OrderManage", ready: ROW, open: edited },
  { name: "statistics", user: "admin01", path: "/basicInfo/UseCount", ready: '[data-testid="stats-chart"] svg' },
  { name: "rights", user: "admin54", path: "/configuration/GroupRights", ready: '[data-testid="grant-editor"], .rights' },
];

const LOOKS = [
  { name: "light", look: "light", viewport: DESK },
  { name: "dark", look: "dark", viewport: DESK },
  { name: "phone", look: "light", viewport: PHONE },
] as const;

await runCommand(import.meta.url, async (wanted) => {
  const shots = SHOTS.filter(({ name }) => wanted.length === 0 || wanted.includes(name));
  mkdirSync(FOLDER, { recursive: true });
  const portal = await BenchPortal.start("admin54", {});
  const executablePath = ["/usr/bin/chromium", process.env.CHROMIUM ?? ""].find((path) => path !== "" && existsSync(path));
  const browser = await chromium.launch({ ...(executablePath && { executablePath }), args: ["--no-sandbox", "--disable-gpu"] });
  try {
    for (const look of LOOKS)
      for (const shot of shots) {
        const context = await browser.newContext({
          viewport: look.viewport,
          deviceScaleFactor: look.viewport === PHONE ? 2 : 1.5,
          reducedMotion: "reduce",
          colorScheme: look.look,
          locale: "zh-CN",
        });
        await take(context, portal.url, shot, `${shot.name}-${look.name}`);
        await context.close();
      }
  } finally {
    await browser.close();
    await portal.end();
  }
  return 0;
});

/** Takes one picture. Throws where the page does not become what it should be. */
async function take(context: BrowserContext, url: string, { user, path, ready, open }: Shot, name: string): Promise<void> {
  const page = await context.newPage();
  await page.goto(`${url}/login?redirect=${path}`);
  if (user !== null) {
    await page.getByTestId("login-user").fill(user);
    await page.getByTestId("login-pass").fill(PASSWORD);
    await page.getByTestId("login-submit").click();
  }
  await page.locator(ready).first().waitFor();
  const shown = open === undefined ? page : await open(page);
  // Charts and pictures come after the rows.
  await shown.mouse.move(0, 0);
  await shown.waitForTimeout(SETTLE_MS);
  const picture = await shown.screenshot();
  const width = (context.pages()[0]?.viewportSize()?.width ?? 0) === PHONE.width ? PHONE.width * 2 : WIDTH;
  writeFileSync(join(FOLDER, `${name}.webp`), await sharp(picture).resize({ width }).webp({ quality: QUALITY }).toBuffer());
  console.log(name);
}
