import type { Page } from "@playwright/test";
import type { MenuResult, ScreenModel } from "../../src/shared/protocol/screen.ts";
import { Beside } from "./beside.ts";
import { expect, test } from "./fixtures.ts";
import { follow } from "./follow.ts";
import { IS_LONG, someOf } from "./long.ts";
import { quiet } from "./page-time.ts";
import type { Portal } from "./portal.ts";
import { expectNoSeriousFaults } from "./serious-faults.ts";

const DESKTOP = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };

/** What a page is looked at in; each brings the page there and says what of it is judged. */
const STATES = {
  /** The page as it opens, a row of it ticked and another one pointed at. */
  list: async (page: Page, { path }: ScreenModel) => {
    await openAt(page, path, DESKTOP);
    const rows = page.locator('main [data-testid^="row-"]:visible');
    const tick = rows.first().locator('input[type="checkbox"]:enabled');
    if (await tick.count()) await tick.first().check();
    if ((await rows.count()) > 1) await rows.nth(1).hover();
    return "main";
  },
  card: async (page: Page, { path }: ScreenModel) => {
    await openAt(page, path, PHONE);
    return "html";
  },
  /** A dialog over it: that of its columns, or the keys, which every page has. */
  dialog: async (page: Page, { path }: ScreenModel) => {
    await openAt(page, path, DESKTOP);
    const columns = page.locator('[data-testid="columns"]:visible');
    if (await columns.count()) await columns.click();
    else await page.keyboard.press("?");
    const dialog = page.locator('[role="dialog"]:visible');
    await expect(dialog.first()).toBeVisible();
    return '[role="dialog"]';
  },
  /** A new row that lacks what it must have; where nobody adds rows by hand, the document of the first one. */
  form: async (page: Page, screen: ScreenModel) => {
    if (!mayCreate(screen)) {
      await openAt(page, screen.path, DESKTOP);
      const link = page.locator('main [data-testid^="row-"] a:visible').first();
      if (await link.count()) await link.click();
      await quiet(page);
      return "main";
    }
    await openAt(page, `${screen.path}/create`, DESKTOP);
    for (const { entity } of screen.form?.lines ?? []) await page.locator(`[data-testid="add-line-${entity}"]:visible`).click();
    await page.keyboard.press("Control+s");
    await expect(page.locator(".form-problem:visible, .form-alert:visible").first()).toBeVisible();
    // The cursor went to the first fault, which may have opened its choices.
    await page.keyboard.press("Escape");
    return "main";
  },
};
type State = keyof typeof STATES;
const LOOKS = ["dark", "light"] as const;
const ALL = Object.keys(STATES) as State[];

const mayCreate = ({ actions }: ScreenModel) => actions.some(({ kind }) => kind === "create");

/**
 * Opens a page in the only tab besides the home page: one that stays makes every one after it slower. In short as a link does, which is a
 * third of the work of loading the portal anew; from a form, which would ask whether what it holds may be lost, and in the long run
 * by its address.
 */
async function openAt(page: Page, path: string, size: typeof DESKTOP): Promise<void> {
  const dialog = page.locator('[role="dialog"]:visible');
  if (await dialog.count()) await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await page.mouse.move(0, 0);
  await page.setViewportSize(size);
  if (IS_LONG || page.url().endsWith("/create")) await page.goto(new URL(path, page.url()).href);
  else await follow(page, path);
  await page.getByTestId("user-menu").waitFor();
  await quiet(page);
  await page.evaluate(() => {
    for (const button of document.querySelectorAll<HTMLElement>('.tab[data-active="false"] [data-testid^="tab-close-"]')) button.click();
  });
}

/** The pages of a user that those before have not got. */
async function pagesOf(portal: Portal, users: readonly string[], user: string): Promise<readonly ScreenModel[]> {
  const seen = new Set<number>();
  for (const other of users.slice(0, users.indexOf(user))) for (const id of await idsOf(await Beside.signIn(portal, other))) seen.add(id);
  const beside = await Beside.signIn(portal, user);
  const ids = (await idsOf(beside)).filter((id) => !seen.has(id));
  // One after the other: a user has two calls at work, and on a busy machine the last of eighty would wait too long (docs/decisions/120).
  const screens: ScreenModel[] = [];
  for (const id of ids) screens.push(await beside.call<ScreenModel>("Registry/GetModule", { mdl: String(id) }));
  return screens;
}

async function idsOf(beside: Beside): Promise<number[]> {
  const { modules } = await beside.call<MenuResult>("Registry/GetModules");
  return modules.flatMap(({ children }) => children.map(({ MdlId }) => MdlId));
}

/** What a page is an example of: the program that draws it. */
const patternOf = ({ page, override }: ScreenModel): string => override ?? page;

/** The first page of each pattern. */
const firstOfEach = (screens: readonly ScreenModel[]): readonly ScreenModel[] =>
  screens.filter((screen, index) => screens.findIndex((other) => patternOf(other) === patternOf(screen)) === index);

const USERS = ["admin54", "admin01", "s001001"];

test.describe.configure({ mode: "parallel" });

/** Who has many pages has them looked at in parts, so that several workers share them. */
const PARTS = USERS.flatMap((user) => {
  const parts = user === USERS[0] ? 3 : 1;
  return Array.from({ length: parts }, (_, part) => ({ user, part, parts }));
});

for (const { user, part, parts } of PARTS) {
  // In short: the first page of each pattern in all of the eight, the second look for its colours alone; of the further users the first of
  // each and of everybody every fourth of the others in one of them. In the long run (npm run test:long) every page in all, by all rules.
  test(`axe finds nothing serious on any page of ${user} as list, card, dialog and form with faults, light and dark (${part + 1} of ${parts})`, async ({
    page,
    portal,
    signIn,
    complaints,
  }) => {
    test.setTimeout(3_600_000);
    const screens = await pagesOf(portal, USERS, user);
    await signIn(user);
    const examples = firstOfEach(screens);
    const others = screens.filter((screen) => !examples.includes(screen));
    const looked = [...examples, ...someOf(others, USERS.indexOf(user))];
    for (const [index, screen] of looked.entries()) {
      const isWhole = IS_LONG || (user === USERS[0] && examples.includes(screen));
      if (index % parts !== part) continue;
      const states = isWhole ? ALL : ALL.slice(index % ALL.length, (index % ALL.length) + 1);
      for (const state of states)
        await test.step(`${screen.title}: ${state}`, async () => {
          const within = await STATES[state](page, screen);
          const looks = isWhole ? LOOKS : [LOOKS[Math.floor(index / ALL.length) % LOOKS.length] ?? "dark"];
          for (const [nth, look] of looks.entries()) {
            await page.emulateMedia({ colorScheme: look });
            await expect(page.locator("html")).toHaveAttribute("data-look", look);
            await expectNoSeriousFaults(page, within, `${screen.path} ${state} ${look}`, IS_LONG || nth === 0 ? "all" : "colours");
          }
        });
    }
    expect(complaints).toEqual([]);
  });
}
