import type { Locator, Page } from "@playwright/test";
import { sql } from "kysely";
import { ALL_ROWS, type PageResult } from "../../src/shared/protocol/list.ts";
import { Beside } from "./beside.ts";
import { expect, test } from "./fixtures.ts";
import { expectNoSidewaysScroll } from "./layout.ts";
import { quiet } from "./page-time.ts";
import type { Portal } from "./portal.ts";
import { expectNoSeriousFaults } from "./serious-faults.ts";

/** All days: a list begins with the last 31. */
const DAYS = ["2000-01-01", "2099-12-31"];
const FILTERS = encodeURIComponent(JSON.stringify([["busdate", "between", DAYS]]));
const SALES = `/accountChecking/AccountManage?filters=${FILTERS}&pageSize=${ALL_ROWS}`;
const DRAFTS = `/logisticsReceiptsDemand/OrderManage?filters=${encodeURIComponent(JSON.stringify([["Statu", "in", [0]]]))}`;
const SHOP = "0000000054";
/** Of another shop, whose demo has some 2,500 sales. */
const OTHER = "admin01";
/** px */
const ROW = 35;
/** More than stay in memory, and more than is printed. */
const MANY = 6000;

test.use({ own: "all-rows" });

/** Puts copies of one row of the demo beside it, each with values of its own by column, as SQL over its number `n`. */
async function addCopies(portal: Portal, table: string, one: string, own: Readonly<Record<string, string>>, count: number): Promise<void> {
  await portal.inspect(async ({ kysely }) => {
    const { rows } = await sql<{ name: string }>`
      select column_name as name from information_schema.columns
      where table_schema = current_schema() and table_name = ${table}`.execute(kysely);
    const names = rows.map(({ name }) => name).filter((name) => name !== "Id" && !(name in own));
    const columns = sql.join(names.map((name) => sql.ref(name)));
    const ownColumns = sql.join(Object.keys(own).map((name) => sql.ref(name)));
    const values = sql.join(Object.values(own).map((value) => sql.raw(value)));
    await sql`
      insert into ${sql.table(table)} (${ownColumns}, ${columns})
      select ${values}, ${columns}
      from (select ${columns} from ${sql.table(table)} where "SHOP_ID" = ${SHOP} and ${sql.raw(one)} limit 1) as one,
        generate_series(1, ${sql.lit(count)}) as n`.execute(kysely);
  });
}

/** Puts sales of today in front of those of the demo. */
const addSales = (portal: Portal, name: string, count: number): Promise<void> =>
  addCopies(portal, "sale", "true", { busdate: "(now() at time zone 'Asia/Shanghai')::date", GoodsId: `'${name}' || n` }, count);

/** The page of so many rows, as the server has it. */
const pageOf = (beside: Beside, page: number, rows: number): Promise<PageResult> =>
  beside.call("Module/8908/GetPage", {
    page: String(page),
    rows: String(rows),
    filter: JSON.stringify([{ field: "busdate", operator: "between", value: DAYS }]),
  });

const rowAt = (page: Page, place: number): Locator => page.locator(`[data-place="${place}"]`);
const box = (page: Page): Locator => page.locator(".list-table .ant-table-body");
const scrollTo = (page: Page, place: number) => box(page).evaluate((element, top) => element.scrollTo(0, top), place * ROW);
const idOf = (row: Locator) => row.getAttribute("data-row-key");

/** The pages that a list asks for from now on. */
function watchPages(page: Page): string[] {
  const asked: string[] = [];
  page.on("request", (request) => {
    if (!/\/Module\/8908\/GetPage$/.test(request.url())) return;
    const params = new URLSearchParams(request.postData() ?? "");
    asked.push(`${params.get("page")} × ${params.get("rows")}`);
  });
  return asked;
}

// docs/decisions/131
test("all rows are read a page at a time, wherever one scrolls to; sums and total are of all, what is ticked stays ticked", async ({
  page,
  portal,
  signIn,
  complaints,
}, info) => {
  test.slow();
  await addSales(portal, "E", MANY);
  const beside = await Beside.signIn(portal, "admin54");
  const { total, footer } = await pageOf(beside, 1, 1);
  const asked = watchPages(page);
  await signIn("admin54", SALES);
  await expect(rowAt(page, 0)).toBeVisible();
  await quiet(page);
  expect(asked).toEqual(["1 × 200"]);
  await expect(page.getByTestId("list-total")).toHaveText(String(total));
  const sum = page.getByTestId("list-footer").locator("[data-field]").first();
  const told = footer[(await sum.getAttribute("data-field")) ?? ""];
  expect((await sum.innerText()).replaceAll(",", "")).toBe(Number(told).toFixed(2));
  expect(await box(page).evaluate((element) => Math.round(element.scrollHeight / 35))).toBeGreaterThanOrEqual(total);
  await expectNoSeriousFaults(page);

  await test.step("where the scroll bar jumps to is read, and nothing between", async () => {
    const place = 3510;
    await scrollTo(page, place);
    await expect(rowAt(page, place)).toBeVisible();
    const { rows } = await pageOf(beside, 18, 200);
    expect(await idOf(rowAt(page, place))).toBe(String(rows[place % 200]?.Id));
    await quiet(page);
    expect(asked.toSorted(), "the page, and the next one ahead").toEqual(["1 × 200", "18 × 200", "19 × 200"]);
    await page.screenshot({ path: info.outputPath("middle-1440.png") });
  });

  await test.step("keys lead to the last row and back to the first", async () => {
    const last = await pageOf(beside, total, 1);
    await rowAt(page, 3510).focus();
    await page.keyboard.press("End");
    const focus = page.locator(":focus");
    await expect(focus).toHaveAttribute("data-place", String(total - 1));
    expect(await idOf(focus)).toBe(String(last.rows[0]?.Id));
    await page.keyboard.press("ArrowUp");
    await expect(focus).toHaveAttribute("data-place", String(total - 2));
    await page.keyboard.press(" ");
    await expect(focus.getByRole("checkbox")).toBeChecked();
    await page.keyboard.press("Home");
    await expect(focus).toHaveAttribute("data-place", "0");
    await expect(page.locator(".list-chosen")).toHaveText("已选 1 条");
  });

  await test.step("a page that cannot be read says so, the others stay, and it is read again", async () => {
    const isSecond = (text: string | null) => new URLSearchParams(text ?? "").get("page") === "4";
    await page.route("**/Module/8908/GetPage", (route) => (isSecond(route.request().postData()) ? route.abort() : route.fallback()));
    await scrollTo(page, 590);
    await expect(page.getByTestId("page-failure").first()).toBeVisible();
    await expect(rowAt(page, 595)).toBeVisible();
    await page.unroute("**/Module/8908/GetPage");
    await page.getByTestId("page-failure").first().getByRole("button", { name: "重试" }).click();
    await expect(rowAt(page, 605)).toBeVisible();
    await expect(page.getByTestId("page-failure")).toHaveCount(0);
    await page.waitForFunction(() => document.querySelector(".ant-message-error") === null);
  });

  await test.step("a range over two pages is copied", async () => {
    await rowAt(page, 595).locator("td").nth(4).click();
    await rowAt(page, 604)
      .locator("td")
      .nth(5)
      .click({ modifiers: ["Shift"] });
    await page.keyboard.press("ControlOrMeta+c");
    await expect(page.getByText(/^已复制 10 行 × 2 列/)).toBeVisible();
    await page.keyboard.press("Escape");
  });

  await test.step("rows between two ticks that were not read are not ticked, and that is said", async () => {
    const ticked = async (place: number, modifiers: "Shift"[] = []) => {
      await scrollTo(page, place);
      await rowAt(page, place).getByRole("checkbox").click({ modifiers });
    };
    await ticked(2);
    await ticked(605, ["Shift"]);
    await expect(page.getByText("其间有尚未读到的行")).toBeVisible();
    await expect(page.locator(".list-chosen")).toHaveText("已选 3 条");
    for (const place of [2, 605]) await ticked(place);
    await expect(page.locator(".list-chosen")).toHaveText("已选 1 条");
    await scrollTo(page, 595);
  });

  await test.step("a document leads back to its row, and the row is where it was", async () => {
    const id = await idOf(rowAt(page, 600));
    const top = await box(page).evaluate((element) => element.scrollTop);
    await rowAt(page, 600).getByRole("link").click();
    await expect(page.getByTestId("show-page")).toBeVisible();
    await page.getByTestId("back-link").click();
    await expect(rowAt(page, 600)).toBeVisible();
    expect([await idOf(rowAt(page, 600)), await box(page).evaluate((element) => element.scrollTop)]).toEqual([id, top]);
  });

  await test.step("more than is paper is not printed, and more than stays in memory is ticked as what the filter leaves", async () => {
    await page.keyboard.press("ControlOrMeta+p");
    await expect(page.getByText(new RegExp(`^打印最多 5000 行，现在有 ${total} 行`))).toBeVisible();
    await page.getByRole("checkbox", { name: "全选" }).check();
    await expect(page.locator(".list-chosen")).toContainText(/已选 \d+ 条/);
    await page.getByRole("checkbox", { name: "全选" }).uncheck();
    await expect(page.locator(".list-chosen")).toHaveText("");
  });

  await test.step("rows that come in meanwhile are counted with the next page, and shown once", async () => {
    await addSales(portal, "F", 1);
    await scrollTo(page, 2000);
    await expect(rowAt(page, 2005)).toBeVisible();
    await expect(page.getByTestId("list-total")).toHaveText(String(total + 1));
    const { rows } = await pageOf(beside, 11, 200);
    expect(await idOf(rowAt(page, 2005))).toBe(String(rows[5]?.Id));
  });

  await test.step("another order begins at its first row", async () => {
    await page.locator("th.ant-table-column-has-sorters").first().click();
    await expect.poll(() => box(page).evaluate((element) => element.scrollTop)).toBe(0);
    await expect(rowAt(page, 0)).toBeVisible();
  });
  expect(complaints.filter((text) => !/net::ERR_FAILED/.test(text))).toEqual([]);
});

test("a list that memory holds is ticked and printed as a whole, though most of it was never seen", async ({
  page,
  portal,
  signIn,
  complaints,
}) => {
  const beside = await Beside.signIn(portal, OTHER);
  const { total } = await pageOf(beside, 1, 1);
  expect(total).toBeGreaterThan(1000);
  await page.addInitScript(() => {
    // The browser of a test has no printer: what would be on paper is counted as the dialog would open.
    window.print = () => {
      dispatchEvent(new Event("beforeprint"));
      document.body.dataset.printed = String(document.querySelectorAll(".list-table [data-place]").length);
      dispatchEvent(new Event("afterprint"));
    };
  });
  await signIn(OTHER, SALES);
  await expect(rowAt(page, 0)).toBeVisible();
  await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
  await expect(page.getByTestId("print-part")).toContainText(`全部共 ${total} 行`);
  await page.evaluate(() => dispatchEvent(new Event("afterprint")));
  await expect(page.getByTestId("print-part")).toBeHidden();

  await page.keyboard.press("ControlOrMeta+p");
  await expect(page.locator("body")).toHaveAttribute("data-printed", String(total));
  await page.getByRole("checkbox", { name: "全选" }).check();
  await expect(page.locator(".list-chosen")).toHaveText(`已选 ${total} 条`);
  await scrollTo(page, total);
  await expect(rowAt(page, total - 1).getByRole("checkbox")).toBeChecked();
  await rowAt(page, total - 1)
    .getByRole("checkbox")
    .uncheck();
  await expect(page.locator(".list-chosen")).toHaveText(`已选 ${total - 1} 条`);
  expect(complaints).toEqual([]);
});

test("of more rows than memory holds all that the filter leaves is meant, until a tick is taken away", async ({
  page,
  portal,
  signIn,
  complaints,
}) => {
  await addCopies(portal, "order", '"Statu" = 0', { Billid: "'ALL' || n" }, 4300);
  await signIn("admin54", `${DRAFTS}&pageSize=${ALL_ROWS}`);
  const total = Number(await page.getByTestId("list-total").innerText());
  expect(total).toBeGreaterThan(4300);
  await page.getByRole("checkbox", { name: "全选" }).check();
  await expect(page.locator(".list-chosen")).toContainText("已选 200 条");
  await page.getByTestId("choose-all").click();
  await expect(page.locator(".list-chosen")).toContainText(`已选全部 ${total} 条`);
  await scrollTo(page, 3000);
  const seen = rowAt(page, 3005).getByRole("checkbox");
  await expect(seen).toBeChecked();
  await expect(page.locator(".list-chosen")).toContainText(`已选全部 ${total} 条`);
  await seen.uncheck();
  await expect(page.locator(".list-chosen")).toHaveText(/^已选 \d{3} 条$/);
  await expect(rowAt(page, 3006).getByRole("checkbox")).toBeChecked();
  expect(complaints).toEqual([]);
});

test("cards are scrolled through the same way, and few of them are drawn", async ({ page, portal, signIn, complaints }, info) => {
  const beside = await Beside.signIn(portal, OTHER);
  const { total } = await pageOf(beside, 1, 1);
  const last = await pageOf(beside, total, 1);
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(OTHER, SALES);
  const cards = page.locator(".card");
  await expect(cards.first()).toBeVisible();
  await expectNoSidewaysScroll(page);
  const scroller = page.locator(".cards-rows");
  const end = page.getByTestId(`card-${last.rows[0]?.Id}`);
  // Cards that nobody has seen yet are as high as they turn out to be.
  await expect(async () => {
    await scroller.evaluate((element) => element.scrollTo(0, element.scrollHeight));
    await expect(end).toBeInViewport({ timeout: 500 });
  }).toPass();
  expect(await cards.count()).toBeLessThan(150);
  await page.screenshot({ path: info.outputPath("end-390.png") });
  await scroller.evaluate((element) => element.scrollTo(0, 0));
  await expect(cards.first()).toBeVisible();
  expect(complaints).toEqual([]);
});
