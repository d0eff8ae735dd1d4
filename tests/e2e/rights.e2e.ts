import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test as base, expect } from "./fixtures.ts";
import { expectNoSidewaysScroll } from "./layout.ts";
import { Portal } from "./portal.ts";
import { expectNoSeriousFaults } from "./serious-faults.ts";

const OVERLAY = "schemas/overlays/paystrict.json";
const CONTRACTS = "schemas/entities/contract.json";
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

test("an edit that loosens a rule waits until an administrator confirms it, and one that he rejects is taken back", async ({
  page,
  portal,
  signIn,
  complaints,
}, testInfo) => {
  await signIn("admin39");
  /** Changes a file, and shows the edit's row once it waits. Returns what takes it back. */
  const edit = async (path: string, was: string, is: string) => {
    const file = join(portal.registryDir, path);
    const before = readFileSync(file, "utf8");
    expect(before).toContain(was);
    const from = portal.output.length;
    writeFileSync(file, before.replace(was, is));
    await expect.poll(() => portal.output.slice(from), { timeout: 400_000 }).toContain("waits until it is confirmed");
    await expectState("待确认");
    return () => writeFileSync(file, before);
  };
  const latest = page.locator('[data-testid="list-table"] [data-testid^="row-"]').first();
  const expectState = async (text: string) => {
    await page.goto(`${portal.url}/configuration/ModelEdits`);
    await expect(async () => {
      await page.reload();
      await expect(latest).toContainText(text, { timeout: 5_000 });
    }).toPass();
  };
  const press = (action: string) => page.getByTestId("show-page").getByTestId(`action-${action}`).click();

  // Read, confirmed, served.
  await edit(OVERLAY, '"negative": "collect"', '"negative": "carry"');
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.screenshot({ path: testInfo.outputPath("edits-1440.png") });
  await latest.locator("a").first().click();
  const shown = page.getByTestId("show-page");
  await expect(shown).toContainText("标志 负数结算单(negative) 改变：向供应商收取 → 结转下期");
  for (const size of SIZES) {
    await page.setViewportSize(size);
    await expectNoSidewaysScroll(page);
    await page.screenshot({ path: testInfo.outputPath(`edit-${size.width}.png`) });
  }
  await page.setViewportSize({ width: 1440, height: 900 });
  await expectNoSeriousFaults(page, "main", "/configuration/ModelEdits");
  const from = portal.output.length;
  await press("confirm");
  await page.screenshot({ path: testInfo.outputPath("confirm.png") });
  await page.getByTestId("confirm-ok").click();
  await expect.poll(() => portal.output.slice(from), { timeout: 400_000 }).toContain("from now on");
  await expectState("已采用");

  // Rejected with a reason, and taken back.
  const takeBack = await edit(CONTRACTS, '["Statu", [10, 50]]', '["Statu", [0, 10, 50]]');
  await latest.locator("a").first().click();
  await expect(shown).toContainText("合同(Contract) 的供应商可见的行 放宽：状态(Statu) 为 10 待审核、50 已通过 之一 →");
  await press("reject");
  await page.getByTestId("confirm-reason").fill("未经财务同意");
  await page.screenshot({ path: testInfo.outputPath("reject.png") });
  await page.getByTestId("confirm-ok").click();
  await expect(shown).toContainText("已驳回");
  await expect(shown).toContainText("未经财务同意");
  await page.screenshot({ path: testInfo.outputPath("rejected.png") });
  takeBack();
  await expectState("已撤回");
  expect(complaints).toEqual([]);
});
