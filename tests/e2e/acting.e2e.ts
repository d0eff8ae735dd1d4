import type { Page } from "@playwright/test";
import { ACTIONS_KEY } from "../../src/shared/protocol/screen.ts";
import { Beside } from "./beside.ts";
import { expect, test } from "./fixtures.ts";
import { expectNoSidewaysScroll } from "./layout.ts";

/*
 * What is done with rows, by the mouse and by keys alone: nothing moves, what comes next stands out, what can be taken back is, and all that
 * match can be meant.
 */

// Documents change here: nobody else builds on them.
test.use({ own: "acting" });

const ORDERS = "/logisticsReceiptsDemand/OrderManage";
const DRAFTS = `${ORDERS}?filters=${encodeURIComponent('[["Statu","in",[0]]]')}`;
const rows = (page: Page) => page.locator('[data-testid="list-table"] [data-row-key]');

test("nothing moves while rows are ticked; the next step stands out, and is taken back by its toast", async ({
  page,
  signIn,
  complaints,
}) => {
  await signIn("admin54", DRAFTS);
  await expect(rows(page).nth(2)).toBeVisible();
  const places = () =>
    page.evaluate(() =>
      [...document.querySelectorAll("main h1, main [data-row-key], main .filter-bar, [data-testid=list-footer], main .ant-pagination")].map(
        (element) => {
          const { x, y, height } = element.getBoundingClientRect();
          return [x, y, height];
        },
      ),
    );
  const before = await places();
  const audit = page.getByTestId("action-audit");
  await expect(page.getByTestId("action-create")).toHaveClass(/ant-btn-primary/);
  await expect(audit).not.toHaveClass(/ant-btn-primary/);
  for (const row of [rows(page).first(), rows(page).nth(1)]) {
    await row.getByRole("checkbox").check();
    expect(await places()).toEqual(before);
  }
  await expect(audit).toHaveClass(/ant-btn-primary/);
  await expect(page.getByTestId("action-create")).not.toHaveClass(/ant-btn-primary/);
  await expect(page.getByTestId("action-close")).toHaveClass(/ant-btn-dangerous/);
  await rows(page).nth(1).getByRole("checkbox").uncheck();
  expect(await places()).toEqual(before);

  const total = Number(await page.getByTestId("list-total").innerText());
  await audit.click();
  await expect(page.getByTestId("list-total")).toHaveText(String(total - 1));
  await page.getByTestId("undo").click();
  await expect(page.getByTestId("list-total")).toHaveText(String(total));
  expect(complaints).toEqual([]);
});

test("an action is tried on all that match, done row by row, and told for each", async ({ page, portal, signIn, complaints }) => {
  await page.setViewportSize({ width: 1440, height: 420 });
  await signIn("admin54", DRAFTS);
  const total = Number(await page.getByTestId("list-total").innerText());
  expect(total).toBeGreaterThan(await rows(page).count());
  await expect(page.getByTestId("choose-all")).toHaveCount(0);
  await page.locator(".ant-table-thead").getByRole("checkbox").check();
  await page.getByTestId("choose-all").click();
  await expect(page.locator(".list-chosen")).toContainText(`已选全部 ${total} 条`);
  await expect(page.getByTestId("action-unaudit")).toBeDisabled();
  // One of them is done by somebody else while the trial is read.
  await page.getByTestId("action-audit").click();
  await expect(page.getByTestId("matching-trial")).toContainText(`共 ${total} 条`);
  const able = Number(await page.getByTestId("matching-able").innerText());
  const beside = await Beside.signIn(portal, "buyer54");
  const [other] = await beside.rows("Module/8901/GetPage", { filter: JSON.stringify([{ field: "Statu", operator: "in", value: [0] }]) });
  await beside.call("Module/8901/Action", { action: "audit", ids: String(other?.Id) });
  await page.getByTestId("confirm-ok").click();
  const report = page.getByTestId("matching-report");
  await expect(report.getByTestId("matching-done")).toHaveText(String(able - 1));
  await expect(report.getByTestId("matching-failed")).toHaveText("1");
  await expect(report.locator("tbody tr").first()).toContainText("单据状态已变化");
  await page.getByTestId("matching-retry").click();
  await expect(report.getByTestId("matching-failed")).toHaveText("1");
  await page.getByTestId("matching-close").click();
  await expect(page.getByTestId("list-total")).toHaveText(String(total - able));
  expect(complaints).toEqual([]);
});

test("keys alone lead from the login page to a confirmed order and back", async ({ page, portal, complaints }) => {
  const beside = await Beside.signIn(portal, "s054001");
  const open = (await beside.rows("Module/8901/GetPage", { filter: "[]" })).filter((row) =>
    (row[ACTIONS_KEY] as unknown as readonly string[]).includes("provconfirm"),
  );
  expect(open.length).toBeGreaterThan(0);
  const focus = page.locator(":focus");
  const tabTo = async (testId: string) => {
    await expect(async () => {
      await page.keyboard.press("Tab");
      await expect(focus).toHaveAttribute("data-testid", testId, { timeout: 50 });
    }).toPass({ intervals: [0] });
  };
  await page.goto(`${portal.url}/login`);
  await expect(page.getByTestId("login-user")).toBeVisible();
  await page.getByTestId("login-user").focus();
  await page.keyboard.type("s054001");
  await tabTo("login-pass");
  await page.keyboard.type(portal.password);
  await page.keyboard.press("Enter");
  await expect(page.getByTestId("user-menu")).toBeVisible();

  await page.keyboard.press("?");
  await expect(page.getByTestId("keys")).toContainText("打开当前行");
  await page.keyboard.press("Escape");
  await expect(page.getByTestId("keys")).toBeHidden();
  await page.keyboard.press("/");
  await page.keyboard.type("订单");
  await expect(page.getByRole("option").first()).toContainText("订单");
  await page.keyboard.press("Enter");
  await expect(focus).toHaveText("订单");
  await expect(rows(page).first()).toBeVisible();
  await tabTo((await rows(page).first().getAttribute("data-testid")) ?? "");
  const outline = await focus.evaluate((element) => getComputedStyle(element).outlineStyle);
  expect(outline).toBe("solid");
  await page.keyboard.press(" ");
  await expect(rows(page).first().getByRole("checkbox")).toBeChecked();
  await page.keyboard.press(" ");
  await expect(rows(page).first().getByRole("checkbox")).not.toBeChecked();
  const wanted = new Set(open.map(({ Id }) => `row-${String(Id)}`));
  const count = await rows(page).count();
  let steps = 0;
  for (; steps < count && !wanted.has((await focus.getAttribute("data-testid")) ?? ""); steps++) await page.keyboard.press("ArrowDown");
  const row = (await focus.getAttribute("data-testid")) ?? "";
  expect(wanted.has(row), `${steps} rows`).toBe(true);
  await page.keyboard.press("Enter");
  await expect(page.getByTestId("show-page")).toBeVisible();
  await expect(focus).toHaveRole("heading");
  await tabTo("action-provconfirm");
  await page.keyboard.press("Enter");
  await expect(page.getByTestId("confirm-ok")).toBeVisible();
  await tabTo("confirm-ok");
  await page.keyboard.press("Enter");
  await expect(page.getByTestId("action-provconfirm")).toBeDisabled();
  await expect(async () => {
    await page.keyboard.press("Shift+Tab");
    await expect(focus).toHaveAttribute("data-testid", "back-link", { timeout: 50 });
  }).toPass({ intervals: [0] });
  await page.keyboard.press("Enter");
  await expect(focus).toHaveAttribute("data-testid", row);
  expect(complaints).toEqual([]);
});

test("a new tab has the session, until one of them signs out", async ({ page, portal, context, signIn }) => {
  await signIn("admin54", ORDERS);
  const link = rows(page).first().locator("a");
  const opened = context.waitForEvent("page");
  await link.click({ modifiers: ["ControlOrMeta"] });
  const other = await opened;
  await expect(other.getByTestId("show-page")).toBeVisible();
  expect(await other.evaluate(() => localStorage.length)).toBe(0);
  await page.getByTestId("user-menu").click();
  await page.getByText("退出登录").click();
  for (const tab of [page, other]) await expect(tab.getByTestId("login-user")).toBeVisible();
  await other.goto(`${portal.url}${ORDERS}`);
  await expect(other.getByTestId("login-user")).toBeVisible();
});

test("an enlarged window cuts nothing off, a printed page is whole, a window that comes in has its keys, and motion ends when it is asked to", async ({
  page,
  signIn,
}) => {
  // 1440 × 900 at 200 %.
  await page.setViewportSize({ width: 720, height: 450 });
  await signIn("admin54", ORDERS);
  await expect(rows(page).first()).toBeVisible();
  await expectNoSidewaysScroll(page);
  await page.getByTestId("list-total").scrollIntoViewIfNeeded();
  await expect(page.getByTestId("list-total")).toBeInViewport();

  await page.setViewportSize({ width: 1440, height: 500 });
  await page.emulateMedia({ media: "print" });
  const last = rows(page).last();
  await expect(page.getByTestId("menu")).toBeHidden();
  await expect(page.getByTestId("action-create")).toBeHidden();
  const cut = () =>
    last.evaluate((row) => {
      const boxes = [];
      for (let box = row.parentElement; box !== null; box = box.parentElement)
        if (getComputedStyle(box).overflowY !== "visible" && box.scrollHeight > box.clientHeight + 1)
          boxes.push(box.className || box.tagName);
      return boxes;
    });
  expect(await cut()).toEqual([]);
  await page.emulateMedia({ media: "screen", reducedMotion: "no-preference" });
  const motion = () => page.locator(".app").evaluate((app) => getComputedStyle(app).getPropertyValue("--ant-motion-duration-mid"));
  await expect.poll(motion).not.toBe("0s");
  // A window that still comes in has its keys already.
  await page.locator("h1").first().click();
  await page.keyboard.press("?");
  await expect(page.getByTestId("keys")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByTestId("keys")).toBeHidden();
  await page.emulateMedia({ media: "screen", reducedMotion: "reduce" });
  await expect.poll(motion).toBe("0s");
});
