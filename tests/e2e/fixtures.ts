import { test as base, type Page } from "@playwright/test";
import type { Engine } from "./demo-copy.ts";
import { followCalls } from "./page-time.ts";
import { Portal } from "./portal.ts";

export interface PortalFixture {
  /** The database below the portal; each project of the configuration has its own. */
  readonly engine: Engine;
  /** A name for the portal of a file that changes what others build on; left out, the file shares the one of its worker. */
  readonly own: string;
  readonly portal: Portal;
}

interface PageFixtures {
  /** Signs in through the login page and waits for the shell. */
  readonly signIn: (user: string) => Promise<void>;
  /** What the browser complained about, for the test to look at: errors and warnings of the console, uncaught exceptions. */
  readonly complaints: readonly string[];
}

/** One portal serves all tests of a worker; every test has a browser context of its own. */
export const test = base.extend<PageFixtures, PortalFixture>({
  engine: ["embedded", { scope: "worker", option: true }],
  own: ["", { scope: "worker", option: true }],
  portal: [
    // Another value of `own` is another worker to Playwright, and so another portal.
    async ({ engine, own: _ }, use) => {
      const portal = await Portal.start(engine);
      await use(portal);
      await portal.close();
    },
    { scope: "worker", timeout: 200_000 },
  ],
  complaints: [
    async ({ page }, use) => {
      const complaints: string[] = [];
      followCalls(page);
      page.on("console", (message) => {
        if (message.type() === "error" || message.type() === "warning") complaints.push(message.text());
      });
      page.on("pageerror", (error) => complaints.push(String(error)));
      await use(complaints);
    },
    { auto: true },
  ],
  signIn: async ({ page, portal }, use) => {
    await use((user) => signIn(page, portal, user));
  },
});

async function signIn(page: Page, portal: Portal, user: string): Promise<void> {
  await page.goto(`${portal.url}/login`);
  await page.getByTestId("login-user").fill(user);
  await page.getByTestId("login-pass").fill(portal.password);
  await page.getByTestId("login-submit").click();
  await page.getByTestId("user-menu").waitFor();
}

export { expect } from "@playwright/test";
