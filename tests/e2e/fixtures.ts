import { test as base, type Page } from "@playwright/test";
import type { UserInfo } from "../../src/shared/protocol/screen.ts";
import { Beside } from "./beside.ts";
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
  /** Signs in, opens a page, the home page where none is said, and waits for the shell. */
  readonly signIn: (user: string, path?: string) => Promise<void>;
  /** What the browser complained about, for the test to look at: errors and warnings of the console, uncaught exceptions. */
  readonly complaints: readonly string[];
}

/** What Playwright says of `serviceWorkers: "block"` on every page. */
const BLOCKED = "Service Worker registration blocked by Playwright";

/** One portal serves all tests of a worker; every test finds its browser context empty. */
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
        const isOurs = message.text() !== BLOCKED;
        if ((message.type() === "error" || message.type() === "warning") && isOurs) complaints.push(message.text());
      });
      page.on("pageerror", (error) => complaints.push(String(error)));
      await use(complaints);
    },
    { auto: true },
  ],
  signIn: async ({ page, portal }, use) => {
    await use((user, path = "/index") => signIn(page, portal, user, path));
  },
});

/**
 * Opens a session as the login page does (src/web/api/sign-in.ts), by the same calls, and keeps it where the app keeps it. The login page
 * itself has its own tests; to load it before each of the others took a tenth of their time.
 */
async function signIn(page: Page, portal: Portal, user: string, path: string): Promise<void> {
  const beside = await Beside.signIn(portal, user);
  const info = await beside.call<UserInfo>("login/GetUserInfo", { username: user });
  await beside.call("login/login", { username: user });
  const empty = `${portal.url}/empty`;
  await page.route(empty, (route) => route.fulfill({ contentType: "text/html", body: '<link rel="icon" href="data:,">' }));
  await page.goto(empty);
  await page.evaluate(
    (session) => {
      sessionStorage.clear();
      for (const [key, text] of Object.entries(session)) sessionStorage.setItem(key, text);
    },
    {
      Authorization: beside.token,
      userInfo: JSON.stringify({ userName: user, roles: info.mdl, shell: info.shell }),
      userData: JSON.stringify(info.user),
      urlImgs: info.shell.logo,
    },
  );
  await page.unroute(empty);
  await page.goto(portal.url + path);
  await page.getByTestId("user-menu").waitFor();
}

export { expect } from "@playwright/test";
