import { defineConfig } from "@playwright/test";
import { CHROMIUM_ARGS, WHOLE_CHROMIUM } from "./browser.ts";
import type { PortalFixture } from "./fixtures.ts";

const files = (...names: readonly string[]) => names.map((name) => `${name}.e2e.ts`);

/**
 * Each test runs once. Where DATABASE_URL names a server it runs there, but for the way through the whole portal and its forms: the
 * embedded database is what the portal has by itself.
 */
const ON_EMBEDDED = files("portal", "form");
/** Nothing moves on the screen by itself, so nothing is pressed while it still moves; `portal` itself asks for the movement. */
const STILL = { contextOptions: { reducedMotion: "reduce" as const } };
const PROJECTS =
  process.env.DATABASE_URL === undefined
    ? [{ name: "embedded", use: { engine: "embedded" as const, ...STILL } }]
    : [
        // First, as the way through the whole portal is one long test: at the end the others would wait for it.
        { name: "embedded", testMatch: ON_EMBEDDED, use: { engine: "embedded" as const, ...STILL } },
        { name: "postgres", testIgnore: ON_EMBEDDED, use: { engine: "postgres" as const, ...STILL } },
      ];

export default defineConfig<object, PortalFixture>({
  testDir: ".",
  globalSetup: "./global-setup.ts",
  testMatch: "*.e2e.ts",
  projects: PROJECTS,
  outputDir: "../../test-results",
  // Two cores are common on CI machines; a third worker has something to do while others wait for pages to settle. Each has a portal
  // of its own.
  workers: 3,
  // Nothing here measures time: a slow machine may be slow.
  timeout: 600_000,
  expect: { timeout: 30_000, toPass: { timeout: 300_000, intervals: [100] } },
  reporter: "list",
  use: {
    // A click whose target never comes is told, instead of waiting for the end of the test.
    actionTimeout: 120_000,
    viewport: { width: 1440, height: 900 },
    acceptDownloads: true,
    // What it answers no test could answer otherwise; install.e2e.ts has one.
    serviceWorkers: "block",
    screenshot: "only-on-failure",
    launchOptions: { executablePath: process.env.CHROMIUM_LIGHT ?? WHOLE_CHROMIUM, args: CHROMIUM_ARGS },
  },
});
