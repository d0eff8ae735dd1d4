import type { Page } from "@playwright/test";
import { BUDGETS } from "./budgets.ts";
import { expect, test } from "./fixtures.ts";
import { quiet } from "./page-time.ts";

/** The files of the app that the page loads from now on, and how many bytes of each are sent. */
function loadedBy(page: Page): Readonly<Record<string, number>> {
  const sizes: Record<string, number> = {};
  page.on("response", (response) => {
    const { pathname } = new URL(response.url());
    if (pathname.startsWith("/assets/")) sizes[pathname] = Number(response.headers()["content-length"] ?? Number.NaN);
  });
  return sizes;
}

const kilobytes = (sizes: Readonly<Record<string, number>>, ending: string): number =>
  Object.entries(sizes)
    .filter(([path]) => path.endsWith(ending))
    .reduce((sum, [, size]) => sum + size, 0) / 1000;

for (const { title, user, path, shows, scripts, styles } of BUDGETS) {
  test(`${title} loads at most ${scripts} kB of JavaScript and ${styles} kB of styles`, async ({ page, portal, signIn }) => {
    const sizes = loadedBy(page);
    if (user === null) await page.goto(portal.url + path);
    else await signIn(user, path);
    await page.locator(shows).first().waitFor();
    await quiet(page);
    const told = [kilobytes(sizes, ".js"), kilobytes(sizes, ".css")];
    expect(Math.min(...told)).toBeGreaterThan(0);
    expect(told[0], `kB of ${JSON.stringify(sizes)}`).toBeLessThan(scripts);
    expect(told[1]).toBeLessThan(styles);
  });
}

test("the login page needs neither antd nor refine", async ({ page, portal }) => {
  await page.goto(`${portal.url}/login`, { waitUntil: "networkidle" });
  await expect(page.getByTestId("login-user")).toBeVisible();
  await expect(page.locator('[class*="ant-"]')).toHaveCount(0);
});
