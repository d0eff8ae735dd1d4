import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { brandOf } from "../../src/shared/domain/brand-colour.ts";
import { expect, test } from "./fixtures.ts";
import { expectNoSidewaysScroll } from "./layout.ts";
import { quiet } from "./page-time.ts";
import { expectNoSeriousFaults } from "./serious-faults.ts";

// One of them gives a shop a colour.
test.use({ own: "look" });

const ORDERS = "/logisticsReceiptsDemand/OrderManage";
const ROW = '[data-testid^="row-"]';

const groundOf = (page: Page, of = "body") =>
  page
    .locator(of)
    .first()
    .evaluate((element) => getComputedStyle(element).backgroundColor);
/** 0 black to 255 white, of `rgb(r, g, b)`. */
const lightness = (colour: string) => Math.max(...(colour.match(/\d+/g) ?? []).map(Number));
const look = (page: Page) => page.locator("html").getAttribute("data-look");

async function choose(page: Page, choice: string): Promise<void> {
  await page.getByTestId("user-menu").click();
  await page.getByTestId(choice).click();
}

test("the look is chosen in the menu and takes effect at once, on every surface, without a reload", async ({ page, signIn }) => {
  await signIn("admin54", ORDERS);
  await page.locator(ROW).first().waitFor();
  await page.evaluate(() => Object.assign(globalThis, { isSame: true }));
  expect(lightness(await groundOf(page))).toBeGreaterThan(220);
  await choose(page, "look-dark");
  await expect.poll(() => look(page)).toBe("dark");
  for (const surface of ["body", ".list", ".shell-bar", ".ant-table-thead th", `${ROW} td.ant-table-cell-fix-left`, ".ant-input"])
    await expect.poll(async () => lightness(await groundOf(page, surface)), surface).toBeLessThan(90);
  await expect(page.locator('meta[name="theme-color"]')).not.toHaveAttribute("content", "#1b5fe0");
  await page.getByTestId("user-menu").click();
  await expect(page.getByTestId("look-dark")).toHaveAttribute("aria-checked", "true");
  await page.getByTestId("look-light").click();
  await expect.poll(() => look(page)).toBe("light");
  expect(await page.evaluate(() => "isSame" in globalThis)).toBe(true);
});

test("it is kept on the device, no frame of a new start is light, and other tabs follow", async ({ page, context, signIn, portal }) => {
  await signIn("admin54", ORDERS);
  await choose(page, "look-dark");
  await context.addInitScript(() => {
    const seen: string[] = [];
    Object.assign(globalThis, { seen });
    const note = () => {
      seen.push(`${document.documentElement.dataset.look} ${getComputedStyle(document.documentElement).colorScheme}`);
      if (seen.length < 200) requestAnimationFrame(note);
    };
    requestAnimationFrame(note);
  });
  await page.reload();
  await page.locator(ROW).first().waitFor();
  const seen = await page.evaluate(() => (globalThis as unknown as { seen: string[] }).seen);
  expect([...new Set(seen.map((each) => each.split(" ")[0]))]).toEqual(["dark"]);
  const other = await context.newPage();
  await other.goto(`${portal.url}/login`);
  await expect.poll(() => look(other)).toBe("dark");
  await choose(page, "look-light");
  await expect.poll(() => look(other)).toBe("light");
});

test("without a choice the system's look counts, as it changes; what is printed is light", async ({ page, signIn }) => {
  await signIn("admin54", ORDERS);
  expect(await look(page)).toBe("light");
  await page.emulateMedia({ colorScheme: "dark" });
  await expect.poll(() => look(page)).toBe("dark");
  await expect.poll(async () => lightness(await groundOf(page, ".ant-table-thead th"))).toBeLessThan(90);
  await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
  expect(await look(page)).toBe("light");
  await expect.poll(async () => lightness(await groundOf(page, ".ant-table-thead th"))).toBeGreaterThan(220);
  await page.evaluate(() => dispatchEvent(new Event("afterprint")));
  expect(await look(page)).toBe("dark");
});

test("sheets are black on white in the dark look", async ({ page, signIn }) => {
  await signIn("admin54", ORDERS);
  await choose(page, "look-dark");
  await page.locator(`${ROW} a`).first().click();
  const [paper] = await Promise.all([
    page.context().waitForEvent("page"),
    page.getByTestId("show-page").getByTestId("print").first().click(),
  ]);
  await paper.getByTestId("print-page").first().waitFor();
  expect(await look(paper)).toBe("dark");
  expect(await groundOf(paper, '[data-testid="print-page"]')).toBe("rgb(255, 255, 255)");
  expect(
    await paper
      .getByTestId("print-page")
      .first()
      .evaluate((sheet) => getComputedStyle(sheet).color),
  ).toBe("rgb(0, 0, 0)");
});

test("compact makes rows lower and pages longer", async ({ page, signIn }) => {
  await signIn("admin54", ORDERS);
  const row = page.locator(ROW).first();
  await row.waitFor();
  const height = async () => (await row.boundingBox())?.height;
  expect(await height()).toBe(35);
  await choose(page, "density-compact");
  await expect.poll(height).toBe(29);
  await page.reload();
  await expect.poll(height).toBe(29);
});

test("on a phone the look is chosen, too, also in the bar of shops with a layout of their own", async ({ page, signIn }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn("admin54");
  await choose(page, "look-dark");
  await expect.poll(() => look(page)).toBe("dark");
  await signIn("admin153");
  await expectNoSidewaysScroll(page);
  await page.getByTestId("look-menu").click();
  await page.getByTestId("look-light").click();
  await expect.poll(() => look(page)).toBe("light");
});

test("axe finds nothing serious on pages that no module has, frame and menu included, in both looks", async ({ page, portal, signIn }) => {
  const judge = async (path: string) => {
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      await expect.poll(() => look(page)).toBe(colorScheme);
      await expectNoSeriousFaults(page, "html", `${path} ${colorScheme}`);
    }
  };
  for (const path of ["/login", "/register", "/offline.html"]) {
    await page.goto(portal.url + path);
    await page.locator("h1").first().waitFor();
    if (path !== "/offline.html") await judge(path);
    else
      for (const colorScheme of ["light", "dark"] as const) {
        await page.emulateMedia({ colorScheme });
        await expectNoSeriousFaults(page, "html", `${path} ${colorScheme}`);
      }
  }
  for (const path of ["/index", "/UpdatePassWord", "/nowhere"]) {
    await signIn("admin54", path);
    await quiet(page);
    await judge(path);
  }
  await page.getByTestId("user-menu").click();
  await page.getByTestId("look-dark").waitFor();
  await judge("the user's menu");
});

test("a shop has the colour and the logo that its profile names, in both looks; others keep the portal's", async ({
  page,
  portal,
  signIn,
}) => {
  const file = join(portal.registryDir, "schemas/overlays/paystrict.json");
  const before = readFileSync(file, "utf8");
  const brand = "#0b6b4f";
  const rgb = (hex: string) => `rgb(${[1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)).join(", ")})`;
  await signIn("admin54", ORDERS);
  await expect.poll(() => groundOf(page, ".ant-btn-primary")).toBe(rgb("#1b5fe0"));
  writeFileSync(file, JSON.stringify({ ...JSON.parse(before), look: { primary: brand, logo: "shop" } }));
  // All files are checked first, which takes long on a busy machine.
  const served = { message: "as soon as it is served", timeout: 180_000 };
  await expect.poll(() => groundOf(page, ".ant-btn-primary"), served).toBe(rgb(brand));
  await expect(page.locator(".brand-logo")).toBeVisible();
  await page.emulateMedia({ colorScheme: "dark" });
  await expect.poll(() => groundOf(page, ".ant-btn-primary")).toBe(rgb(brandOf(brand).dark));
  await signIn("admin153", ORDERS);
  expect(await page.locator(".brand-logo").count()).toBe(0);
  await page.emulateMedia({ colorScheme: "light" });
  await expect.poll(() => groundOf(page, ".ant-btn-primary")).toBe(rgb("#1b5fe0"));
});
