import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "./fixtures.ts";
import { IS_LONG } from "./long.ts";
import type { Portal } from "./portal.ts";

/** What a configurator waits for a saved file to be served. A promise about time is kept on a quiet machine: in the long run alone. */
const SAVED_TO_SEEN = { timeout: IS_LONG ? 2_000 : 300_000 };
const MODULE = "schemas/modules/account-checking/plan-overview.json";
const TITLE = "结算计划一览";
const PLAN = {
  $schema: "../../meta/module.schema.json",
  entity: "BalancePlan",
  audience: ["shop", "supplier"],
  columns: ["Billid", "busdate", "Provider", "TotalMoney", "stt"],
  filters: ["Billid", "stt"],
  footer: { sums: ["TotalMoney"] },
};

const path = (portal: Portal, file: string) => join(portal.registryDir, file);
const save = (portal: Portal, file: string, content: unknown) => writeFileSync(path(portal, file), `${JSON.stringify(content, null, 2)}\n`);
const menuOf = (portal: Portal) =>
  JSON.parse(readFileSync(path(portal, "modules.json"), "utf8")) as { groups: { id: number; modules: object[] }[] };

test("one more module is one file and one line: it is in the menu within two seconds, without restart or reload", async ({
  page,
  portal,
  signIn,
}) => {
  await signIn("admin01");
  const group = page.getByTestId("menu").getByText("结算对账");
  await group.click();
  await expect(page.getByTestId("menu").getByText(TITLE)).toHaveCount(0);

  save(portal, MODULE, PLAN);
  const menu = menuOf(portal);
  menu.groups
    .find(({ id }) => id === 5)
    ?.modules.push({ id: 599, name: "PlanOverview", title: TITLE, schema: "account-checking/plan-overview" });
  save(portal, "modules.json", menu);

  const line = page.getByTestId("menu").getByText(TITLE);
  await expect(line).toBeVisible(SAVED_TO_SEEN);
  await line.click();
  await expect(page.locator('[data-testid^="row-"]').first()).toBeVisible();
  await expect(page.getByTestId("list-footer")).toContainText("合计");
  const [download] = await Promise.all([page.waitForEvent("download"), page.getByTestId("export").click()]);
  expect(download.suggestedFilename()).toMatch(new RegExp(`^${TITLE}-`));
  await page.locator('[data-testid^="row-"] a').first().click();
  await expect(page.getByTestId("show-page")).toBeVisible();
});

test("an invalid edit changes nothing that runs, and is told with file and line", async ({ page, portal, signIn }) => {
  await signIn("admin01");
  const from = portal.output.length;
  save(portal, MODULE, { ...PLAN, columns: ["Billid", "Provder"], footer: { sums: ["Provider"] } });
  await expect.poll(() => portal.output.slice(from), SAVED_TO_SEEN).toContain("/footer/sums/0");
  const told = portal.output.slice(from);
  expect(told).toMatch(/schemas\/modules\/account-checking\/plan-overview\.json:\d+:\d+ \/columns\/1/);
  expect(told).toContain('did you mean "Provider"?');
  expect(told).toContain("Provder");
  await page.goto(`${portal.url}/accountChecking/PlanOverview`);
  await expect(page.getByTestId("list-table")).toContainText("计划进度");

  save(portal, MODULE, { ...PLAN, columns: ["Billid", "Provider", "Bala_sum"], filters: [], footer: { sums: ["Bala_sum"] } });
  await expect(page.getByTestId("list-table")).toContainText("应付金额", SAVED_TO_SEEN);
});
