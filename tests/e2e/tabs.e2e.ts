import type { ElementHandle, JSHandle, Page, Request } from "@playwright/test";
import { choose } from "./choose.ts";
import { expect, test } from "./fixtures.ts";
import { follow } from "./follow.ts";
import { expectNoSidewaysScroll } from "./layout.ts";
import { quiet } from "./page-time.ts";
import { expectNoSeriousFaults } from "./serious-faults.ts";

const HOME = "/index";
const ORDERS = "/logisticsReceiptsDemand/OrderManage";
const ACCEPTS = "/logisticsReceiptsDemand/AcceptManage";
const BALANCES = "/accountChecking/BalanceManage";
const PLANS = "/accountChecking/BalancePlan";
const STOCK = "/logisticsReceiptsDemand/StockQuery";

const tab = (page: Page, path: string) => page.getByTestId(`tab-${path}`);
const field = (page: Page, name: string) => page.locator(`#field-${name}`);
const firstRow = (page: Page) => page.locator('[data-testid="list-table"] [data-testid^="row-"]').first();
const pathOf = (page: Page) => new URL(page.url()).pathname;

/** Paths of the open tabs in their order. */
const openTabs = async (page: Page): Promise<string[]> => {
  const ids = await page.locator(".tab").evaluateAll((items) => items.map((item) => item.getAttribute("data-testid") ?? ""));
  return ids.map((id) => id.replace("tab-", ""));
};

/** Opens a page as a link to it does; of a form, which would ask whether what it holds may be lost, the tab is left first. */
async function open(page: Page, path: string): Promise<void> {
  if (/\/(create|edit)\b/.test(page.url())) await tab(page, HOME).click();
  await follow(page, path);
  await expect(tab(page, path)).toHaveAttribute("data-active", "true");
  await page.getByTestId("pane").locator("h1").first().waitFor();
}

/** Calls of the portal that read rows, models or choices; what the frame itself asks for is not among them. */
function watchReads(page: Page): string[] {
  const reads: string[] = [];
  page.on("request", (request: Request) => {
    if (/\/api\/(Module|Registry\/GetModule$|Comm\/FindPlace)/.test(request.url())) reads.push(new URL(request.url()).pathname);
  });
  return reads;
}

async function chooseSize(page: Page, size: string | RegExp): Promise<void> {
  await choose(page.locator(".ant-pagination .ant-select"), page.locator(".ant-select-dropdown:visible").getByText(size));
  await quiet(page);
}

/**
 * What React holds for the elements of a page: each drawing of a component makes new props for its elements, so that a page that
 * was drawn again is told from one that was not, whether it is in the document or not.
 */
const drawnOf = (pane: ElementHandle): Promise<JSHandle<WeakSet<object>>> =>
  pane.evaluateHandle((host) => {
    const held = new WeakSet<object>();
    for (const element of (host as Element).querySelectorAll("*")) {
      const key = Object.keys(element).find((name) => name.startsWith("__reactFiber$"));
      const fiber = (element as unknown as Record<string, { memoizedProps: object; alternate: { memoizedProps: object } | null }>)[
        key ?? ""
      ];
      if (fiber?.memoizedProps) held.add(fiber.memoizedProps);
      if (fiber?.alternate?.memoizedProps) held.add(fiber.alternate.memoizedProps);
    }
    return held;
  });

/** How many elements of a page were drawn since then. */
const drawnSince = (pane: ElementHandle, before: JSHandle<WeakSet<object>>): Promise<number> =>
  pane.evaluate((host, held) => {
    return [...(host as Element).querySelectorAll("*")].filter((element) => {
      const key = Object.keys(element).find((name) => name.startsWith("__reactFiber$"));
      const fiber = (element as unknown as Record<string, { memoizedProps: object; alternate: { memoizedProps: object } | null }>)[
        key ?? ""
      ];
      const props = [fiber?.memoizedProps, fiber?.alternate?.memoizedProps];
      return props.some((each) => each && !held.has(each));
    }).length;
  }, before);

const paneOf = async (page: Page): Promise<ElementHandle> => {
  const pane = await page.getByTestId("pane").elementHandle();
  if (pane === null) throw new Error("no page is in view");
  return pane;
};

/** What a list shows, and the state it is in. */
async function stateOf(page: Page): Promise<unknown> {
  return {
    search: new URL(page.url()).search,
    total: await page.getByTestId("list-total").innerText(),
    page: await page.locator(".ant-pagination-item-active").allInnerTexts(),
    chips: await page.locator(".filter-chips .ant-tag").allInnerTexts(),
    sort: await page
      .locator("th[aria-sort]")
      .evaluateAll((heads) => heads.map((head) => [head.textContent, head.getAttribute("aria-sort")])),
    rows: await page
      .locator('[data-testid="list-table"] [data-testid^="row-"]')
      .evaluateAll((rows) => rows.map((row) => row.dataset.testid)),
  };
}

const LISTS = [
  ORDERS,
  ACCEPTS,
  "/logisticsReceiptsDemand/RecedManage",
  BALANCES,
  PLANS,
  "/accountChecking/FeeManage",
  "/accountChecking/CostAdjust",
  "/accountChecking/BalancePay",
  "/accountChecking/BalanceInvoice",
  "/accountChecking/PayRecords",
];

// The last file of all: as one piece, it would keep one worker while the others have nothing left to do.
test.describe.configure({ mode: "parallel" });

test("ten tabs and a reload keep filter, page and order of each", async ({ page, signIn, complaints }) => {
  test.slow();
  await signIn("admin01");
  const before = new Map<string, unknown>();
  for (const path of LISTS) {
    await test.step(path, async () => {
      await open(page, path);
      await firstRow(page).or(page.getByTestId("list-empty")).first().waitFor();
      await quiet(page);
      // All of them over all days, some in another order, some on their second page.
      if (await page.getByTestId("filter-clear").isVisible()) await page.getByTestId("filter-clear").click();
      await page
        .locator("th.ant-table-column-has-sorters")
        .nth(LISTS.indexOf(path) % 2)
        .click();
      await quiet(page);
      const second = page.locator(".ant-pagination-item-2");
      if (await second.isVisible()) await second.click();
      await quiet(page);
      before.set(path, await stateOf(page));
    });
  }
  await expect.poll(() => openTabs(page)).toEqual([HOME, ...LISTS]);
  await page.reload();
  await expect.poll(() => openTabs(page)).toEqual([HOME, ...LISTS]);
  for (const path of LISTS.toReversed()) {
    await tab(page, path).click();
    await expect.poll(() => stateOf(page), path).toEqual(before.get(path));
  }
  const orders = before.get(ORDERS) as { page: string[] };
  expect(orders.page, "there was a second page to be kept").toEqual(["2"]);
  expect(complaints).toEqual([]);
});

test("a page in another tab stays as it was left: ticks, scroll, a filter half typed, a form half filled in", async ({
  page,
  signIn,
  complaints,
}) => {
  await signIn("admin01");
  await open(page, ORDERS);
  await chooseSize(page, /^34 /);
  await firstRow(page).getByRole("checkbox").check();
  await page.getByTestId("filter-Provider").fill("没有查");
  const body = page.locator(".ant-table-body");
  await body.evaluate((box) => box.scrollTo(240, 300));
  const scroll = () => body.evaluate((box) => [box.scrollLeft, box.scrollTop]);
  await expect.poll(scroll).toEqual([240, 300]);

  await page.getByTestId("action-create").click();
  await field(page, "Remark").fill("填了一半");
  await page.locator(".form-body").evaluate((box) => box.scrollTo(0, 120));
  const formScroll = () => page.locator(".form-body").evaluate((box) => box.scrollTop);
  await expect.poll(formScroll).toBeGreaterThan(20);
  const scrolled = await formScroll();
  await expect(tab(page, `${ORDERS}/create`)).toHaveText("订单 新增");
  await expect(tab(page, `${ORDERS}/create`).getByLabel("未保存")).toBeVisible();

  await open(page, BALANCES);
  await tab(page, ORDERS).click();
  await expect(page.locator(".list-chosen")).toHaveText("已选 1 条");
  await expect(page.getByTestId("filter-Provider")).toHaveValue("没有查");
  await expect.poll(scroll).toEqual([240, 300]);
  await tab(page, `${ORDERS}/create`).click();
  await expect(field(page, "Remark")).toHaveValue("填了一半");
  await expect.poll(formScroll).toBe(scrolled);
  await expect(page.locator(".ant-modal-confirm"), "nothing is lost, so nobody asks").toHaveCount(0);

  await test.step("long lists, of which only the rows in view are drawn, too", async () => {
    await open(page, STOCK);
    await chooseSize(page, "全部");
    const holder = page.locator(".ant-table-body");
    await holder.evaluate((box) => box.scrollTo(0, 1400));
    const top = () => holder.evaluate((box) => box.scrollTop);
    await expect.poll(top).toBe(1400);
    await quiet(page);
    const seen = await firstRow(page).getAttribute("data-testid");
    await tab(page, HOME).click();
    await tab(page, STOCK).click();
    await expect.poll(top).toBe(1400);
    await expect(firstRow(page)).toHaveAttribute("data-testid", seen ?? "");
  });
  expect(complaints).toEqual([]);
});

test("tabs out of view are neither drawn again nor read anything while others come and go", async ({ page, signIn, complaints }) => {
  await signIn("admin01");
  await open(page, ORDERS);
  await firstRow(page).waitFor();
  const orders = await paneOf(page);
  await open(page, BALANCES);
  await firstRow(page).waitFor();
  await quiet(page);

  const before = await drawnOf(orders);
  const reads = watchReads(page);
  await tab(page, HOME).click();
  await tab(page, BALANCES).click();
  await page.goBack();
  await page.goForward();
  await quiet(page);
  expect(reads, "a tab that was open is shown, not read").toEqual([]);
  await firstRow(page).locator("a").click();
  await expect(page.getByTestId("show-page")).toBeVisible();
  await quiet(page);
  expect(reads).toEqual(["/api/Module/510/Get"]);
  expect(await drawnSince(orders, before)).toBe(0);

  await test.step("the measure itself tells a page that is drawn from one that is not", async () => {
    await tab(page, ORDERS).click();
    await page.getByTestId("list-refresh").click();
    await quiet(page);
    await firstRow(page).getByRole("checkbox").check();
    await expect.poll(() => drawnSince(orders, before)).toBeGreaterThan(0);
  });
  expect(complaints).toEqual([]);
});

test("beyond fifteen pages out of view the one left longest ago rests: its tab comes back as it was, nothing typed or ticked is lost", async ({
  page,
  signIn,
  complaints,
}) => {
  test.slow();
  await signIn("admin01");
  await page.getByTestId("tab-/index").waitFor();
  // Left longest ago: one at rest, one with a filter half typed, one with a tick, a form with something written in it.
  await open(page, BALANCES);
  await page.locator("th.ant-table-column-has-sorters").first().click();
  await quiet(page);
  const before = await stateOf(page);
  await open(page, ACCEPTS);
  await firstRow(page).waitFor();
  await page.getByTestId("filter-Provider").fill("没有查");
  await open(page, PLANS);
  const tick = page.locator('[data-testid="list-table"] .ant-table-row input[type=checkbox]').first();
  await tick.check();
  await open(page, ORDERS);
  await page.getByTestId("action-create").click();
  await field(page, "Remark").fill("还没保存");
  await expect(tab(page, `${ORDERS}/create`).locator(".tab-unsaved")).toBeVisible();
  await tab(page, HOME).click();
  const links = await page.locator(".home-groups a").evaluateAll((all) => all.map((link) => link.getAttribute("href") ?? ""));
  const others = links.filter((path) => ![BALANCES, ACCEPTS, PLANS, ORDERS].includes(path));
  for (const path of others.slice(0, 17)) await open(page, path);
  await quiet(page);

  const reads = watchReads(page);
  for (const path of [ACCEPTS, PLANS, `${ORDERS}/create`]) {
    await tab(page, path).click();
    await quiet(page);
  }
  expect(
    reads.filter((path) => path.endsWith("/GetPage")),
    "pages with something on them have stayed",
  ).toEqual([]);
  await expect(field(page, "Remark")).toHaveValue("还没保存");
  await tab(page, ACCEPTS).click();
  await expect(page.getByTestId("filter-Provider")).toHaveValue("没有查");
  await tab(page, PLANS).click();
  await expect(tick).toBeChecked();
  reads.length = 0;
  await tab(page, BALANCES).click();
  await firstRow(page).waitFor();
  await quiet(page);
  expect(reads.filter((path) => path.endsWith("/GetPage"))).toHaveLength(1);
  expect(await stateOf(page)).toEqual(before);
  expect(complaints).toEqual([]);
});

test("a key typed draws the box that it is typed in, and no row of a list or line of a form", async ({ page, signIn }) => {
  await signIn("admin01", ORDERS);
  await firstRow(page).waitFor();
  await quiet(page);
  const drawnIn = async (place: string, type: () => Promise<void>) => {
    const element = await page.locator(place).first().elementHandle();
    if (element === null) throw new Error(`no ${place}`);
    const before = await drawnOf(element);
    await type();
    return drawnSince(element, before);
  };
  const box = page.getByTestId("filter-Provider");
  await box.click();
  expect(await drawnIn(".list-area", () => page.keyboard.type("永辉超市"))).toBe(0);
  expect(await drawnIn(".list-head", () => page.keyboard.type("福州"))).toBe(0);
  expect(await drawnIn(".filter-buttons", () => page.keyboard.type("总店"))).toBe(0);
  expect(await drawnIn(".filter-bar", () => page.keyboard.type("一")), "the measure tells what is drawn").toBeGreaterThan(0);
  await expect(box).toHaveValue("永辉超市福州总店一");

  await page.locator('[data-testid="list-table"] [data-testid^="row-"]', { hasText: "录入" }).first().locator("a").first().click();
  await page.getByTestId("action-edit").click();
  await field(page, "Remark").click();
  await quiet(page);
  expect(await page.locator("table.lines tbody tr").count()).toBeGreaterThan(0);
  expect(await drawnIn("table.lines tbody", () => page.keyboard.type("急用"))).toBe(0);
});

test("a window of another size is no reason for a tab out of view to change the address or read anything", async ({ page, signIn }) => {
  await signIn("admin01");
  await open(page, ORDERS);
  await firstRow(page).waitFor();
  // The address names no size that fits the window.
  const size = () => page.locator(".ant-pagination-options:visible").innerText();
  const large = await size();
  await open(page, BALANCES);
  await firstRow(page).waitFor();
  await tab(page, HOME).click();
  const reads: string[] = [];
  page.on("request", (request) => void (request.url().endsWith("/GetPage") && reads.push(request.url())));
  await page.setViewportSize({ width: 1440, height: 620 });
  await quiet(page);
  await expect.poll(() => page.url()).toMatch(/\/index$/);
  expect(reads).toEqual([]);
  await tab(page, ORDERS).click();
  await expect.poll(size).not.toBe(large);
  await expect.poll(() => pathOf(page)).toBe(ORDERS);
});

/** Has the page go on to an address as soon as it is drawn anew for the n-th time: what it does after that drawing comes too late. */
async function goOnWhileDrawing(page: Page, to: string, nth: number): Promise<void> {
  await page.evaluate(
    ([to, nth]) => {
      let drawn = 0;
      const watch = new MutationObserver(() => {
        drawn += 1;
        if (drawn !== nth) return;
        watch.disconnect();
        const { idx = 0 } = (history.state ?? {}) as { idx?: number };
        history.pushState({ idx: idx + 1 }, "", to);
        dispatchEvent(new PopStateEvent("popstate", { state: history.state }));
      });
      watch.observe(document, { childList: true, subtree: true, attributes: true });
    },
    [to, nth] as const,
  );
}

test("whoever goes on while a list writes its own address gets where he goes", async ({ page, signIn }) => {
  await signIn("admin01");
  for (const [index, height] of [700, 820, 700, 820].entries()) {
    await open(page, ORDERS);
    await firstRow(page).waitFor();
    await quiet(page);
    await goOnWhileDrawing(page, PLANS, index + 1);
    await page.setViewportSize({ width: 1440, height });
    await expect(tab(page, PLANS)).toHaveAttribute("data-active", "true");
    await quiet(page);
    await expect(tab(page, PLANS)).toHaveAttribute("data-active", "true");
    expect(pathOf(page)).toBe(PLANS);
  }
});

test("what an action changes is read anew by the tabs that show it, but only when they are looked at", async ({ page, signIn }) => {
  await signIn("admin54");
  await open(page, ORDERS);
  await page.getByTestId("filter-clear").click();
  await quiet(page);
  const row = page.locator('[data-testid^="row-"]', { hasText: "录入" }).first();
  const number = await row.locator("a").innerText();
  const same = page.locator('[data-testid^="row-"]', { hasText: number });
  await row.locator("a").click();
  await expect(page.getByTestId("show-page")).toContainText(number);
  await quiet(page);
  const reads = watchReads(page);
  await page.getByTestId("action-audit").click();
  await expect(page.getByTestId("action-unaudit")).toBeEnabled();
  await quiet(page);
  expect(reads.filter((path) => path.endsWith("/GetPage"))).toEqual([]);
  await tab(page, ORDERS).click();
  await expect(same).toContainText("待供应商确认");
  await expect(same).not.toContainText("录入");
  await quiet(page);
  expect(reads.filter((path) => path.endsWith("/GetPage"))).toHaveLength(1);
});

test("the menu of a tab is 105 px wide and closes it, the others or all; home stays", async ({ page, signIn, complaints }) => {
  await signIn("admin01");
  const items = page.locator(".tab-menu:visible .ant-dropdown-menu-item");
  const menuOf = async (path: string) => {
    await tab(page, path).click({ button: "right" });
    await expect(items).toHaveText(["关闭", "关闭其他", "关闭所有"]);
    await expect(page.locator(".ant-slide-up-enter, .ant-slide-up-leave")).toHaveCount(0);
  };
  const choose = (text: string) => items.filter({ hasText: new RegExp(`^${text}$`) }).click();
  const disabled = () => items.evaluateAll((all) => all.map((item) => item.getAttribute("aria-disabled") === "true"));

  await menuOf(HOME);
  await expect.poll(disabled).toEqual([true, true, true]);
  await page.keyboard.press("Escape");
  for (const path of [ORDERS, ACCEPTS, BALANCES, PLANS]) await open(page, path);

  await menuOf(ORDERS);
  const width = () => page.locator(".tab-menu:visible .ant-dropdown-menu").evaluate((menu) => menu.getBoundingClientRect().width);
  await expect.poll(width, { message: "as soon as it is open" }).toBe(105);
  await expect.poll(disabled).toEqual([false, false, false]);
  await expect.poll(() => pathOf(page), "a right click leads nowhere").toBe(PLANS);
  await choose("关闭");
  await expect(tab(page, ORDERS)).toHaveCount(0);
  await expect.poll(() => pathOf(page), "closing another tab leads nowhere").toBe(PLANS);

  await tab(page, ACCEPTS).click();
  await menuOf(ACCEPTS);
  await choose("关闭");
  await expect(tab(page, BALANCES), "the right neighbour comes into view").toHaveAttribute("data-active", "true");
  await tab(page, PLANS).click();
  await menuOf(PLANS);
  await choose("关闭");
  await expect(tab(page, BALANCES), "or else the left one").toHaveAttribute("data-active", "true");

  for (const path of [ORDERS, ACCEPTS]) await open(page, path);
  await menuOf(ORDERS);
  await choose("关闭其他");
  await expect.poll(() => openTabs(page)).toEqual([HOME, ORDERS]);
  await expect.poll(() => pathOf(page)).toBe(ORDERS);
  await menuOf(ORDERS);
  await expect.poll(disabled).toEqual([false, true, false]);
  await choose("关闭所有");
  await expect.poll(() => openTabs(page)).toEqual([HOME]);
  await expect(page).toHaveURL(/\/index$/);
  expect(complaints).toEqual([]);
});

test("the middle button, the cross and the keys close tabs; dragging puts them in order", async ({ page, signIn, complaints }) => {
  await signIn("admin01");
  for (const path of [ORDERS, ACCEPTS, BALANCES]) await open(page, path);
  const windows = page.context().pages().length;
  await tab(page, ACCEPTS).click({ button: "middle" });
  await expect.poll(() => openTabs(page)).toEqual([HOME, ORDERS, BALANCES]);
  await tab(page, HOME).click({ button: "middle" });
  await expect(tab(page, HOME)).toBeVisible();
  expect(page.context().pages()).toHaveLength(windows);
  await page.getByTestId(`tab-close-${BALANCES}`).click();
  await expect.poll(() => openTabs(page)).toEqual([HOME, ORDERS]);

  for (const path of [ACCEPTS, BALANCES]) await open(page, path);
  await tab(page, ORDERS).dragTo(tab(page, BALANCES));
  await expect.poll(() => openTabs(page)).toEqual([HOME, ACCEPTS, BALANCES, ORDERS]);
  await tab(page, ORDERS).dragTo(tab(page, HOME));
  await tab(page, HOME).dragTo(tab(page, ORDERS));
  await expect.poll(() => openTabs(page), "home is first, and stays").toEqual([HOME, ACCEPTS, BALANCES, ORDERS]);
  await page.reload();
  await expect.poll(() => openTabs(page), "the order is kept").toEqual([HOME, ACCEPTS, BALANCES, ORDERS]);

  await tab(page, BALANCES).locator("a").click();
  await tab(page, BALANCES).locator("a").focus();
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute("data-path"));
  await page.keyboard.press("ArrowRight");
  await expect.poll(focused).toBe(ORDERS);
  await page.keyboard.press("Home");
  await page.keyboard.press("Delete");
  await expect.poll(focused).toBe(HOME);
  await page.keyboard.press("End");
  await page.keyboard.press("Delete");
  await expect.poll(() => openTabs(page)).toEqual([HOME, ACCEPTS, BALANCES]);
  await expect.poll(focused).toBe(BALANCES);
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(new RegExp(ACCEPTS));
  expect(complaints).toEqual([]);
});

test("a closed tab is gone with all it held; opened again it begins anew", async ({ page, signIn }) => {
  await signIn("admin01");
  await open(page, ORDERS);
  await firstRow(page).waitFor();
  await page.getByTestId("filter-Provider").fill("没有查");
  await quiet(page);
  const reads = watchReads(page);
  await page.getByTestId(`tab-close-${ORDERS}`).click();
  await expect(page).toHaveURL(/\/index$/);
  await open(page, ORDERS);
  await firstRow(page).waitFor();
  expect(reads.filter((path) => path.endsWith("/GetPage"))).toHaveLength(1);
  await expect(page.getByTestId("filter-Provider")).toHaveValue("");
});

test("back and forward walk through the tabs, and open again what was closed", async ({ page, signIn, complaints }) => {
  await signIn("admin01");
  await open(page, ORDERS);
  await page.getByTestId("filter-clear").click();
  await firstRow(page).locator("a").click();
  await expect(page.getByTestId("show-page")).toBeVisible();
  const document = pathOf(page);
  await page.locator(`[data-testid="menu"] a[href="${ACCEPTS}"]`).click();
  await firstRow(page).waitFor();

  await page.goBack();
  await expect(page.getByTestId("show-page")).toBeVisible();
  await page.goBack();
  await expect(page.getByTestId("list-table")).toBeVisible();
  await expect.poll(() => pathOf(page)).toBe(ORDERS);
  await page.goForward();
  await page.goForward();
  await expect.poll(() => pathOf(page)).toBe(ACCEPTS);

  await test.step("a tab changed meanwhile is shown as it is, and the address says so", async () => {
    await tab(page, ORDERS).click();
    await page.locator(".ant-pagination-item-2").click();
    await expect(page).toHaveURL(/current=2/);
    await tab(page, ACCEPTS).click();
    for (const path of [ORDERS, ACCEPTS, document, ORDERS]) {
      await page.goBack();
      await expect(tab(page, path)).toHaveAttribute("data-active", "true");
    }
    await expect(page).toHaveURL(new RegExp(`${ORDERS}\\?.*current=2`));
    await expect(page.locator(".ant-pagination-item-active")).toHaveText("2");
  });

  await tab(page, document).click();
  await page.getByTestId(`tab-close-${document}`).click();
  await expect(page).toHaveURL(new RegExp(ACCEPTS));
  await page.goBack();
  await expect(page.getByTestId("show-page")).toBeVisible();
  await expect.poll(() => pathOf(page)).toBe(document);
  await expect(tab(page, document)).toHaveAttribute("data-active", "true");
  expect(complaints).toEqual([]);
});

test("a link without a question shows a tab as it is; one that asks for rows shows those, and no others", async ({ page, signIn }) => {
  await signIn("admin01");
  await open(page, BALANCES);
  await expect(page.locator(".filter-chips")).toContainText("业务日期");
  const days = await page.locator(".filter-chips").innerText();
  await page.locator(".ant-pagination-item-2").click();
  await expect(page).toHaveURL(/current=2/);
  await page.locator(`[data-testid="menu"] a[href="${BALANCES}"]`).click();
  await expect(page).toHaveURL(/current=2/);

  await open(page, PLANS);
  await page.getByTestId("filter-clear").click();
  await quiet(page);
  const row = page.locator('[data-testid^="row-"]', { hasText: /JS\d+/ }).last();
  const bill = /JS\d+/.exec(await row.innerText())?.[0] ?? "";
  await row.getByRole("checkbox").check();
  await page.getByTestId("action-balance").click();
  await expect(page.getByTestId("list-total")).toHaveText("1");
  await expect(firstRow(page)).toContainText(bill);
  await expect(page.locator(".filter-chips")).toContainText(bill);
  await expect(page.locator(".filter-chips"), "the days a list begins with would hide older bills").not.toContainText("业务日期");
  await expect.poll(() => openTabs(page), "in the tab that was there").toEqual([HOME, BALANCES, PLANS]);

  await page.goBack();
  await expect(tab(page, PLANS)).toHaveAttribute("data-active", "true");
  await expect(page.locator(".list-chosen")).toHaveText("已选 1 条");
  await page.getByTestId(`tab-close-${BALANCES}`).click();
  await open(page, BALANCES);
  await expect(page.locator(".filter-chips")).toHaveText(days, { useInnerText: true });
});

test("closing asks once before input is lost; a saved form becomes its document, a deleted document is gone", async ({ page, signIn }) => {
  await signIn("admin01");
  await open(page, ORDERS);
  await page.getByTestId("action-create").click();
  await field(page, "Remark").fill("不能丢");
  const form = `${ORDERS}/create`;
  const question = page.locator(".ant-modal-confirm");

  await tab(page, ORDERS).click();
  await page.getByTestId(`tab-close-${form}`).click();
  await expect(question).toContainText("离开后，这些修改将会丢失。");
  await expect(question).toContainText("订单 新增");
  await page.getByRole("button", { name: "继续编辑" }).click();
  await tab(page, form).click();
  await expect(field(page, "Remark")).toHaveValue("不能丢");

  await test.step("keys of the form work on the one in view alone", async () => {
    await open(page, ACCEPTS);
    await page.getByTestId("action-create").click();
    await page.keyboard.press("Control+s");
    await expect(page.getByTestId("form-problems")).toBeVisible();
    await tab(page, form).click();
    await expect(page.getByTestId("form-page")).toContainText("订单 · 新增");
    await expect(page.getByTestId("form-problems")).toHaveCount(0);
    await page.getByTestId(`tab-close-${ACCEPTS}/create`).click();
  });

  await test.step("several at once are asked for once", async () => {
    await tab(page, ORDERS).click();
    await tab(page, ORDERS).click({ button: "right" });
    await page.locator(".tab-menu:visible").getByText("关闭其他").click();
    await expect(question).toHaveCount(1);
    await page.getByRole("button", { name: "继续编辑" }).click();
    await expect.poll(() => openTabs(page)).toContain(form);
  });

  await tab(page, form).click();
  for (const name of ["provid", "StoreId"]) {
    await choose(field(page, name), page.locator(`.ant-select-dropdown:has(#field-${name}_list) .ant-select-item-option`).first());
  }
  await page.getByTestId("add-line-OrderLine").click();
  await page.keyboard.press("ArrowDown");
  await page.locator('.ant-select-dropdown:visible:has([id^="cell-"]) .ant-select-item-option').first().waitFor();
  for (const key of ["ArrowDown", "Enter", "3"]) await page.keyboard.press(key);
  await page.keyboard.press("Enter");
  await page.getByTestId("form-save").click();
  await expect(page.getByTestId("show-page")).toContainText("不能丢");
  const document = pathOf(page);
  const number = await page.getByTestId("show-page").locator("h1 span").first().innerText();
  await expect.poll(() => openTabs(page)).toEqual([HOME, ORDERS, document, ACCEPTS]);
  await expect(tab(page, document)).toHaveText(`订单 ${number}`);
  await expect(page).toHaveTitle(new RegExp(`^订单 ${number} - `));

  await page.getByTestId("action-edit").click();
  await expect(tab(page, `${document.replace("/show", "")}/edit`)).toHaveText(`订单 编辑 ${number}`);
  await page.getByTestId("form-cancel").click();
  await expect.poll(() => openTabs(page)).not.toContain(`${document.replace("/show", "")}/edit`);
  await tab(page, document).click();
  await page.getByTestId("action-delete").click();
  await page.getByTestId("confirm-ok").click();
  await expect.poll(() => openTabs(page)).toEqual([HOME, ORDERS, ACCEPTS]);
  await expect.poll(() => pathOf(page)).toBe(ORDERS);
  await expect(page.getByTestId("list-table")).not.toContainText(number);
});

test("what a page has opened above itself goes and comes back with it", async ({ page, signIn }) => {
  await signIn("admin01");
  await open(page, ORDERS);
  await page.getByTestId("action-create").click();
  await field(page, "provid").click();
  await expect(page.locator(".ant-select-dropdown:visible")).toHaveCount(1);
  await page.goBack();
  await expect(page.getByTestId("list-table")).toBeVisible();
  await expect(page.locator(".ant-select-dropdown:visible")).toHaveCount(0);
});

test("a bar tells of a page that is slow to come, and none of one that is not", async ({ page, signIn }) => {
  await signIn("admin01");
  await page.evaluate(() => {
    const shown = new Set<string>();
    Object.assign(window, { shown });
    addEventListener("animationstart", ({ animationName }) => shown.add(animationName), true);
  });
  const hasShown = () => page.evaluate(() => (window as unknown as { shown: Set<string> }).shown.has("page-progress"));
  await open(page, ORDERS);
  await firstRow(page).waitFor();
  await tab(page, HOME).click();
  await tab(page, ORDERS).click();
  await page.evaluate(() => (window as unknown as { shown: Set<string> }).shown.clear());
  await tab(page, HOME).click();
  await tab(page, ORDERS).click();
  await quiet(page);
  await expect.poll(hasShown).toBe(false);
  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route("**/Module/*/GetPage", async (route) => {
    await held;
    await route.continue();
  });
  await tab(page, HOME).click();
  await page.locator(`.home-groups a[href="${BALANCES}"]`).click();
  await expect(page.getByTestId("page-progress")).toBeVisible();
  await expect.poll(hasShown).toBe(true);
  answer();
  await expect(page.getByTestId("page-progress")).toHaveCount(0);
});

test("whoever signs out leaves no tabs behind", async ({ page, signIn, complaints }) => {
  await signIn("admin01");
  for (const path of [ORDERS, BALANCES]) await open(page, path);
  await page.getByTestId("user-menu").click();
  await page.getByText("退出登录").click();
  await expect(page).toHaveURL(/\/login/);
  await expect.poll(() => page.evaluate(() => sessionStorage.getItem("tabs"))).toBeNull();
  await signIn("s001001");
  await expect.poll(() => openTabs(page)).toEqual([HOME]);
  expect(complaints).toEqual([]);
});

test("the tabs find their place in every window, and axe finds nothing serious in them", async ({ page, signIn }) => {
  await signIn("admin01");
  for (const path of LISTS) await open(page, path);
  for (const width of [1440, 1024, 390]) {
    await page.setViewportSize({ width, height: 800 });
    await tab(page, HOME).locator("a").focus();
    await page.keyboard.press("End");
    await page.keyboard.press("Enter");
    await expect(tab(page, LISTS.at(-1) ?? "")).toBeInViewport({ ratio: 0.9 });
    await expectNoSidewaysScroll(page);
    await expectNoSeriousFaults(page, "[data-testid=tabbar]");
  }
});
