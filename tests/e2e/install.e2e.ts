import { expect, test } from "./fixtures.ts";

test("the portal can be installed, and says so where it cannot be reached, until it can", async ({ portal, browser }) => {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, serviceWorkers: "allow" });
  const page = await context.newPage();
  await page.goto(`${portal.url}/login`);
  const manifest = await page.evaluate(async () => {
    const link = document.querySelector<HTMLLinkElement>("link[rel=manifest]");
    const answer = await fetch(link?.href ?? "");
    const { icons, ...told } = (await answer.json()) as {
      icons: readonly { src: string; sizes: string }[];
      name: string;
      display: string;
      start_url: string;
    };
    const sizes = icons.map(async ({ src }) => {
      const { width, height } = await createImageBitmap(await (await fetch(src)).blob());
      return `${width}x${height}`;
    });
    return { ...told, type: answer.headers.get("content-type"), named: icons.map((icon) => icon.sizes), sizes: await Promise.all(sizes) };
  });
  expect(manifest).toMatchObject({ name: "供应链管理系统", display: "standalone", start_url: "/", type: "application/manifest+json" });
  expect(manifest.sizes).toEqual(["192x192", "512x512"]);
  expect(manifest.named).toEqual(manifest.sizes);

  await page.getByTestId("login-user").fill("s054001");
  await page.getByTestId("login-pass").fill(portal.password);
  await page.getByTestId("login-submit").click();
  await page.getByTestId("user-menu").waitFor();
  await page.evaluate(async () => {
    const { active } = await navigator.serviceWorker.ready;
    if (active?.state !== "activated")
      await new Promise<void>((resolve) => active?.addEventListener("statechange", () => active.state === "activated" && resolve()));
  });
  await context.setOffline(true);
  await page.reload();
  await expect(page.getByRole("heading", { name: "网络未连接" })).toBeVisible();
  await context.setOffline(false);
  await page.getByRole("link", { name: "重试" }).click();
  await page.getByTestId("user-menu").waitFor();
  await context.close();
});
