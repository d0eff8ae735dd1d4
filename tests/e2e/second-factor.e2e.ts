import { once } from "node:events";
import { createServer } from "node:net";
import type { Page } from "@playwright/test";
import { Secret, TOTP } from "otpauth";
import { CLIENT, startProvider } from "../server/app/fixtures/identity-provider.ts";
import { expect, test } from "./fixtures.ts";
import { expectNoSidewaysScroll } from "./layout.ts";
import { Portal } from "./portal.ts";
import { expectNoSeriousFaults } from "./serious-faults.ts";

// docs/decisions/86, 87
test("a second factor is set up, asked for and replaced by a recovery code; the company's account opens the portal as well", async ({
  page,
  engine,
}) => {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const idp = await startProvider(`${url}/login`);
  const portal = await Portal.start(engine, {
    PORT: String(port),
    PUBLIC_URL: url,
    SECOND_FACTOR: "required",
    OIDC_ISSUER: idp.issuer,
    OIDC_CLIENT_ID: CLIENT.id,
    OIDC_CLIENT_SECRET: CLIENT.secret,
    OIDC_GROUPS: JSON.stringify({ buyers: ["0000000054/G04"] }),
  });
  try {
    await test.step("whoever may pay sets one up first", async () => {
      await signIn(page, portal, "fin54");
      await expect(page.getByTestId("factor-qr").locator("svg")).toBeVisible();
      await expectNoSeriousFaults(page);
      await page.setViewportSize({ width: 390, height: 844 });
      await expectNoSidewaysScroll(page);
      await page.setViewportSize({ width: 1440, height: 900 });
    });
    const secret = ((await page.getByTestId("factor-secret").textContent()) ?? "").replaceAll(" ", "");
    const totp = new TOTP({ secret: Secret.fromBase32(secret) });
    await page.getByTestId("factor-code").fill(totp.generate());
    await page.getByTestId("factor-confirm").click();
    const shown = page.getByTestId("recovery-codes").locator("code");
    await expect(shown).toHaveCount(10);
    const codes = await shown.allTextContents();
    await page.getByTestId("recovery-kept").check();
    await page.getByTestId("recovery-done").click();
    await expect(page.getByTestId("menu")).toBeVisible();
    await test.step("the page of the password tells it, and it is asked for at the next sign-in", async () => {
      await page.goto(`${url}/UpdatePassWord?personId=L`);
      await expect(page.getByTestId("second-factor-state")).toHaveText("已开启");
      await page.evaluate(() => sessionStorage.clear());
      await signIn(page, portal, "fin54");
      await page.getByTestId("second-factor-other").click();
      await page.getByTestId("second-factor-code").fill(codes[0] ?? "");
      await page.getByTestId("second-factor-submit").click();
      await expect(page.getByTestId("menu")).toBeVisible();
    });
    await test.step("who declines at the provider is told so; who comes back goes on where he wanted to", async () => {
      await page.evaluate(() => sessionStorage.clear());
      const wanted = "/logisticsReceiptsDemand/OrderManage";
      await page.goto(`${url}/login?redirect=${wanted}`);
      await page.getByTestId("login-enterprise").click();
      await expect(page.getByTestId("login-notice")).toHaveText("企业账号登录已取消或被拒绝");
      expect(new URL(page.url()).search).toBe(`?redirect=${wanted}`);
      // An answer that this browser has not asked for.
      await page.goto(`${url}/login?code=x&state=y`);
      await expect(page.getByTestId("login-notice")).toHaveText("登录请求已过期，或不是从本页发起的，请重新登录");
      expect(new URL(page.url()).search).toBe("");
      idp.person = { sub: "1", claims: { preferred_username: "buyer54", groups: ["buyers"] } };
      await page.goto(`${url}/login?redirect=${wanted}`);
      await page.getByTestId("login-enterprise").click();
      await page.waitForURL(`${url}${wanted}`);
      await expect(page.getByTestId("user-menu")).toContainText("buyer54");
    });
    await test.step("signing out ends at the provider", async () => {
      await page.getByTestId("user-menu").click();
      await page.getByText("退出登录").click();
      await page.waitForURL(`${idp.issuer}/**`);
    });
  } finally {
    await portal.close();
    await idp.close();
  }
});

async function signIn(page: Page, portal: Portal, user: string): Promise<void> {
  await page.goto(`${portal.url}/login`);
  await page.getByTestId("login-user").fill(user);
  await page.getByTestId("login-pass").fill(portal.password);
  await page.getByTestId("login-submit").click();
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const address = probe.address();
  probe.close();
  await once(probe, "close");
  return typeof address === "object" && address !== null ? address.port : 0;
}
