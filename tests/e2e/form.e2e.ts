import type { Page, Route } from "@playwright/test";
import { expect, test } from "./fixtures.ts";
import { quiet } from "./page-time.ts";

const ORDERS = "/logisticsReceiptsDemand/OrderManage";
/** Choices in the list of a cell that is open. */
const OPTION = '.ant-select-dropdown:visible:has([id^="cell-"]) .ant-select-item-option';

const cell = (page: Page, line: number, field: string) => page.getByTestId(`cell-${line}-${field}`);
const field = (page: Page, name: string) => page.locator(`#field-${name}`);
const cursor = (page: Page) => page.evaluate(() => document.activeElement?.closest("[data-testid]")?.getAttribute("data-testid"));

/** Takes the first choice of a ref field of the head. */
async function choose(page: Page, name: string, text: string): Promise<void> {
  await field(page, name).click();
  await field(page, name).fill(text);
  await page.locator(`.ant-select-dropdown:has(#field-${name}_list) .ant-select-item-option`).first().click();
}

/** Takes the n-th choice of the ref cell that has the cursor, by keys alone; the cursor goes on to the next cell. */
async function chooseByKeys(page: Page, nth: number): Promise<void> {
  await page.keyboard.press("ArrowDown");
  await expect(page.locator(OPTION).nth(nth)).toBeVisible();
  for (let step = 0; step <= nth; step += 1) await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
}

/** Types what is in the cell that has the cursor, and goes on to the next one. */
async function enter(page: Page, text: string): Promise<void> {
  await page.keyboard.type(text);
  await page.keyboard.press("Enter");
}

async function paste(page: Page, text: string): Promise<void> {
  await page.evaluate((copied) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", copied);
    document.activeElement?.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
  }, text);
}

/** A new order of one line, saved; the page shows it afterwards. */
async function createOrder(page: Page, url: string, note: string): Promise<void> {
  await page.goto(`${url}${ORDERS}/create`);
  await choose(page, "provid", "");
  await choose(page, "StoreId", "");
  await field(page, "Remark").fill(note);
  await page.getByTestId("add-line-OrderLine").click();
  await chooseByKeys(page, 0);
  await enter(page, "3");
  await page.getByTestId("form-save").click();
  await expect(page.getByTestId("show-page")).toContainText(note);
}

test("an order is entered: problems are told, lines are calculated, and it is there afterwards", async ({
  page,

  signIn,
  complaints,
}) => {
  await signIn("admin01", ORDERS);
  await page.getByTestId("action-create").click();
  await expect(page.getByTestId("form-page")).toContainText("订单 · 新增");

  await test.step("saving an empty form tells everything that is missing and goes to the first", async () => {
    await page.getByTestId("form-save").click();
    await expect(page.getByTestId("form-problems")).toContainText("供应商编码不能为空");
    await expect(field(page, "provid")).toBeFocused();
    await expect(field(page, "provid")).toHaveAttribute("aria-invalid", "true");
    await expect(page.getByTestId("field-StoreId")).toContainText("门店编号不能为空");
    await page.getByTestId("form-problems").getByRole("button", { name: /门店/ }).click();
    await expect(field(page, "StoreId")).toBeFocused();
  });

  await test.step("a choice fills what is copied from it", async () => {
    await choose(page, "provid", "");
    await expect(field(page, "Provider")).not.toHaveText("—");
    await choose(page, "StoreId", "");
    await expect(field(page, "StoreName")).not.toHaveText("—");
    await expect(page.getByTestId("form-problems")).toHaveCount(0);
  });

  await test.step("lines are entered by keys alone, and summed up exactly", async () => {
    await page.getByTestId("add-line-OrderLine").click();
    await chooseByKeys(page, 0);
    await expect(cell(page, 1, "GoodsName")).not.toBeEmpty();
    await expect(cell(page, 1, "cost")).not.toBeEmpty();
    await expect.poll(() => cursor(page)).toBe("cell-1-amount");
    await enter(page, "2.5");
    await enter(page, "1");
    await enter(page, "10.01");
    // Enter at the end of the last line begins another.
    await expect(page.getByTestId("line-2")).toBeVisible();
    await expect.poll(() => cursor(page)).toBe("cell-2-GoodsId");
    await chooseByKeys(page, 1);
    await enter(page, "3");
    await page.keyboard.press("Enter");
    await page.keyboard.type("0.1");
    await expect(cell(page, 1, "order_cost")).toHaveText("25.03");
    await expect(cell(page, 2, "order_cost")).toHaveText("0.30");
    await expect(field(page, "order_cost")).toHaveText("25.33");
    await expect(field(page, "amount")).toHaveText("5.500");
    await expect(page.getByTestId("lines-sums").locator('[data-field="order_cost"]')).toHaveText("25.33");
  });

  await test.step("a rule over two fields is told beside one of them", async () => {
    await field(page, "enddate").fill("2020-01-01");
    await page.keyboard.press("Enter");
    await page.keyboard.press("Control+s");
    await expect(page.getByTestId("field-enddate")).toContainText("有效截止不能早于到货日");
    await field(page, "enddate").fill("2099-01-01");
    await page.keyboard.press("Enter");
    await expect(page.getByTestId("form-problems")).toHaveCount(0);
  });

  await page.keyboard.press("Control+s");
  await expect(page.getByTestId("show-page")).toContainText("25.33");
  await expect(page.getByTestId("show-page")).toContainText("2099-01-01");
  await page.getByTestId("back-link").click();
  await expect(page.locator('[data-testid^="row-"]', { hasText: "25.33" })).toHaveCount(1);
  expect(complaints).toEqual([]);
});

test("a table from Excel becomes lines; codes are looked up, and what is wrong is marked in its cell", async ({ page, signIn }) => {
  await signIn("admin01", `${ORDERS}/create`);
  await choose(page, "provid", "");
  await choose(page, "StoreId", "");
  await page.getByTestId("add-line-OrderLine").click();
  await chooseByKeys(page, 0);
  await page.keyboard.press("Control+Enter");
  await cell(page, 2, "GoodsId").getByRole("button").click();
  await chooseByKeys(page, 1);
  await quiet(page);
  const [first, second] = await Promise.all([1, 2].map(async (line) => (await cell(page, line, "GoodsId").innerText()).trim()));
  await cell(page, 1, "GoodsId").getByRole("button").click();
  await paste(page, `商品编码\t进价\t订货数量\r\n${second}\t1,000.50\t2\r\n${first}\t2\t三\r\nNOPE\t1\t1\r\n`);
  await expect(page.getByText("商品编码找不到：NOPE")).toBeVisible();
  await expect(cell(page, 2, "GoodsName")).not.toBeEmpty();
  await expect(cell(page, 1, "order_cost")).toHaveText("2,001.00");
  await page.getByTestId("form-save").click();
  await expect(page.getByTestId("form-problems")).toContainText("订单明细 第2行：订货数量应为数字");
  await expect(cell(page, 2, "amount")).toHaveAttribute("title", /应为数字/);
  await expect.poll(() => cursor(page)).toBe("cell-2-amount");
  await page.keyboard.type("5");
  await page.getByTestId("form-save").click();
  // The server knows better which goods there are: its problem stands in the same place as ours would.
  await expect(page.getByTestId("form-problems")).toContainText("第3行");
  await expect.poll(() => cursor(page)).toBe("cell-3-GoodsId");
  await page.getByTestId("line-delete-3").click();
  await page.getByTestId("form-save").click();
  await expect(page.getByTestId("show-page")).toContainText("2,011.00");
});

test("two sessions change one order: the later one sees what happened and keeps his own fields", async ({
  page,
  portal,
  signIn,
  browser,
}) => {
  await signIn("admin01");
  await createOrder(page, portal.url, "先到");
  await page.getByTestId("action-edit").click();
  await expect(field(page, "Remark")).toHaveValue("先到");

  const other = await browser.newPage();
  await other.goto(`${portal.url}/login`);
  await other.getByTestId("login-user").fill("admin01");
  await other.getByTestId("login-pass").fill(portal.password);
  await other.getByTestId("login-submit").click();
  await other.getByTestId("user-menu").waitFor();
  await other.goto(page.url());
  await field(other, "Remark").fill("他人先改");
  await cell(other, 1, "amount").getByRole("button").click();
  await other.keyboard.type("8");
  await other.getByTestId("form-save").click();
  await expect(other.getByTestId("show-page")).toContainText("他人先改");
  await other.close();

  await field(page, "Remark").fill("我后改");
  await field(page, "enddate").fill("2099-12-31");
  await page.keyboard.press("Enter");
  await page.getByTestId("form-save").click();
  const dialog = page.getByTestId("conflict");
  await expect(dialog).toContainText("保存了新的内容");
  await expect(dialog.getByRole("row", { name: /备注/ })).toHaveText("备注先到他人先改我后改");
  await expect(dialog.getByRole("row", { name: /订单明细 第1行 · 订货数量/ })).toContainText("8.000");
  await expect(dialog).not.toContainText("有效截止");
  await page.getByTestId("conflict-merge").click();
  await expect(dialog).toBeHidden();
  await expect(field(page, "Remark")).toHaveValue("他人先改");
  await expect(field(page, "enddate")).toHaveValue("2099-12-31");
  await expect(cell(page, 1, "amount")).toHaveText("8.000");
  await page.getByTestId("form-save").click();
  await expect(page.getByTestId("show-page")).toContainText("2099-12-31");
  await expect(page.getByTestId("show-page")).toContainText("他人先改");
});

test("what was entered is not lost: another tab keeps it, a reload offers it again, no answer is no loss, closing asks", async ({
  page,

  signIn,
}) => {
  await signIn("admin01", ORDERS);
  await page.getByTestId("action-create").click();
  await field(page, "Remark").fill("没有保存");
  await page.goBack();
  await expect(page.getByTestId("list-table")).toBeVisible();
  await page.goForward();
  await expect(field(page, "Remark")).toHaveValue("没有保存");
  await page.getByTestId("form-cancel").click();
  await expect(page.getByText("离开后，这些修改将会丢失。")).toBeVisible();
  await page.getByRole("button", { name: "继续编辑" }).click();
  await expect(field(page, "Remark")).toHaveValue("没有保存");
  await expect(page).toHaveURL(/\/create$/);

  const kept = () => page.evaluate(() => Object.entries(sessionStorage).find(([key]) => key.startsWith("form-draft:"))?.[1] ?? "");
  await expect.poll(kept).toContain("没有保存");
  await page.reload();
  await page.getByTestId("kept-restore").click();
  await expect(field(page, "Remark")).toHaveValue("没有保存");

  await choose(page, "provid", "");
  await choose(page, "StoreId", "");
  const held: Route[] = [];
  await page.route("**/Save", (route) => void held.push(route));
  await field(page, "Remark").focus();
  await page.keyboard.press("Control+s");
  await expect(page.locator(".form-body[inert]")).toHaveCount(1);
  await page.keyboard.type("太晚了");
  await expect.poll(() => held.length).toBe(1);
  await held[0]?.abort();
  await expect(page.getByTestId("form-alert")).toContainText("未收到服务器答复");
  await expect(field(page, "Remark")).toBeFocused();
  await expect(field(page, "Remark")).toHaveValue("没有保存");

  await page.getByTestId("form-cancel").click();
  await page.getByTestId("leave-ok").click();
  await expect(page.getByTestId("list-table")).toBeVisible();
});

test("an order is deleted from its page: what goes is named first, and the list is left without it", async ({ page, portal, signIn }) => {
  await signIn("admin01");
  await createOrder(page, portal.url, "要删除");
  const number = await page.getByTestId("show-page").locator("h1 span").first().innerText();
  await page.getByTestId("action-delete").click();
  await expect(page.locator(".ant-modal-confirm")).toContainText(`将删除 ${number}`);
  await page.getByTestId("confirm-ok").click();
  await expect(page.getByTestId("list-table")).toBeVisible();
  await expect(page.locator('[data-testid^="row-"]').first()).toBeVisible();
  await expect(page.getByTestId("list-table")).not.toContainText(number);
});

test("an order leads to a booking that starts with its values; lines come from the document that is chosen", async ({
  page,

  signIn,
}) => {
  await signIn("admin01", "/logisticsReceiptsDemand/AcceptManage/create");
  await choose(page, "OrderBillid", "");
  await expect(page.getByTestId("line-1")).toBeVisible();
  await expect(cell(page, 1, "GoodsName")).not.toBeEmpty();
  await expect(field(page, "Provider")).not.toHaveText("—");
});
