import { defineConfig } from "@playwright/test";

/** Flags that keep Chromium to this machine and working as root in a container. */
const ARGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

const files = (...names: readonly string[]) => names.map((name) => `${name}.e2e.ts`);

/** What writes, reads sums or follows the files: PostgreSQL changes nothing about how the rest is drawn. */
const ON_POSTGRES = files("portal", "form", "advice", "configure");

export default defineConfig({
  testDir: ".",
  globalSetup: "./global-setup.ts",
  testMatch: process.env.DATABASE_URL === undefined ? "*.e2e.ts" : ON_POSTGRES,
  outputDir: "../../test-results",
  // Two cores are common on CI machines; each worker has a portal of its own.
  workers: 2,
  // Nothing here measures time: a slow machine may be slow.
  timeout: 600_000,
  expect: { timeout: 30_000 },
  reporter: "list",
  use: {
    viewport: { width: 1440, height: 900 },
    acceptDownloads: true,
    screenshot: "only-on-failure",
    launchOptions: { executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ARGS },
  },
});
