import { readFile } from "node:fs/promises";
import { sql } from "kysely";
import { MOST_IN_BROWSER } from "../../src/shared/protocol/export.ts";
import { expect, test } from "./fixtures.ts";
import { expectNoSidewaysScroll } from "./layout.ts";
import { expectNoSeriousFaults } from "./serious-faults.ts";

const SALES = "/accountChecking/AccountManage";
const SHOP = "0000000054";

test.use({ own: "export" });

// docs/decisions/122
test("a list that the browser does not write is written by the server, and fetched when it is ready", async ({
  page,
  portal,
  signIn,
  complaints,
}, info) => {
  await portal.inspect(async ({ kysely }) => {
    const { rows } = await sql<{ name: string }>`
      select column_name as name from information_schema.columns
      where table_schema = current_schema() and table_name = 'sale' and column_name not in ('Id', 'busdate', 'GoodsId')`.execute(kysely);
    const columns = sql.join(rows.map(({ name }) => sql.ref(name)));
    await sql`
      insert into sale (busdate, "GoodsId", ${columns})
      select (now() at time zone 'Asia/Shanghai')::date, 'E' || n, ${columns}
      from (select ${columns} from sale where "SHOP_ID" = ${SHOP} limit 1) as one, generate_series(1, ${MOST_IN_BROWSER}) as n`.execute(
      kysely,
    );
  });
  await signIn("admin54", SALES);
  const total = Number(await page.getByTestId("list-total").innerText());
  expect(total).toBeGreaterThan(MOST_IN_BROWSER);

  await page.getByTestId("export").click();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText(`共 ${total} 行`);
  await dialog.getByTestId("export-csv").check();
  await expectNoSeriousFaults(page);
  await page.screenshot({ path: info.outputPath("dialog-1440.png") });
  await dialog.getByTestId("export-start").click();
  await expect(dialog).toBeHidden();

  await page.getByTestId("export-jobs").click();
  const job = page.getByTestId("export-job");
  await expect(job).toHaveAttribute("data-state", "ready");
  await expect(job).toContainText(`${total} 行`);
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 });
    await expectNoSidewaysScroll(page);
    await page.screenshot({ path: info.outputPath(`ready-${width}.png`) });
  }
  await page.setViewportSize({ width: 1440, height: 900 });
  const download = page.waitForEvent("download");
  await job.getByTestId("export-download").click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/\.csv$/);
  const text = await readFile(await file.path(), "utf8");
  const lines = text.trimEnd().split("\r\n");
  expect(lines.filter((line) => /^\d+,/.test(line))).toHaveLength(total);

  await job.getByTestId("export-drop").click();
  await expect(page.getByTestId("export-jobs")).toBeHidden();
  expect(complaints).toEqual([]);
});
