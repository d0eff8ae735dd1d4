import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { sql } from "kysely";
import { read, utils } from "xlsx";
import { formatScaled } from "../../src/shared/domain/scaled.ts";
import { scanBarcodes } from "./barcode.ts";
import { expect, test } from "./fixtures.ts";
import { quiet } from "./page-time.ts";
import type { Portal } from "./portal.ts";

const BALANCES = "/accountChecking/BalanceManage";

/** The sum and the count a user saw, and the condition under which. */
interface Seen {
  readonly shop: string;
  readonly supplier: string | null;
  readonly state: number;
  readonly sum: string;
  readonly count: number;
}

const seen: Seen[] = [];

// Barcodes are scanned from screenshots: a printer has more dots than a screen. Windows and menus move here, as they do for most users.
test.use({ deviceScaleFactor: 3, contextOptions: { reducedMotion: "no-preference" } });

test.describe("from sign-in to a printed and exported statement", () => {
  test.describe.configure({ mode: "serial" });

  for (const { user, shop, supplier } of [
    { user: "admin01", shop: "0000000001", supplier: null },
    { user: "s001001", shop: "0000000001", supplier: "101001" },
  ]) {
    test(`as ${user}`, async ({ page, portal, complaints }) => {
      await page.goto(`${portal.url}/login`);
      await page.getByTestId("login-user").fill(user);
      await page.getByTestId("login-pass").fill(portal.password);
      await page.getByTestId("login-submit").click();
      await page.getByTestId("user-menu").waitFor();
      await page.goto(portal.url + BALANCES);
      await expect(page.getByTestId("list-footer")).toContainText("合计");

      await test.step("filter by state, over all dates", async () => {
        await page.getByTestId("filter-clear").click();
        // Its answer is not to be taken for that of the search below.
        await quiet(page);
        await choose(page, "B2b_statu", "已确认");
        const [answer] = await Promise.all([page.waitForResponse(/GetPage/), page.getByTestId("filter-search").click()]);
        const { Result } = (await answer.json()) as { Result: { total: number } };
        await quiet(page);
        await expect(page.getByTestId("list-total")).toHaveText(String(Result.total));
        seen.push({ shop, supplier, state: 50, sum: await footerSum(page, "TotalMoney"), count: await listTotal(page) });
      });

      const bill = await test.step("open one bill", async () => {
        const link = page.locator('[data-testid^="row-"] a').first();
        const number = await link.innerText();
        await link.click();
        await expect(page.getByTestId("show-page")).toContainText(number);
        await expect(page.getByTestId("show-page")).toContainText("结算明细");
        return number;
      });

      await test.step("print it and scan its barcode", async () => {
        const [paper] = await Promise.all([page.context().waitForEvent("page"), page.getByTestId("print").click()]);
        const sheet = paper.getByTestId("print-page").first();
        await expect(sheet).toContainText("结算单");
        await expect(sheet).toContainText("金额大写");
        await expect(sheet).toContainText(/第1页\/共\d+页/);
        await expect.poll(() => scanBarcodes(sheet)).toEqual([`Code128:${bill}-1`]);
        await paper.close();
      });

      await test.step("export the same list and reopen the file", async () => {
        await page.getByTestId("back-link").click();
        const [download] = await Promise.all([page.waitForEvent("download"), page.getByTestId("export").click()]);
        expect(download.suggestedFilename()).toMatch(/^结算单-\d{12}\.xlsx$/);
        const book = read(readFileSync(await download.path()));
        const rows = utils.sheet_to_json<string[]>(book.Sheets[book.SheetNames[0] ?? ""] ?? {}, { header: 1, raw: false });
        const [header = [], ...body] = rows;
        const { sum, count } = seen.at(-1) ?? { sum: "", count: 0 };
        expect(header[0]).toBe("序号");
        expect(header).toContain("结算金额");
        expect(body).toHaveLength(count + 1);
        expect(body.slice(0, count).map((row) => row[0])).toEqual(Array.from({ length: count }, (_, index) => String(index + 1)));
        expect(body.slice(0, count).map((row) => row[header.indexOf("结算单号")])).toContain(bill);
        expect(body.at(-1)?.[header.indexOf("结算金额")]?.replaceAll(",", "")).toBe(sum);
      });

      expect(complaints).toEqual([]);
    });
  }

  test("the sums on screen are those of the database", async ({ portal }) => {
    expect(seen).toHaveLength(2);
    const stored = await portal.inspect(async ({ kysely }) => {
      const rows = seen.map(({ shop, supplier, state }) =>
        sql<{ sum: string; count: string }>`
          select coalesce(sum("TotalMoney"), 0)::text as sum, count(*)::text as count from balance
          where "SHOP_ID" = ${shop} and "B2b_statu" = ${state} and (${supplier}::text is null or provid = ${supplier})`
          .execute(kysely)
          .then((result) => result.rows[0]),
      );
      return Promise.all(rows);
    });
    expect(seen.map(({ sum, count }) => ({ sum, count }))).toEqual(
      stored.map((row) => ({ sum: formatScaled(BigInt(row?.sum ?? 0), 2), count: Number(row?.count) })),
    );
    expect(seen.every(({ count }) => count > 0)).toBe(true);
    expect(seen[1]?.count).toBeLessThan(seen[0]?.count ?? 0);
  });
});

test("a supplier reaches no other supplier's bill by its address", async ({ page, portal, signIn }) => {
  await signIn("admin01");
  const foreign = await rowOf(page, portal, "101002");
  await page.evaluate(() => sessionStorage.clear());
  await signIn("s001001", `${BALANCES}/show/${foreign}`);
  await expect(page.getByText("数据不存在或无权查看").first()).toBeVisible();
  await page.goto(`${portal.url}/print/510/balance?ids=${foreign}`);
  await expect(page.getByTestId("print-page")).toHaveCount(0);
});

async function choose(page: Page, field: string, option: string): Promise<void> {
  // A bar that has just been drawn may still put its filters away.
  await expect(async () => {
    if (!(await page.getByTestId(`filter-${field}`).isVisible())) await page.getByTestId("filter-more").click({ timeout: 10_000 });
    await page.getByTestId(`filter-${field}`).click({ timeout: 10_000 });
  }).toPass();
  await page.locator(".ant-select-dropdown:visible").getByText(option, { exact: true }).click();
  await page.keyboard.press("Escape");
}

async function footerSum(page: Page, field: string): Promise<string> {
  const text = await page.locator(`[data-testid="list-footer"] [data-field="${field}"]`).first().innerText();
  return text.replaceAll(",", "");
}

async function listTotal(page: Page): Promise<number> {
  return Number(await page.getByTestId("list-total").innerText());
}

/** Id of a bill of this supplier, found in the list as its shop's administrator. */
async function rowOf(page: Page, portal: Portal, supplier: string): Promise<string> {
  await page.goto(portal.url + BALANCES);
  await page.getByTestId("filter-clear").click();
  await quiet(page);
  const row = page.locator('[data-testid^="row-"]', { hasText: supplier }).first();
  return ((await row.getAttribute("data-testid")) ?? "").replace("row-", "");
}
