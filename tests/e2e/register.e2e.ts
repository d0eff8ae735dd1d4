import type { Page } from "@playwright/test";
import sharp from "sharp";
import { expect, test } from "./fixtures.ts";
import { expectNoSidewaysScroll } from "./layout.ts";
import { expectNoSeriousFaults } from "./serious-faults.ts";
import { stopClock } from "./toasts.ts";

const SHOP = "0000000054";
const WIDTHS = [1440, 1024, 390];

const picture = (color: string) =>
  sharp({ create: { width: 900, height: 600, channels: 3, background: color } })
    .png()
    .toBuffer();
const field = (page: Page, name: string) => page.locator(`#field-${name}`);
const problem = (page: Page, name: string) => page.locator(`#field-${name}-problem`);

async function choose(page: Page, name: string, file: { name: string; mimeType: string; buffer: Buffer }): Promise<void> {
  await field(page, name).locator("input[type=file]").setInputFiles(file);
}

async function uploadAll(page: Page): Promise<void> {
  for (const [name, color] of [
    ["idcardimg", "#4a7bd0"],
    ["licenseimg", "#c98b3a"],
    ["openlicenseimg", "#3a9c6a"],
  ] as const) {
    await choose(page, name, { name: `${name}.png`, mimeType: "image/png", buffer: await picture(color) });
    await expect(field(page, name).locator("img")).toHaveCount(1);
  }
}

const COMPANY = {
  Provider: "苏州晨露食品有限公司",
  TaxNo: "91DEMO0000000NEW01",
  legalPerson: "陈晨",
  CategoryName: "乳品",
  city: "苏州",
  contact: "林静",
  tel: "19900008888",
  email: "lin@demo.example",
  UsrName: "chenlu.food",
};

test("a company registers, is let in by the shop, and signs in", async ({ page, portal, signIn, browser, complaints }) => {
  await page.goto(`${portal.url}/register?shop=${SHOP}&type=supplier`);
  await expect(page).toHaveTitle(/企业注册/);
  await expect(page.locator("#visitor-shop")).toHaveValue(SHOP);
  await expect(page.getByRole("radio", { name: "供应商注册" })).toBeChecked();
  for (const [name, value] of Object.entries(COMPANY)) await field(page, name).fill(value);
  await uploadAll(page);
  await expect(page.getByTestId("toast")).toHaveText("上传成功");
  await page.getByRole("button", { name: "查看身份证 1" }).click();
  await expect(page.getByTestId("picture-preview").locator("img")).toBeVisible();
  await page.getByRole("button", { name: "关闭" }).click();
  await expect(page.getByTestId("picture-preview")).toHaveCount(0);
  await page.getByTestId("visitor-submit").click();
  await expect(page.getByTestId("register-done")).toContainText("注册申请已提交");
  const number = await page.getByTestId("register-number").innerText();
  expect(number).toMatch(/^ZC\d{12}$/);
  await expect(page.getByTestId("register-done")).toContainText("请向");
  await expect(page.getByTestId("register-done")).toContainText("索取初始密码");
  await expectNoSeriousFaults(page);
  expect(complaints).toEqual([]);

  // Nobody signs in with it before it was reviewed.
  await signIn("admin54", "/basicInfo/ProviderReview");
  const row = page.locator("tr", { hasText: COMPANY.TaxNo });
  await expect(row).toHaveCount(1);
  await expect(row.locator(".thumb img").first()).toBeVisible();
  await row.getByText(COMPANY.Provider).click();
  await page.getByTestId("action-audit").first().click();
  await page.getByTestId("confirm-ok").click();
  const notice = await page.getByTestId("notice").innerText();
  const password = /初始密码：(\w+)/.exec(notice)?.[1] ?? "";
  expect(password).toHaveLength(12);

  const theirs = await (await browser.newContext()).newPage();
  await theirs.goto(`${portal.url}/login`);
  await theirs.getByTestId("login-user").fill(COMPANY.UsrName);
  await theirs.getByTestId("login-pass").fill(password);
  await theirs.getByTestId("login-submit").click();
  await theirs.getByTestId("given-new").fill("Own-words-77");
  await theirs.getByTestId("given-again").fill("Own-words-77");
  await theirs.getByTestId("given-submit").click();
  await expect(theirs.getByTestId("title-bar")).toContainText(COMPANY.Provider);
  await theirs.context().close();
});

test("the form tells everything that is wrong, beside its fields, and keeps what was entered", async ({ page, portal }) => {
  await page.goto(`${portal.url}/register?shop=${SHOP}`);
  await field(page, "TaxNo").fill("123");
  await field(page, "tel").click();
  await expect(problem(page, "TaxNo")).toHaveText("税号应为15到20位大写字母或数字");
  // The button is hit although leaving the field brings up a problem above it.
  await field(page, "email").fill("nobody");
  await page.getByTestId("visitor-submit").click();
  for (const name of ["Provider", "TaxNo", "contact", "tel", "email", "UsrName", "idcardimg", "licenseimg", "openlicenseimg"]) {
    await expect(problem(page, name), name).toBeVisible();
  }
  await expect(page.getByRole("status").filter({ hasText: "处需要修改" })).toHaveText("有 9 处需要修改");
  await expect(field(page, "Provider")).toBeFocused();
  await expect(field(page, "Provider")).toHaveAccessibleDescription("企业名称不能为空");

  // What only the server knows comes back to its fields, too.
  for (const [name, value] of Object.entries({ ...COMPANY, TaxNo: "91DEMO0000000NEW02", UsrName: "Admin54" }))
    await field(page, name).fill(value);
  await uploadAll(page);
  await page.getByTestId("visitor-submit").click();
  await expect(problem(page, "UsrName")).toHaveText("用户名已被使用，请换一个");
  await expect(field(page, "UsrName")).toBeFocused();
  await expect(field(page, "Provider")).toHaveValue(COMPANY.Provider);
  await expect(field(page, "idcardimg").locator("img")).toHaveCount(1);
  await expectNoSeriousFaults(page);
});

test("only pictures are taken, a second after they were chosen", async ({ page, portal }) => {
  await page.clock.install();
  await page.goto(`${portal.url}/register?shop=${SHOP}`);
  await choose(page, "licenseimg", { name: "a.pdf", mimeType: "application/pdf", buffer: Buffer.from("%PDF-1.4") });
  await expect(page.getByTestId("toast")).toHaveText("只能上传图片格式文件");
  const sent: string[] = [];
  page.on("request", (request) => void (request.url().includes("UploadAsVisitor") && sent.push(request.url())));
  await stopClock(page);
  await choose(page, "licenseimg", { name: "fake.png", mimeType: "image/png", buffer: Buffer.from("<svg/>") });
  await page.clock.runFor(900);
  expect(sent).toEqual([]);
  await expect(async () => {
    await page.clock.runFor(50);
    expect(sent).toHaveLength(1);
  }).toPass();
  await page.clock.resume();
  await expect(page.getByTestId("toast")).toHaveText("只能上传图片格式文件");
  await expect(field(page, "licenseimg").locator("img")).toHaveCount(0);
  await page.route(/UploadAsVisitor/, (route) => route.fulfill({ json: { Code: 500, Msg: "上传失败", Result: null } }));
  await choose(page, "licenseimg", { name: "b.png", mimeType: "image/png", buffer: await picture("#888888") });
  await expect(page.getByTestId("toast")).toHaveText("上传失败");
});

test("pictures do not follow to another shop", async ({ page, portal }) => {
  await page.goto(`${portal.url}/register?shop=${SHOP}`);
  await field(page, "Provider").fill("某公司");
  await choose(page, "idcardimg", { name: "a.png", mimeType: "image/png", buffer: await picture("#336699") });
  await expect(field(page, "idcardimg").locator("img")).toHaveCount(1);
  await page.locator("#visitor-shop").selectOption({ index: 1 });
  await expect(field(page, "idcardimg").locator("img")).toHaveCount(0);
  await expect(field(page, "Provider")).toHaveValue("某公司");
});

test("the shop is chosen where the address names none, and the page is light", async ({ page, portal }) => {
  const loaded: string[] = [];
  let bytes = 0;
  page.on("response", async (response) => {
    if (!response.url().endsWith(".js")) return;
    loaded.push(response.url());
    bytes += Number(response.headers()["content-length"] ?? 0);
  });
  await page.goto(`${portal.url}/register?shop=0000099999`);
  await expect(page.getByText("链接中的商场不存在或已停用，请重新选择。")).toBeVisible();
  await expect(page.getByTestId("visitor-form")).toHaveCount(0);
  await page.locator("#visitor-shop").selectOption(SHOP);
  await page.getByRole("radio", { name: "竞价注册" }).check();
  await expect(page.getByTestId("visitor-form")).toBeVisible();
  expect(loaded.filter((url) => /\/list-/.test(url))).toEqual([]);
  expect(bytes).toBeLessThan(90_000);
});

for (const width of WIDTHS) {
  test(`the page fits ${width} px`, async ({ page, portal }) => {
    await page.setViewportSize({ width, height: 900 });
    await page.goto(`${portal.url}/register?shop=${SHOP}`);
    await expect(page.getByTestId("visitor-form")).toBeVisible();
    await expectNoSidewaysScroll(page);
    await expectNoSeriousFaults(page);
  });
}
