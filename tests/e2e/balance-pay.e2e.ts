import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, Locator, Page } from "@playwright/test";
import sharp from "sharp";
import { read, utils } from "xlsx";
import { CHANNELS } from "../../src/server/features/payments/bank/gateway.ts";
import { sandboxKeys } from "../../src/server/features/payments/bank/sandbox/callbacks.ts";
import { faultsOf } from "../../src/server/features/payments/bank/sandbox/faults.ts";
import { startSandbox } from "../../src/server/features/payments/bank/sandbox/sandbox-server.ts";
import { BANK_VARIABLES } from "../../src/server/features/payments/bank-variables.ts";
import { Beside } from "./beside.ts";
import { test as base, expect } from "./fixtures.ts";
import { expectNoSidewaysScroll } from "./layout.ts";
import { Portal } from "./portal.ts";
import { expectNoSeriousFaults } from "./serious-faults.ts";

const PATH = "/accountChecking/BalancePay";
/** Every bill, however old. */
const ALL = `${PATH}?filters=[]`;
const WIDTHS = [1440, 1024, 390];
const WAITS = "请等待供应商上传发票";
const BARE = "该单据未上传附件/没有支付权限";

/** The usual portal, with a bank to pay by. */
const test = base.extend<object, { portal: Portal }>({
  portal: [
    async ({ engine }, use) => {
      const dir = mkdtempSync(join(tmpdir(), "scm-e2e-bank-"));
      const keys = sandboxKeys();
      const bank = await startSandbox({ port: 0, dir, keys, faults: faultsOf({}) });
      const account = CHANNELS.flatMap((channel) => {
        const name = BANK_VARIABLES[channel];
        const { merchant, secret } = keys[channel];
        return Object.entries({ [`${name}_URL`]: bank.urls[channel], [`${name}_MERCHANT`]: merchant, [`${name}_SECRET`]: secret });
      });
      const portal = await Portal.start(engine, Object.fromEntries(account));
      await use(portal);
      await portal.close();
      await bank.close();
      rmSync(dir, { recursive: true, force: true });
    },
    { scope: "worker", timeout: 240_000 },
  ],
});

interface BillOnPage {
  readonly Id: number;
  readonly Billid: string;
  readonly provid: string;
  readonly Statu: number;
  readonly Bala_sum: string;
  readonly FathId: string | null;
  readonly attachurl: string | null;
  readonly Isstop: boolean;
  readonly BalaBillid: string | null;
}

/** The bills as the page's own call tells them. */
async function billsOf(page: Page, call = "GetBalance_Pay"): Promise<BillOnPage[]> {
  return page.evaluate(async (name) => {
    const headers = { Authorization: sessionStorage.getItem("Authorization") ?? "" };
    const answer = await fetch(`/api/BalancePay/${name}?page=1&rows=500`, { method: "POST", headers });
    return ((await answer.json()) as { Result: { rows: BillOnPage[] } }).Result.rows;
  }, call);
}

async function findBill(page: Page, fits: (bill: BillOnPage) => boolean): Promise<BillOnPage> {
  const bill = (await billsOf(page)).find(fits);
  if (bill === undefined) throw new Error("the demo data has no such bill");
  return bill;
}

const isOpen = ({ Statu, FathId, Isstop }: BillOnPage) => Statu === 20 && FathId === null && !Isstop;
const row = (page: Page, { Id }: Pick<BillOnPage, "Id">): Locator => page.getByTestId(`row-${Id}`);
const refusal = (page: Page): Locator => page.getByTestId("preview-refusal");
const ok = (page: Page): Locator => page.getByTestId("confirm-ok");

async function openPage(page: Page, portal: Portal, bills: readonly BillOnPage[] = []): Promise<void> {
  await page.goto(`${portal.url}${ALL}`);
  await expect(page.getByTestId("list-table")).toBeVisible();
  for (const bill of bills) await row(page, bill).locator("input[type=checkbox]").check();
}

async function cancel(page: Page): Promise<void> {
  await page.getByRole("button", { name: "取消", exact: true }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
}

/** An action of the bar; where there is no room for it, the menu has it. */
async function press(page: Page, action: string): Promise<void> {
  const button = page.getByTestId(`action-${action}`);
  // A bar that has just been sized anew may still put its actions away.
  await expect(async () => {
    if (!(await button.isVisible())) await page.getByTestId("action-more").click({ timeout: 10_000 });
    await button.click({ timeout: 10_000 });
  }).toPass();
}

/** Another user beside the one of the test. */
async function signedIn(browser: Browser, portal: Portal, user: string): Promise<Page> {
  const page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage();
  await page.goto(`${portal.url}/login`);
  await page.getByTestId("login-user").fill(user);
  await page.getByTestId("login-pass").fill(portal.password);
  await page.getByTestId("login-submit").click();
  await page.getByTestId("user-menu").waitFor();
  return page;
}

test("without the special permission both steps are refused in the rule's own words, and an attachment lifts the second alone", async ({
  page,
  portal,
  signIn,
  complaints,
}) => {
  await signIn("fin54");
  const [toConfirm, bare] = [
    await findBill(page, ({ Statu, Isstop }) => Statu === 10 && !Isstop),
    await findBill(page, (bill) => isOpen(bill) && bill.attachurl === null),
  ];
  await openPage(page, portal, [toConfirm]);
  await page.getByTestId("action-confirm").click();
  await expect(refusal(page)).toHaveText(WAITS);
  await expect(ok(page)).toBeDisabled();
  await cancel(page);

  await openPage(page, portal, [bare]);
  await page.getByTestId("action-pay").click();
  await expect(refusal(page)).toHaveText(BARE);
  await expect(ok(page)).toBeDisabled();
  await cancel(page);
  // At 10 the payment is refused by the same words, and in a batch the bill is named.
  await openPage(page, portal, [toConfirm, bare]);
  await page.getByTestId("action-pay").click();
  await expect(refusal(page)).toContainText(`${BARE}（`);
  await cancel(page);

  await openPage(page, portal, [bare]);
  await page.getByTestId("action-upload").click();
  const picture = await sharp({ create: { width: 300, height: 200, channels: 3, background: "#3f7ac0" } })
    .png()
    .toBuffer();
  await page.locator(".image-upload input[type=file]").setInputFiles({ name: "发票.png", mimeType: "image/png", buffer: picture });
  await expect(page.getByText("上传成功")).toBeVisible();
  await ok(page).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await openPage(page, portal, [bare]);
  await page.getByTestId("action-pay").click();
  await expect(page.getByTestId("preview-totals")).toBeVisible();
  await expect(refusal(page)).toHaveCount(0);
  await expect(ok(page)).toBeEnabled();
  await cancel(page);
  // Its own side may take it away again, and is back where it was.
  await openPage(page, portal, [bare]);
  await page.getByTestId("action-delurl").click();
  await ok(page).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await openPage(page, portal, [bare]);
  await page.getByTestId("action-pay").click();
  await expect(refusal(page)).toHaveText(BARE);
  expect(complaints).toEqual([]);
});

test("a payment is seen before it is confirmed, is made once however often it is sent, and shows in the chain", async ({
  page,
  portal,
  signIn,
}) => {
  await signIn("boss54");
  const bill = await findBill(
    page,
    ({ Statu, Isstop, Bala_sum }) => Statu === 10 && !Isstop && Bala_sum.length < 9 && !Bala_sum.startsWith("-"),
  );
  await openPage(page, portal, [bill]);
  await page.getByTestId("action-confirm").click();
  await expect(page.getByTestId(`preview-${bill.Id}`)).toContainText("可以执行");
  await expect(page.getByTestId("preview-capitals")).toContainText(/[零壹贰叁肆伍陆柒捌玖拾佰仟]+元/);
  await expectNoSeriousFaults(page, ".ant-modal");
  await ok(page).click();
  await expect(page.getByText("财务确认成功")).toBeVisible();
  await expect(row(page, bill)).toContainText("待付款");

  // The answer is lost on its way: the server has done it, the browser does not know.
  const keys: string[] = [];
  await page.route("**/api/Module/503/Action", async (route) => {
    keys.push(route.request().headers()["idempotency-key"] ?? "");
    if (keys.length > 1) return route.continue();
    await route.fetch();
    await route.abort("connectionreset");
  });
  await openPage(page, portal, [bill]);
  await page.getByTestId("action-pay").click();
  await expect(page.getByTestId("preview-totals")).toContainText("付款合计");
  await ok(page).click();
  await page.getByTestId("retry-unanswered").click();
  await expect(page.getByText("确认付款成功")).toBeVisible();
  expect(keys).toHaveLength(2);
  expect(keys[0]).not.toBe("");
  expect(keys[1]).toBe(keys[0]);
  await page.unroute("**/api/Module/503/Action");
  await expect(row(page, bill)).toContainText("已付款");

  await row(page, bill).getByRole("link", { name: bill.Billid }).click();
  const chain = page.getByTestId("chain");
  await expect(chain.getByTestId("chain-付款单")).toContainText("已付款");
  await expect(chain.getByTestId("chain-支付流水")).toContainText("成功");
  await expect(chain.getByTestId("chain-结算单").getByRole("link")).toHaveCount(1);
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    await expect(chain).toBeVisible();
    await expectNoSidewaysScroll(page);
    await expectNoSeriousFaults(page, "[data-testid=chain]");
  }
  await page.setViewportSize({ width: 1440, height: 900 });
  await chain.getByTestId("chain-结算单").getByRole("link").click();
  await expect(page.getByTestId("chain").getByTestId("chain-结算单")).toHaveAttribute("aria-current", "step");
});

test("a batch is all or nothing: the bill in the way is named and can be left out; below zero money is received", async ({
  page,
  portal,
  signIn,
}) => {
  await signIn("boss54");
  const [open, receipt] = [
    await findBill(page, isOpen),
    await findBill(page, ({ Statu, Bala_sum }) => Statu === 10 && Bala_sum.startsWith("-")),
  ];
  await openPage(page, portal, [open, receipt]);
  await expect(page.getByTestId("action-pay")).toHaveText("确认付款 / 收款");
  await page.getByTestId("action-pay").click();
  await expect(refusal(page)).toContainText(`（${receipt.Billid}）`);
  await expect(page.getByText("整批都不会执行")).toBeVisible();
  await expect(ok(page)).toBeDisabled();
  await page.getByTestId("preview-leave-out").click();
  await expect(refusal(page)).toHaveCount(0);
  await expect(ok(page)).toBeEnabled();
  await cancel(page);
  await openPage(page, portal, [receipt]);
  await expect(page.getByTestId("action-pay")).toHaveText("确认收款");
  await page.getByTestId("action-confirm").click();
  await ok(page).click();
  await expect(row(page, receipt)).toContainText("待付款");
  await openPage(page, portal, [receipt]);
  await page.getByTestId("action-pay").click();
  await expect(page.getByTestId("preview-totals")).toContainText("收款合计");
  await ok(page).click();
  await expect(page.getByText("确认收款成功")).toBeVisible();
  await expect(row(page, receipt)).toContainText("已付款");
});

test("a bill is handed to the bank by a channel and followed until it is settled", async ({ page, portal, signIn }) => {
  await signIn("boss54");
  const bill = await findBill(page, (each) => isOpen(each) && !each.Bala_sum.endsWith("1") && !each.Bala_sum.startsWith("-"));
  const beside = await Beside.signIn(portal, "boss54");
  const statement = (await beside.rows("Module/510/GetPage")).find(({ Billid }) => Billid === bill.BalaBillid);
  const lets = String(statement?._actions).split(",").includes("passinvoice");
  if (lets) await beside.call("Module/510/Action", { action: "passinvoice", ids: String(statement?.Id), reason: "余票下月补" });
  await openPage(page, portal, [bill]);
  await page.getByTestId("action-bankpay").click();
  await page.getByTestId("choice-ZSPay").click();
  const [request] = await Promise.all([page.waitForRequest("**/api/ZSPay/Pay"), ok(page).click()]);
  expect(request.headers()["idempotency-key"]).toBeTruthy();
  await expect(page.getByText("已提交银行处理")).toBeVisible();
  // Nobody presses anything: the page asks, or the bank calls.
  await expect(row(page, bill)).toContainText("已付款", { timeout: 90_000 });
});

test("bills of a supplier are merged, seen as one, and taken apart", async ({ page, portal, signIn }) => {
  await signIn("admin175", `${PATH}/merged`);
  await expect(page.getByTestId("list-table")).toBeVisible();
  const [merged] = (await billsOf(page, "GetBalancePayFath")).filter(({ Statu }) => Statu === 20);
  if (merged === undefined) throw new Error("the demo data has no open merged payment");
  const children = (await billsOf(page)).filter(({ FathId }) => FathId === merged.Billid);
  await row(page, merged).locator("input[type=checkbox]").check();
  await page.getByTestId("action-unmerge").click();
  for (const { Billid } of children) await expect(page.getByTestId("merged-bills")).toContainText(Billid);
  await ok(page).click();
  await expect(row(page, merged)).toHaveCount(0);

  // One is ticked; the supplier's others are offered.
  const [first, ...others] = children;
  if (first === undefined) throw new Error("a merged payment without bills");
  await openPage(page, portal, [first]);
  await page.getByTestId("action-merge").click();
  await expect(ok(page)).toBeDisabled();
  for (const { Id } of others) await page.getByTestId(`candidate-${Id}`).check();
  await expect(page.getByTestId(`preview-${others[0]?.Id}`)).toContainText("可以执行");
  await ok(page).click();
  await expect(page).toHaveURL(/BalancePay\/merged(\?|$)/);
  const again = (await billsOf(page, "GetBalancePayFath")).find(({ Statu }) => Statu === 20);
  await expect(page.getByTestId(`row-${again?.Id}`)).toContainText("待付款");
  // Alone it cannot be paid any more.
  await openPage(page, portal, [first]);
  await page.getByTestId("action-pay").click();
  await expect(refusal(page)).toHaveText("该单据已合并付款，请在合并单中操作");
  await cancel(page);
  // What was below zero has been carried over.
  await expect(page.getByText("已结转", { exact: true }).first()).toBeVisible();
});

test("a merged payment has a page of its own: its bills, their sum, its chain and history; its list can be taken away", async ({
  page,
  portal,
  signIn,
  complaints,
}) => {
  await signIn("boss54", `${PATH}?tab=merged`);
  const [paid] = (await billsOf(page, "GetBalancePayFath")).filter(({ Statu }) => Statu === 50);
  const [open] = (await billsOf(page, "GetBalancePayFath")).filter(({ Statu }) => Statu === 20);
  if (paid === undefined || open === undefined) throw new Error("the demo data has no merged payments");
  const [sheet] = await Promise.all([page.waitForEvent("download"), page.getByTestId("export").click()]);
  expect(sheet.suggestedFilename()).toMatch(/^合并付款单-\d+\.xlsx$/);
  const book = read(readFileSync(await sheet.path()));
  const lines = utils.sheet_to_json<string[]>(book.Sheets[book.SheetNames[0] ?? ""] ?? {}, { header: 1 });
  expect(lines.map((line) => line[1])).toEqual(expect.arrayContaining(["合并单号", paid.Billid, open.Billid]));

  await row(page, paid).getByRole("link", { name: paid.Billid }).click();
  const shown = page.getByTestId("show-page");
  await expect(shown.locator("h1")).toHaveText(`合并付款单 ${paid.Billid}`);
  await expect(page.getByTestId("chain").getByTestId("chain-合并付款单")).toHaveAttribute("aria-current", "step");
  const children = (await billsOf(page)).filter(({ FathId }) => FathId === paid.Billid);
  for (const { Billid } of children) await expect(page.getByTestId("documents-BalancePay")).toContainText(Billid);
  await expect(page.getByTestId("documents-BalancePay").locator(".row-sums")).toContainText("合计");
  await expect(page.getByTestId("documents-PayRecord").locator("tbody tr.ant-table-row")).toHaveCount(children.length);
  await expect(page.getByTestId("documents-PayRecord")).toContainText("成功");
  await expect(shown.locator(".show-events")).toContainText("待付款 → 已付款");
  await expect(page.getByTestId("action-unmerge")).toBeDisabled();
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    await expectNoSidewaysScroll(page);
    await expectNoSeriousFaults(page, "main", `${width} px`);
  }
  await page.setViewportSize({ width: 1440, height: 900 });

  // A bill leads to the payment it was merged into, and that one back to its list.
  const [child] = children;
  await page
    .getByTestId("documents-BalancePay")
    .getByRole("link", { name: String(child?.Billid) })
    .click();
  await page.getByTestId("chain").getByTestId("chain-合并付款单").getByRole("link", { name: paid.Billid }).click();
  await expect(shown.locator("h1")).toHaveText(`合并付款单 ${paid.Billid}`);

  // Taken apart on its page, it is gone from the list as well.
  await page.goto(`${portal.url}${PATH}/merged/show/${open.Id}`);
  await page.getByTestId("action-unmerge").click();
  await ok(page).click();
  await expect(page).toHaveURL(/BalancePay\/merged(\?|$)/);
  await expect(page.getByTestId("list-table")).not.toContainText(open.Billid);
  expect(complaints).toEqual([]);
  await page.goto(`${portal.url}${PATH}/nothing/show/1`);
  await expect(page).toHaveURL(/\/404$/);
});

test("a statement takes pictures too: one is added from the list, seen on its page and taken away there", async ({
  page,
  portal,
  signIn,
  complaints,
}) => {
  await signIn("boss54");
  const path = `${portal.url}/accountChecking/BalanceManage`;
  const statement = await page.evaluate(async () => {
    const headers = { Authorization: sessionStorage.getItem("Authorization") ?? "" };
    const answer = await fetch("/api/Module/510/GetPage?page=1&rows=500", { method: "POST", headers });
    const { rows } = ((await answer.json()) as { Result: { rows: { Id: number; Billid: string; _actions: readonly string[] }[] } }).Result;
    return rows.find(({ _actions }) => _actions.includes("attach"));
  });
  if (statement === undefined) throw new Error("the demo data has no statement that is not paid yet");
  await page.goto(`${path}?filters=[]`);
  await row(page, statement).locator("input[type=checkbox]").check();
  await press(page, "attach");
  await expect(page.getByRole("dialog")).toContainText(`上传附件：${statement.Billid}`);
  await expect(ok(page)).toBeDisabled();
  const picture = await sharp({ create: { width: 300, height: 200, channels: 3, background: "#3f7ac0" } })
    .png()
    .toBuffer();
  await page.locator(".image-upload input[type=file]").setInputFiles({ name: "对账.png", mimeType: "image/png", buffer: picture });
  await expect(page.getByText("上传成功")).toBeVisible();
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    await expectNoSeriousFaults(page, ".ant-modal", `${width} px`);
  }
  await ok(page).click();
  await expect(page.getByText(`已为 ${statement.Billid} 添加 1 张附件`)).toBeVisible();
  await expect(page.getByRole("dialog")).toHaveCount(0);

  await page.goto(`${path}/show/${statement.Id}`);
  const thumbnails = page.getByTestId("show-page").locator(".ant-descriptions img.auth-image");
  await expect(thumbnails).toHaveCount(1);
  await press(page, "detach");
  await expect(page.getByTestId("detach-0")).toBeChecked();
  await ok(page).click();
  await expect(page.getByText("已删除 1 张附件")).toBeVisible();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(thumbnails).toHaveCount(0);
  expect(complaints).toEqual([]);
});

test("a supplier sees his bills, may attach, and is asked for nothing else", async ({ portal, browser }) => {
  const page = await signedIn(browser, portal, "s175001");
  await page.goto(`${portal.url}${ALL}`);
  await expect(page.getByTestId("list-table")).toBeVisible();
  await expect(page.getByTestId("action-upload")).toBeVisible();
  for (const action of ["confirm", "pay", "bankpay", "merge", "update"]) await expect(page.getByTestId(`action-${action}`)).toHaveCount(0);
  await page.getByTestId("pay-tab-merged").click();
  await expect(page.getByTestId("action-details")).toBeVisible();
  await expect(page.getByTestId("action-unmerge")).toHaveCount(0);
  await page.context().close();
});
