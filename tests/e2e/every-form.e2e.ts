import type { Page } from "@playwright/test";
import type { Envelope } from "../../src/shared/protocol/envelope.ts";
import type { MenuResult, ScreenModel } from "../../src/shared/protocol/screen.ts";
import { expect, test } from "./fixtures.ts";
import { expectNoSidewaysScroll } from "./layout.ts";
import { someOf } from "./long.ts";

const WIDTHS = [
  { width: 390, height: 844 },
  { width: 1024, height: 768 },
  { width: 1440, height: 900 },
];

/** Calls the server as the signed-in user. */
function call<T>(page: Page, path: string, params: Record<string, string>): Promise<Envelope<T>> {
  return page.evaluate(
    async ([address, values]) => {
      const headers = { Authorization: sessionStorage.getItem("Authorization") ?? "" };
      const answer = await fetch(address, { method: "POST", body: new URLSearchParams(values), headers });
      return (await answer.json()) as never;
    },
    [path, params] as const,
  );
}

/** The pages on which the user may add rows. */
async function writablePages(page: Page): Promise<ScreenModel[]> {
  const { Result: menu } = await call<MenuResult>(page, "/api/Registry/GetModules", {});
  const entries = menu.modules.flatMap(({ children }) => children);
  const answers = await Promise.all(entries.map(({ MdlId }) => call<ScreenModel>(page, "/api/Registry/GetModule", { mdl: String(MdlId) })));
  return answers.map(({ Result }) => Result).filter(({ actions }) => actions.some(({ kind }) => kind === "create"));
}

for (const [index, user] of ["admin01", "s001001"].entries()) {
  test(`every form opens for ${user}, tells what is missing, and fits every window`, async ({ page, portal, signIn, complaints }) => {
    test.slow();
    await signIn(user);
    const pages = await writablePages(page);
    expect(pages.length).toBeGreaterThan(5);
    for (const { path, title, form } of someOf(pages, index)) {
      await test.step(title, async () => {
        await page.goto(`${portal.url}${path}/create`);
        await expect(page.getByTestId("form-page")).toContainText(`${title} · 新增`);
        for (const label of await page.locator(".form-item > label").all()) await expect(label).not.toBeEmpty();
        for (const { entity } of form?.lines ?? []) await page.getByTestId(`add-line-${entity}`).click();
        await page.keyboard.press("Control+s");
        const required = Object.values(form?.fields ?? {}).filter(
          (field) => field.isWritable && field.isRequired && field.initial === null,
        );
        for (const field of required) await expect(page.getByTestId(`field-${field.name}`)).toContainText("不能为空");
        for (const size of WIDTHS) {
          await page.setViewportSize(size);
          await expectNoSidewaysScroll(page);
        }
        await expect(page.locator(".ant-message-error")).toHaveCount(0);
      });
    }
    expect(complaints).toEqual([]);
  });
}
