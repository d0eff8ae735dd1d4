import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test as base, expect } from "./fixtures.ts";
import { expectNoSidewaysScroll } from "./layout.ts";
import { Portal } from "./portal.ts";
import { expectNoSeriousFaults } from "./serious-faults.ts";

const OVERLAY = "schemas/overlays/paystrict.json";
const SIZES = [
  { width: 1440, height: 900 },
  { width: 1024, height: 768 },
  { width: 390, height: 844 },
];

/** A portal that holds what must be confirmed, as it does for everybody but these tests. */
const test = base.extend<object, { readonly portal: Portal }>({
  portal: [
    async ({ engine }, use) => {
      const portal = await Portal.start(engine, { REGISTRY_EDITS: "hold" });
      await use(portal);
      await portal.close();
    },
    { scope: "worker", timeout: 200_000 },
  ],
});
test.use({ own: "rights" });

test("an administrator reads what a user may, and why", async ({ page, signIn, complaints }, testInfo) => {
  await signIn("admin39", "/configuration/UserRights");
  await expect(page.getByTestId("rights-view")).toBeVisible();
  await page
    .locator('[data-testid="list-table"] button')
    .filter({ hasText: /s039001 ·/ })
    .click();
  await page.getByTestId("rights-8901").click();
  await page.getByTestId("why-rows").click();
  await expect(page.getByTestId("rights-why")).toContainText(/schemas\/entities\/order\.json:\d+/);
  for (const size of SIZES) {
    await page.setViewportSize(size);
    await expectNoSidewaysScroll(page);
    await page.screenshot({ path: testInfo.outputPath(`rights-${size.width}.png`) });
  }
  await expectNoSeriousFaults(page, "main", "/configuration/UserRights");
  expect(complaints).toEqual([]);
});

test("an edit that loosens a rule waits until an administrator confirms it on its page", async ({
  page,
  portal,
  signIn,
  complaints,
}, testInfo) => {
  await signIn("admin39");
  const file = join(portal.registryDir, OVERLAY);
  const before = readFileSync(file, "utf8");
  writeFileSync(file, before.replace('"balancepay"', '"balancpay"'));
  await expect.poll(() => portal.output, { timeout: 200_000 }).toContain("waits until it is confirmed");
  await page.goto(`${portal.url}/configuration/ModelEdits`);
  const row = page.locator('[data-testid="list-table"] [data-testid^="row-"]').first();
  await expect(async () => {
    await page.reload();
    await expect(row).toContainText("待确认", { timeout: 5_000 });
  }).toPass();
  await row.locator("a").first().click();
  await expect(page.getByTestId("show-page")).toContainText("balancepay → balancpay");
  for (const size of SIZES) {
    await page.setViewportSize(size);
    await expectNoSidewaysScroll(page);
    await page.screenshot({ path: testInfo.outputPath(`edit-${size.width}.png`) });
  }
  await page.setViewportSize({ width: 1440, height: 900 });
  const from = portal.output.length;
  await page.getByTestId("show-page").getByTestId("action-confirm").click();
  await page
    .locator(".ant-modal-confirm-btns .ant-btn-primary, .ant-popconfirm-buttons .ant-btn-primary, .ant-modal .ant-btn-primary")
    .last()
    .click();
  await expect.poll(() => portal.output.slice(from), { timeout: 200_000 }).toContain("from now on");
  await page.goto(`${portal.url}/configuration/ModelEdits`);
  await expect(async () => {
    await page.reload();
    await expect(row).toContainText("已采用", { timeout: 5_000 });
  }).toPass();
  expect(complaints).toEqual([]);
});
