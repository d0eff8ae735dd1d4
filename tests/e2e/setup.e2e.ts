import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { administer, databaseName, type Engine, urlOf } from "./demo-copy.ts";
import { expect, test } from "./fixtures.ts";
import { expectNoSidewaysScroll } from "./layout.ts";
import { expectNoSeriousFaults } from "./serious-faults.ts";

const ROOT = join(import.meta.dirname, "../..");
const PASSWORD = "Own-words-77";

/** A portal as it is first started, without a demo: where its address of the first start is. */
async function startEmpty(engine: Engine): Promise<{ readonly setup: string; readonly end: () => Promise<void> }> {
  const dir = mkdtempSync(join(tmpdir(), "scm-setup-"));
  const database = engine === "postgres" ? databaseName() : null;
  if (database !== null) await administer(`CREATE DATABASE ${database}`);
  const own = database === null ? {} : { DATABASE_URL: urlOf(database), ALLOW_OWNER: "1" };
  const env = { PATH: process.env.PATH, PORT: "0", DEMO: "off", DATA_DIR: dir, ...own };
  const child = spawn(process.execPath, ["dist/server/main.js"], { cwd: ROOT, env, stdio: ["ignore", "pipe", "inherit"] });
  let output = "";
  const setup = await new Promise<string>((resolve, reject) => {
    child.stdout.on("data", (chunk: Buffer) => {
      output += chunk.toString();
      const found = /http:\S+\/setup\?token=\S+/.exec(output)?.[0];
      if (found !== undefined) resolve(found);
    });
    child.once("exit", () => reject(new Error(`the portal ended:\n${output}`)));
  });
  const end = async () => {
    child.kill("SIGTERM");
    await once(child, "exit");
    rmSync(dir, { recursive: true, force: true });
    if (database !== null) await administer(`DROP DATABASE ${database} WITH (FORCE)`);
  };
  return { setup, end };
}

const field = (page: Page, name: string) => page.locator(`#setup-${name}`);

test("an empty database is set up in the browser, and its administrator signs in", async ({ page, engine, complaints }, info) => {
  const { setup, end } = await startEmpty(engine);
  try {
    await page.goto(setup);
    await expect(page).toHaveTitle(/初始设置/);
    await expect(field(page, "shop")).toHaveValue("1000000001");
    // What is in the address is for nobody to see.
    expect(page.url()).not.toContain("token");
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 900 });
      await expectNoSidewaysScroll(page);
      await page.screenshot({ path: info.outputPath(`setup-${width}.png`) });
    }
    await expectNoSeriousFaults(page);
    await page.setViewportSize({ width: 1440, height: 900 });

    await field(page, "name").fill("清风百货");
    await field(page, "user").fill("wang");
    await field(page, "userName").fill("王一");
    await field(page, "password").fill("password123");
    await field(page, "again").fill("password12");
    await page.getByTestId("setup-submit").click();
    await expect(page.locator("#setup-again-problem")).toHaveText("两次输入的密码不一致");
    await field(page, "again").fill("password123");
    await page.getByTestId("setup-submit").click();
    await expect(page.locator("#setup-password-problem")).toContainText("最常见");
    await expect(field(page, "password")).toBeFocused();
    await field(page, "password").fill(PASSWORD);
    await field(page, "again").fill(PASSWORD);
    await page.getByTestId("setup-submit").click();
    await expect(page.getByTestId("setup-done")).toContainText("清风百货已经建立");
    await page.screenshot({ path: info.outputPath("setup-done.png") });

    await page.getByTestId("setup-done").getByRole("link", { name: "去登录" }).click();
    await page.getByTestId("login-user").fill("wang");
    await page.getByTestId("login-pass").fill(PASSWORD);
    await page.getByTestId("login-submit").click();
    await expect(page.getByTestId("title-bar")).toContainText("清风百货");
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 900 });
      await page.screenshot({ path: info.outputPath(`home-${width}.png`) });
    }
    expect(complaints).toEqual([]);

    // The address has done its work.
    const other = await page.context().browser()?.newPage();
    if (other === undefined) throw new Error("no browser");
    await other.goto(setup);
    await expect(other.getByTestId("setup-page")).toContainText("初始设置已经完成");
    await other.close();
  } finally {
    await end();
  }
});
