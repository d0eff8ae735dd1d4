import type { Page, Route } from "@playwright/test";
import { ERRORS, type ErrorId } from "../../src/shared/domain/error-catalogue.ts";
import type { WireRow } from "../../src/shared/protocol/list.ts";
import type { GrantsResult } from "../../src/shared/protocol/screen.ts";
import { Beside } from "./beside.ts";
import { expect, test } from "./fixtures.ts";
import { follow } from "./follow.ts";
import { passIn } from "./page-time.ts";
import type { Portal } from "./portal.ts";
import { expectShownFor, passUntilShown, stopClock, toasts } from "./toasts.ts";

const ORDERS = "/logisticsReceiptsDemand/OrderManage";
const PAYMENTS = "/accountChecking/BalancePay";
const CONTRACTS = "/basicInfo/ProContractManage";
const PAGE_CALL = "**/api/Module/*/GetPage";
const OFFLINE = "网络连接失败，请检查网络后重试";
const PICTURE = Buffer.from("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==", "base64");

/** What a row needs to be provoked. */
interface Scene {
  readonly page: Page;
  readonly portal: Portal;
  readonly signIn: (user: string, path?: string) => Promise<void>;
}
type Provoke = (scene: Scene) => Promise<void>;

const at = (page: Page, path: string) => expect.poll(() => new URL(page.url()).pathname).toBe(path);
const refresh = (page: Page) => page.getByTestId("list-refresh").click();

/** Signed in, on the list of orders, with the clock stopped. */
async function onList({ page, signIn }: Scene, user = "admin01", path = ORDERS): Promise<void> {
  await page.clock.install();
  await signIn(user, path);
  await expect(page.locator('[data-testid^="row-"]').first()).toBeVisible();
  await stopClock(page);
}

/** The session is over: nothing of it is left, and the login page leads back. */
async function expectSignedOut(page: Page): Promise<void> {
  await at(page, "/login");
  await expect(page.getByTestId("login-user")).toBeVisible();
  await expect.poll(() => page.url()).toContain(`redirect=${ORDERS}`);
  await expect
    .poll(() => page.evaluate(() => Object.keys(sessionStorage).filter((key) => /Authorization|user|tabs/i.test(key))))
    .toEqual([]);
  await expect(page.getByTestId("tabbar")).toHaveCount(0);
}

/** As a proxy or a broken line would answer the lists, from now on. */
const onPageCall = (page: Page, answer: (route: Route) => Promise<void>) => page.route(PAGE_CALL, answer);

/** The page of payments with these bills ticked, the preview of a step open, and the clock stopped: it may be confirmed. */
async function onPreview({ page, signIn }: Scene, user: string, action: string, bills: readonly WireRow[]): Promise<void> {
  await page.clock.install();
  await signIn(user, `${PAYMENTS}?filters=[]`);
  for (const { Id } of bills)
    await page
      .getByTestId(`row-${String(Id)}`)
      .locator("input[type=checkbox]")
      .check();
  await page.getByTestId(`action-${action}`).click();
  await expect(page.getByTestId("confirm-ok")).toBeEnabled();
  await stopClock(page);
}

/** Bills of the shop that wait for a step, and are in nobody's way. */
async function billsAt(beside: Beside, state: number): Promise<readonly WireRow[]> {
  const bills = await beside.rows("BalancePay/GetBalance_Pay");
  return bills.filter(({ Statu, Isstop, FathId }) => Statu === state && Isstop === false && FathId === null);
}

/** Writes the rights of a group without one of them, or as they were. */
async function grantsOf(admin: Beside, name: string) {
  const filter = JSON.stringify([{ field: "GroupName", operator: "eq", value: name }]);
  const group = async () => (await admin.rows("Module/803/GetPage", { filter }))[0] ?? {};
  const id = String((await group()).Id);
  const { groups } = await admin.call<GrantsResult>("Module/803/GetGrants", { id });
  const held = groups.flatMap(({ modules }) =>
    modules.map(({ MdlId, functions }) => [MdlId, functions.flatMap(({ key, isHeld }) => (isHeld ? [key] : []))] as const),
  );
  return async (without: string | null) => {
    const grants = Object.fromEntries(held.map(([mdl, keys]) => [mdl, keys.filter((key) => key !== without)]));
    await admin.call("Module/803/Grant", { id, rowver: String((await group()).rowver), grants: JSON.stringify(grants) });
  };
}

/** A form with a field for pictures, or for a file. */
async function onForm({ page, signIn }: Scene, user: string, path: string): Promise<void> {
  await page.clock.install();
  await signIn(user, `${path}/create`);
  await expect(page.getByTestId("form-save")).toBeVisible();
  await expect(page.locator('input[type="file"]').first()).toBeAttached();
}
const PICTURES = ["s001001", "/licenseAdmin/PrvPicGdsPic"] as const;
const choose = (page: Page, name: string, mimeType: string, buffer: Buffer) =>
  page.locator('input[type="file"]').first().setInputFiles({ name, mimeType, buffer });

/** The amount in capitals is made by the server, of amounts that the database keeps as numbers: no page can bring these about. */
type Reachable = Exclude<ErrorId, "amountNotANumber" | "amountTooLong">;

const ROWS: Readonly<Record<Reachable, Provoke>> = {
  noModules: async ({ page, portal }) => {
    await page.clock.install();
    await page.goto(`${portal.url}/login`);
    await page.getByTestId("login-user").fill("none54");
    await page.getByTestId("login-pass").fill(portal.password);
    await stopClock(page);
    await page.getByTestId("login-submit").click();
    await expectShownFor(page, page.getByTestId("login-notice").filter({ hasText: "该账号暂无权限" }), 5);
    await at(page, "/login");
    await expect.poll(() => page.evaluate(() => sessionStorage.getItem("Authorization"))).toBeNull();
  },

  noModule: async (scene) => {
    const { page } = scene;
    await onList(scene, "buyer54");
    await follow(page, PAYMENTS);
    await expectShownFor(page, toasts(page, "不存在模块权限！"), 5);
    await at(page, ORDERS);
  },

  contractEnded: async (scene) => {
    const { page } = scene;
    await onList(scene, "admin153");
    await page.getByTestId("menu").getByText("基础信息").click();
    const link = page.getByTestId("menu").locator(`a[href="${CONTRACTS}"]`);
    await passUntilShown(page, link);
    await link.dispatchEvent("click");
    await expectShownFor(page, toasts(page, /^由于您的合约已过期，暂时不能使用，请尽快签约后享受全部功能$/), 5);
    await at(page, ORDERS);
  },

  awaitInvoice: async (scene) => {
    const { page, portal } = scene;
    const admin = await Beside.signIn(portal, "admin54");
    const [bill] = await billsAt(admin, 10);
    if (bill === undefined) throw new Error("the demo data has no bill that waits for 财务确认");
    const write = await grantsOf(admin, "财务主管");
    await onPreview(scene, "boss54", "confirm", [bill]);
    // The right is taken away while he still looks at the preview.
    await write("balancepay");
    try {
      await page.getByTestId("confirm-ok").click();
      await expectShownFor(page, toasts(page, /^请等待供应商上传发票/), 10);
      await expect(page.getByTestId("preview-refusal")).toHaveText("请等待供应商上传发票");
    } finally {
      await write(null);
    }
  },

  noAttachment: async (scene) => {
    const { page, portal } = scene;
    const colleague = await Beside.signIn(portal, "fin54");
    const bill = (await billsAt(colleague, 20)).find(({ attachurl, isDelUrl }) => attachurl === null || isDelUrl === true);
    if (bill === undefined) throw new Error("the demo data has no bill that waits for payment");
    if (bill.attachurl === null)
      await colleague.call("BalancePay/UploadAttach", { Id: String(bill.Id), attachurl: await colleague.upload("票.png", PICTURE) });
    const own = (await billsAt(colleague, 20)).filter(({ Id }) => Id === bill.Id);
    await onPreview(scene, "fin54", "pay", own);
    // A colleague takes the pictures away again. Who tells the version he has seen hears that the bill has changed (docs/decisions/91).
    await page.route("**/Module/503/Action", (route) => {
      const sent = new URLSearchParams(route.request().postData() ?? "");
      sent.delete("versions");
      return route.continue({ postData: sent.toString() });
    });
    await colleague.call("BalancePay/DeleteAttach", { id: String(bill.Id) });
    await page.getByTestId("confirm-ok").click();
    await expectShownFor(page, toasts(page, "该单据未上传附件/没有支付权限"), 10);
    expect((await billsAt(colleague, 20)).map(({ Id }) => Id)).toContain(bill.Id);
  },

  notAnImage: async (scene) => {
    const { page } = scene;
    await onForm(scene, ...PICTURES);
    await stopClock(page);
    await choose(page, "a.txt", "text/plain", Buffer.from("text"));
    await expectShownFor(page, toasts(page, /^只能上传图片格式文件$/), 5);
    // What only calls itself a picture is found out by the server.
    await choose(page, "a.png", "image/png", Buffer.from("text"));
    await expectShownFor(page, toasts(page, /^只能上传图片格式文件/), 5);
  },

  uploadFailed: async (scene) => {
    const { page } = scene;
    await onForm(scene, ...PICTURES);
    await page.route("**/API/UpLoadFile/Upload*", (route) => route.fulfill({ json: { Code: 200, Msg: "上传失败", Result: null } }));
    await stopClock(page);
    await choose(page, "a.png", "image/png", PICTURE);
    await expectShownFor(page, toasts(page, /^上传失败$/), 5);
    await expect(page.locator(".ant-upload-list-item-uploading")).toHaveCount(0);
  },

  uploadError: async (scene) => {
    const { page } = scene;
    await onForm(scene, ...PICTURES);
    await page.route("**/API/UpLoadFile/Upload*", (route) => route.abort());
    await stopClock(page);
    await choose(page, "a.png", "image/png", PICTURE);
    await expectShownFor(page, toasts(page, `上传失败：${OFFLINE}`), 5);
    await expect(page.locator(".ant-upload-list-item-uploading")).toHaveCount(0);
  },

  code401: async (scene) => {
    const { page } = scene;
    await onList(scene);
    // The same token is signed out elsewhere.
    await page.evaluate(async () => {
      const headers = { Authorization: sessionStorage.getItem("Authorization") ?? "" };
      const answer = await fetch("/api/login/logout", { method: "POST", headers });
      await answer.text(); // A call whose answer nobody reads stays open.
    });
    await refresh(page);
    await expectShownFor(page, toasts(page, "登录已失效，请重新登录"), 5);
    await expectSignedOut(page);
  },

  code404: async (scene) => {
    const { page } = scene;
    await onList(scene);
    await page.route("**/api/Module/*/Get", async (route) => {
      await route.continue({ postData: (route.request().postData() ?? "").replace(/id=\d+/, "id=999999999") });
    });
    await page.locator('[data-testid^="row-"] a').first().click();
    const shown = page.getByTestId("toast");
    await expectShownFor(page, shown, 5);
    await expect(page.getByTestId("failed-page")).toBeVisible();
  },

  code500: async (scene) => {
    const { page } = scene;
    await onList(scene);
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    let id = "ab12cd34-5678";
    await onPageCall(page, (route) =>
      route.fulfill({
        status: 500,
        headers: { "x-request-id": id },
        json: { Code: 500, Msg: "系统错误，请联系管理员", Result: null },
      }),
    );
    await refresh(page);
    const shown = toasts(page, "系统错误，请联系管理员");
    await passUntilShown(page, shown);
    await expect(shown.getByTestId("request-id")).toContainText("编号 ab12cd");
    // It slides in.
    await expect(async () => {
      await page.clock.runFor(50);
      await shown.getByRole("button", { name: "复制完整编号" }).click({ timeout: 500 });
    }).toPass();
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe("ab12cd34-5678");
    // The pointer over a toast stops its time; a new failure begins it anew.
    await page.mouse.move(5, 500);
    id = "ef56ab78-9012";
    await refresh(page);
    await expect(shown.getByTestId("request-id")).toContainText("编号 ef56ab");
    await expectShownFor(page, shown, 5);
  },

  otherCode: async (scene) => {
    const { page } = scene;
    await onList(scene);
    // A filter that the server does not know: 400, with the server's own words.
    await page.route(PAGE_CALL, async (route) => {
      const body = new URLSearchParams(route.request().postData() ?? "");
      body.set("filter", JSON.stringify([{ field: "nothing", operator: "eq", value: 1 }]));
      await route.continue({ postData: body.toString() });
    });
    await refresh(page);
    await expectShownFor(page, page.getByTestId("toast"), 10);
    await at(page, ORDERS);
  },

  noToken: async ({ page, portal }) => {
    await page.clock.install();
    await page.goto(`${portal.url}/login`);
    await page.getByTestId("login-user").fill("admin01");
    await page.getByTestId("login-pass").fill("not the password");
    await stopClock(page);
    await page.getByTestId("login-submit").click();
    await expectShownFor(page, page.getByTestId("login-notice"), 5);
    await page.route("**/connect/token", (route) => route.fulfill({ json: { access_token: "a" } }));
    await page.getByTestId("login-pass").fill("x");
    await page.getByTestId("login-submit").click();
    await expectShownFor(page, page.getByTestId("login-notice").filter({ hasText: "请求错误" }), 5);
    await at(page, "/login");
    await expect.poll(() => page.evaluate(() => sessionStorage.getItem("Authorization"))).toBeNull();
  },

  transport401: async (scene) => {
    const { page } = scene;
    await onList(scene);
    await onPageCall(page, (route) => route.fulfill({ status: 401, contentType: "text/html", body: "<h1>401</h1>" }));
    await refresh(page);
    await expectShownFor(page, toasts(page, "请求错误（HTTP 401）"), 5);
    await expectSignedOut(page);
  },

  timeout: async (scene) => {
    const { page } = scene;
    await onList(scene);
    let asked = 0;
    await onPageCall(page, async () => {
      asked += 1;
    });
    await refresh(page);
    await expect.poll(() => asked).toBe(1);
    await page.clock.fastForward(1_199_000);
    await expect(page.getByTestId("toast")).toHaveCount(0);
    await page.clock.fastForward(1000);
    await expectShownFor(page, toasts(page, "请求超时"), 5);
  },

  transport: async (scene) => {
    const { page } = scene;
    await onList(scene);
    await onPageCall(page, (route) => route.fulfill({ status: 502, contentType: "text/html", body: "<h1>Bad Gateway</h1>" }));
    await refresh(page);
    await expectShownFor(page, toasts(page, "请求错误（HTTP 502）"), 5);
  },

  offline: async (scene) => {
    const { page } = scene;
    await onList(scene);
    await page.context().setOffline(true);
    // Several calls that fail for one cause are one toast.
    await refresh(page);
    await refresh(page);
    await page.getByTestId("filter-search").click();
    await expectShownFor(page, toasts(page, OFFLINE), 5);
  },

  chooseFile: async (scene) => {
    const { page } = scene;
    await onForm(scene, "admin01", "/messageAdmin/BoardLst");
    await choose(page, "a.png", "image/png", PICTURE);
    await page.locator("button.file-link").click();
    const prompt = page.getByTestId("file-prompt");
    await expect(prompt).toContainText("请选择查看/下载文件");
    await expect(prompt.getByRole("link", { name: "查看" })).toBeVisible();
    const [download] = await Promise.all([page.waitForEvent("download"), prompt.getByRole("link", { name: "下载" }).click()]);
    expect(download.suggestedFilename()).toBe("a.png");
    await expect(prompt).toBeHidden();
  },

  print: async ({ page, portal, signIn }) => {
    await signIn("admin01");
    await page.route("**/api/Print/GetPrintDoc", (route) => route.abort());
    await page.goto(`${portal.url}/print/8901/order?ids=1`);
    await expect(page.getByText("没有可打印的内容")).toBeVisible();
    await page.unroute("**/api/Print/GetPrintDoc");
    await page.goto(`${portal.url}/print/8901/order?ids=999999999`);
    await expect(page.getByText("没有可打印的内容")).toBeVisible();
    await expect(page.locator(".ant-message-notice")).toHaveCount(0);
  },

  updated: async (scene) => {
    const { page, portal } = scene;
    await onList(scene);
    await page.clock.resume();
    // Another version is served: the parts of this one are gone.
    await page.route(/\/assets\/(ShowPage|StatsPage)-.*\.js$/, (route) => route.fulfill({ status: 404, body: "" }));
    await page.locator('[data-testid^="row-"] a').first().click();
    await expect(page.getByTestId("missing-part")).toContainText("系统已更新，请刷新页面");
    await passIn(page, 1000);
    await expect(page.getByText("系统已更新，请刷新页面")).toHaveCount(1);
    await page.unrouteAll();
    const [, answer] = await Promise.all([
      page.getByRole("button", { name: "刷新页面" }).click(),
      page.waitForResponse((response) => response.url().startsWith(portal.url) && response.request().isNavigationRequest()),
    ]);
    expect(answer.status()).toBe(200);
    await expect(page.getByTestId("show-page")).toBeVisible();
  },
};

for (const [id, provoke] of Object.entries(ROWS)) {
  test(`${id}: ${ERRORS[id as Reachable].situation}`, async ({ page, portal, signIn }) => {
    await provoke({ page, portal, signIn });
  });
}

test.describe("beside the catalogue", () => {
  test("many calls that fail at once for one cause are one toast; two causes are two", async ({ page, portal, signIn }) => {
    await onList({ page, portal, signIn });
    await page.route("**/api/**", (route) =>
      route.fulfill({ status: 502, contentType: "text/html", headers: { "x-request-id": crypto.randomUUID() }, body: "" }),
    );
    for (let time = 0; time < 20; time += 1) await refresh(page);
    await passUntilShown(page, page.getByTestId("toast"));
    await page.clock.runFor(500);
    await expect(page.getByTestId("toast")).toHaveCount(1);
    await page.unroute("**/api/**");
    await page.context().setOffline(true);
    await refresh(page);
    await passUntilShown(page, toasts(page, OFFLINE));
    await expect(page.getByTestId("toast")).toHaveCount(2);
  });

  test("a server that cannot be reached at the start: what to do, and it goes on by itself", async ({ page, portal, signIn }) => {
    await signIn("admin01");
    await page.route(/\/api\/(Registry\/GetModules|login\/GetStartData)$/, (route) => route.abort());
    await page.goto(portal.url + ORDERS);
    await expect(page.getByTestId("failed-page")).toContainText("无法连接服务器");
    await page.unrouteAll();
    await page.getByRole("button", { name: "重试" }).click();
    await expect(page.getByTestId("list-table")).toBeVisible();

    await page.route(/\/api\/(Registry\/GetModules|login\/GetStartData)$/, (route) => route.abort());
    await page.reload();
    await expect(page.getByTestId("failed-page")).toBeVisible();
    await page.unrouteAll();
    await page.evaluate(() => dispatchEvent(new Event("online")));
    await expect(page.getByTestId("list-table")).toBeVisible();
  });

  test("a portal that cannot be loaded says so instead of a white page", async ({ page, portal }) => {
    await page.goto(`${portal.url}/login`);
    await page.route(/\/assets\/list-.*\.js$/, (route) => route.fulfill({ status: 404, body: "" }));
    await page.getByTestId("login-user").fill("admin01");
    await page.getByTestId("login-pass").fill(portal.password);
    await page.getByTestId("login-submit").click();
    await expect(page.getByRole("alert")).toContainText("系统已更新，请刷新页面");
    await page.unrouteAll();
    await page.getByRole("button", { name: "刷新页面" }).click();
    await expect(page.getByTestId("user-menu")).toBeVisible();
  });
});
