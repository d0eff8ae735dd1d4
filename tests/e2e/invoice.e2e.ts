import type { Locator, Page } from "@playwright/test";
import { blankPicture, invoicePicture } from "../server/invoices/fixtures/invoice-picture.ts";
import { Beside } from "./beside.ts";
import { choose } from "./choose.ts";
import { expect, test } from "./fixtures.ts";
import { expectNoSeriousFaults } from "./serious-faults.ts";

const INVOICES = "/accountChecking/ForDhInvoiceLog";
const STATEMENTS = "/accountChecking/BalanceManage";
const WIDTHS = [1440, 1024, 390];
/** What the picture of the paper invoice tells. */
const NET = 100;

const field = (page: Page, name: string): Locator => page.locator(`#field-${name}`);
const told = (page: Page, text: string | RegExp): Locator => page.locator(".ant-message-notice").filter({ hasText: text });

async function upload(page: Page, name: string, picture: Buffer): Promise<void> {
  await page.getByTestId("field-ImgUrl").locator('input[type="file"]').setInputFiles({ name, mimeType: "image/png", buffer: picture });
}

/** A confirmed statement of one rate that asks for more invoices than the picture's, and its rate. */
async function findToInvoice(clerk: Beside): Promise<{ number: string; percent: number }> {
  const lines = await clerk.rows("Module/522/GetPage");
  for (const { Billid, B2b_statu, Sum_invoice } of await clerk.rows("Module/510/GetPage")) {
    const own = lines.filter((line) => line.Billid === Billid);
    const [rate, ...others] = new Set(own.map(({ taxRate }) => Number(taxRate)));
    const asked = own.reduce((sum, { TotalMoney }) => sum + Number(TotalMoney), 0);
    if (B2b_statu !== 50 || rate === undefined || others.length > 0) continue;
    if (asked - Number(Sum_invoice) > NET * (1 + rate)) return { number: String(Billid), percent: Math.round(rate * 100) };
  }
  throw new Error("the demo data has no statement of this supplier that waits for an invoice");
}

test("a supplier enters an invoice by its picture; one without a code is told in words, and nothing is lost", async ({
  page,
  portal,
  signIn,
  complaints,
}) => {
  const { number, percent } = await findToInvoice(await Beside.signIn(portal, "s054001"));
  const [tax, total] = [percent.toFixed(2), (NET + percent).toFixed(2)];

  await signIn("s054001", INVOICES);
  await page.getByTestId("action-create").click();
  await field(page, "BalaBillid").fill(number);
  await page.locator(".ant-select-item-option").filter({ hasText: number }).first().click();
  await field(page, "Remark").fill("十月货款");

  await upload(page, "送货单.png", await blankPicture());
  await expect(told(page, "图片上没有找到发票二维码，请上传清晰完整的发票图片，或手工填写")).toBeVisible();
  await expect(field(page, "Number")).toHaveValue("");
  await expect(field(page, "Remark")).toHaveValue("十月货款");
  await expect(page.getByTestId("field-ImgUrl").locator("img")).toHaveCount(1);

  // A paper invoice: the code tells the amount without tax.
  await upload(page, "发票.png", await invoicePicture("01,01,1200154130,03630024,100.00,20250621,,9335,"));
  await expect(told(page, "已识别发票 03630024，请核对带出的内容")).toBeVisible();
  await expect(field(page, "Code")).toHaveValue("1200154130");
  await expect(field(page, "Number")).toHaveValue("03630024");
  await expect(field(page, "InvDate")).toHaveValue("2025-06-21");
  await expect(field(page, "netMoney")).toHaveValue(/^100(\.00)?$/);
  await expect(page.getByTestId("field-ImgUrl").locator("img")).toHaveCount(2);
  await expect(field(page, "Remark")).toHaveValue("十月货款");
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    await expectNoSeriousFaults(page, "main", `${width} px`);
  }

  await field(page, "taxRate").fill(String(percent));
  await field(page, "taxMoney").fill(tax);
  await field(page, "TotalMoney").fill(total);
  await page.keyboard.press("Control+s");
  const shown = page.getByTestId("show-page");
  for (const value of ["03630024", "1200154130", "2025-06-21", "100.00", total, number, "十月货款"])
    await expect(shown).toContainText(value);
  await expect(shown).toContainText("未验证");
  expect(complaints).toEqual([]);

  // The same invoice again is refused, and stays in the form.
  await page.goto(`${portal.url}${INVOICES}/create`);
  await field(page, "BalaBillid").fill(number);
  await page.locator(".ant-select-item-option").filter({ hasText: number }).first().click();
  await upload(page, "发票.png", await invoicePicture("01,01,1200154130,03630024,100.00,20250621,,9335,"));
  await expect(field(page, "Number")).toHaveValue("03630024");
  await field(page, "taxRate").fill(String(percent));
  await field(page, "taxMoney").fill(tax);
  await field(page, "TotalMoney").fill(total);
  await page.keyboard.press("Control+s");
  await expect(page.getByTestId("form-page")).toContainText(/发票.*(已|重复)/);
  await expect(field(page, "Number")).toHaveValue("03630024");
});

/** Opens the dialog with the last month, which is over whatever the day. */
async function openGenerate(page: Page): Promise<void> {
  await page.getByTestId("action-generate").click();
  await choose(page.locator("#generate-days"), page.locator(".ant-picker-presets:visible").getByText("上月", { exact: true }));
}

/** Starts what the dialog was told, and waits for its end. */
async function generate(page: Page): Promise<Locator> {
  await page.getByTestId("generate-ok").click();
  const progress = page.getByTestId("generate-progress");
  await expect(progress).toContainText("已全部处理");
  return progress;
}

test("a clerk makes the statements of a supplier and of all others, sees what became of each, and makes none twice", async ({
  page,
  portal,
  signIn,
  complaints,
}) => {
  const beside = await Beside.signIn(portal, "boss54");
  const statements = () => beside.rows("Module/510/GetPage");
  const before = await statements();

  await signIn("boss54", `${STATEMENTS}?filters=[]`);
  await expect(page.getByTestId("list-table")).toBeVisible();
  await openGenerate(page);
  // Looked up by a part of the name.
  const supplier = page.locator("#generate-provid");
  await supplier.fill("乳制品");
  const choice = page.locator(".ant-select-item-option");
  await expect(choice.first()).toContainText("乳制品");
  await choice.first().click();
  const chosen = page.getByTestId("generate-supplier").locator(".input-choice");
  await expect(chosen).toHaveText(/^\d+/);
  const [, code = ""] = /^(\d+)/.exec(await chosen.innerText()) ?? [];
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    await expectNoSeriousFaults(page, ".ant-modal", `${width} px`);
  }
  await page.setViewportSize({ width: 1440, height: 900 });
  const one = await generate(page);
  await expect(one).toContainText("共 1 个供应商");
  await expect(one).toContainText(code);
  const ofOne = await statements();
  const made = ofOne.filter(({ Id }) => before.every((each) => each.Id !== Id));
  expect(made.every(({ provid }) => provid === code)).toBe(true);
  // Either way it is told: the new one with its number, or why there is none.
  for (const { Billid } of made) await expect(page.getByTestId("generate-made")).toContainText(String(Billid));
  if (made.length === 0) await expect(page.getByTestId("generate-none")).toContainText("没有可结算的单据");
  await page.getByTestId("generate-ok").click();

  await openGenerate(page);
  const all = await generate(page);
  const afterAll = await statements();
  const fresh = afterAll.length - ofOne.length;
  expect(fresh).toBeGreaterThan(0);
  await expect(all.getByTestId("generate-made").locator("summary")).toHaveText(`已生成 ${fresh} 个`);
  await expect(all.getByTestId("generate-made").locator("li")).toHaveCount(fresh);
  await expectNoSeriousFaults(page, ".ant-modal");
  await page.getByTestId("generate-ok").click();
  await expect(page.getByTestId("list-total")).toHaveText(String(afterAll.length));

  await openGenerate(page);
  const again = await generate(page);
  await expect(again.getByTestId("generate-made")).toHaveCount(0);
  await again.getByTestId("generate-none").locator("summary").click();
  await expect(again.getByTestId("generate-none").locator("li", { hasText: "该账期已生成结算单" })).toHaveCount(fresh + made.length);
  await expect.poll(statements).toHaveLength(afterAll.length);
  expect(complaints).toEqual([]);
});
