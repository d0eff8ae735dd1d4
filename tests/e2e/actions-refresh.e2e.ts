import type { Browser, Page, Request } from "@playwright/test";
import sharp from "sharp";
import { dayOf } from "../../src/shared/domain/day.ts";
import type { WireRow } from "../../src/shared/protocol/list.ts";
import { ACTIONS_KEY, type ActionKind, type MenuResult, type ScreenAction, type ScreenModel } from "../../src/shared/protocol/screen.ts";
import { Beside } from "./beside.ts";
import { choose } from "./choose.ts";
import { expect, test } from "./fixtures.ts";
import { follow } from "./follow.ts";
import { IS_LONG } from "./long.ts";
import type { Portal } from "./portal.ts";

/*
 * Whatever is done, what the pages show afterwards is what a reload would show: buttons, rows, totals, states, to-dos and badges.
 * The cases are made from the screens the portal itself tells, so a new module or action is tried without a line here. The usual
 * run presses one action of each kind, and each of the kinds that both sides have for one of them; the long one (npm run test:long)
 * presses every action of every module for both.
 */

const USERS = ["admin54", "s054001"] as const;
/** Of the kinds that both sides have, those that the supplier presses in the usual run; the others are the shop's. */
const OF_SUPPLIER: readonly string[] = [".edit", ".attach", "balance-pay.delurl"];
/** How long a page may take to show what is new; a page that never reads again takes longer: the badges are read each minute. */
const PATIENCE = { timeout: 20_000 };
/** For what comes for sure, however busy the machine is. */
const SURELY = { timeout: 180_000 };

/** For what is there now, if it is there at all. */
const SOON = { timeout: 1_000 };

interface Press {
  readonly screen: ScreenModel;
  readonly action: Pick<ScreenAction, "action" | "kind" | "all">;
}

/** What changes nothing by itself: another page opens. What a form saves is seen at `edit`. */
const LEADS_AWAY: readonly ActionKind[] = ["create", "open", "import"];

/**
 * The payment page has buttons of its own beside the actions of its module; each with the row it can be pressed for. (The order to
 * the bank is left to its own test: it goes on changing the bill for as long as the bank likes.)
 */
const PAYMENTS: Readonly<Record<string, (row: WireRow) => boolean>> = {
  confirm: ({ Statu, isPay }) => Statu === 10 && isPay === true,
  update: ({ isUpdate }) => isUpdate === true,
  upload: ({ isUpload }) => isUpload === true,
  // Of several pictures one may be the other side's, and is not for this one to take away.
  delurl: ({ isDelUrl, attachurl }) => isDelUrl === true && /^[^,]+$/.test(String(attachurl ?? "")),
  merge: ({ isMerge }) => isMerge === true,
  // One that was merged is paid with its merged payment: its preview says so and pays nothing.
  pay: ({ Statu, isPay, isMerge }) => Statu === 20 && isPay === true && isMerge === true,
};

/** What is merged is taken apart first: only then has a supplier several bills to merge. Deletions come last: they take rows away. */
const LATE = ["merge", "pay", "delete"];

/** One page that is stale does not keep the others from being looked at. */
const compare = expect.configure({ soft: true });

test.describe.configure({ mode: "parallel" });
// Statements of all suppliers are made here, bills paid and rows deleted: nobody else builds on what is left.
test.use({ own: "actions" });

for (const user of USERS) {
  test(`after each action of ${user} the pages show what a reload shows`, async ({ page, portal, browser, signIn }) => {
    test.setTimeout(3_600_000);
    const beside = await Beside.signIn(portal, user);
    await signIn(user);
    // What could not be done for a row is told in a window, which stands before everything until it is closed.
    const heard = page.getByRole("button", { name: /知道了|已记下/ });
    const told = page.locator(".ant-modal-confirm-warning, .ant-modal-confirm-info").filter({ has: heard }).first();
    await page.addLocatorHandler(told, (shown) => shown.locator(heard).click());
    const fresh = await freshPage(browser, portal, user);
    for (const each of [page, fresh]) {
      each.setDefaultTimeout(SURELY.timeout);
      countCalls(each);
    }
    const all = await pressesOf(beside);
    expect(all.length).toBeGreaterThan(IS_LONG ? 10 : 5);
    const presses = IS_LONG ? all : await ownShare(all, portal, user);
    const pressed: string[] = [];
    for (const press of presses) {
      const row = rowFor(press, await rowsFor(beside, press.screen));
      if (row === null) continue;
      const name = `${press.screen.title} · ${press.action.action} (${press.action.kind})`;
      await test.step(name, async () => {
        if (await pressAndCompare({ page, fresh, portal, ...press }, row)) pressed.push(name);
      });
    }
    expect(pressed.length, `pressed: ${pressed.join(", ")}`).toBeGreaterThan(presses.length / 2);
  });
}

/** Another window of the same user, in which everything is read anew. */
async function freshPage(browser: Browser, portal: Portal, user: string): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  await page.goto(`${portal.url}/login`);
  await page.getByTestId("login-user").fill(user);
  await page.getByTestId("login-pass").fill(portal.password);
  await page.getByTestId("login-submit").click();
  await page.getByTestId("user-menu").waitFor();
  return page;
}

/** Without the actions of the kinds that the other side has, too, and presses. */
async function ownShare(presses: readonly Press[], portal: Portal, user: (typeof USERS)[number]): Promise<Press[]> {
  const [shop, supplier] = USERS;
  const others = await pressesOf(await Beside.signIn(portal, user === shop ? supplier : shop));
  const kinds = others.map(({ screen, action }) => kindOf(screen, action));
  const theirs = kinds.filter((kind) => OF_SUPPLIER.includes(kind) === (user === shop));
  return presses.filter(({ screen, action }) => !theirs.includes(kindOf(screen, action)));
}

/** What is to be pressed: all there is, or one action of each kind. */
async function pressesOf(beside: Beside): Promise<Press[]> {
  const { modules } = await beside.call<MenuResult>("Registry/GetModules");
  const presses: Press[] = [];
  const seen = new Set<string>();
  for (const { MdlId } of modules.flatMap(({ children }) => children)) {
    const screen = await beside.call<ScreenModel>("Registry/GetModule", { mdl: String(MdlId) });
    const wanted = actionsOf(screen).filter((each) => IS_LONG || !seen.has(kindOf(screen, each)));
    const rows = wanted.length === 0 ? [] : await rowsFor(beside, screen);
    for (const action of wanted) {
      if ((!IS_LONG && seen.has(kindOf(screen, action))) || rowFor({ screen, action }, rows) === null) continue;
      seen.add(kindOf(screen, action));
      presses.push({ screen, action });
    }
  }
  const rank = ({ action: { action, kind } }: Press) => LATE.indexOf(kind === "delete" ? kind : action);
  return presses.sort((a, b) => rank(a) - rank(b));
}

/** Of a page kind with a page of its own each kind of action is another program; of a page written by hand each action is. */
function kindOf({ page, override }: ScreenModel, action: Press["action"]): string {
  const program = page === "list" ? "" : (override ?? page);
  return `${program}.${override === null ? action.kind : action.action}`;
}

function actionsOf({ override, actions, functions }: ScreenModel): Press["action"][] {
  if (override !== "balance-pay") return actions.filter(({ kind }) => !LEADS_AWAY.includes(kind));
  const held = Object.keys(PAYMENTS).filter((action) => functions.includes(action));
  return held.map((action) => ({ action, kind: "transition", all: false }));
}

/** The rows of the list that actions of the page belong to. */
function rowsFor(beside: Beside, { override, MdlId }: ScreenModel): Promise<readonly WireRow[]> {
  return beside.rows(override === "balance-pay" ? "BalancePay/GetBalance_Pay" : `Module/${MdlId}/GetPage`);
}

/** A row that allows the action now; one without an id for an action on none in particular; null: there is none. */
function rowFor({ screen, action }: Press, rows: readonly WireRow[]): WireRow | null {
  if (action.kind === "generate") return {};
  if (screen.override === "balance-pay") {
    const fitting = rows.filter((row) => PAYMENTS[action.action]?.(row));
    // One of the supplier with most of them: it takes two to be merged.
    const besides = ({ provid }: WireRow) => fitting.filter((row) => row.provid === provid).length;
    return fitting.toSorted((a, b) => besides(b) - besides(a))[0] ?? null;
  }
  const allowing = rows.filter((row) => (row[ACTIONS_KEY] as unknown as readonly string[] | undefined)?.includes(action.action));
  if (action.all) return allowing.length > 0 ? {} : null;
  return allowing.at(-1) ?? null;
}

interface Trial extends Press {
  readonly page: Page;
  /** Another window, which reads everything anew. */
  readonly fresh: Page;
  readonly portal: Portal;
}

/** Presses an action where its row is shown, and compares what is shown then. False: it could not be done with what the demo has. */
async function pressAndCompare(trial: Trial, row: WireRow): Promise<boolean> {
  const { page, screen, action } = trial;
  const id = row.Id === undefined ? null : String(row.Id);
  await openAll(trial, id);
  if (!(await PRESS[action.kind](trial, id))) return false;
  // What was done may lead elsewhere: from a document that is no more, or to what was made of it.
  await settled(page);
  const isDocument = await page.getByTestId("show-page").isVisible();
  if (isDocument) await compareWithReload(trial, "the document");
  for (const [name, tab] of [
    ["the list", screen.path],
    ["home", "/index"],
  ] as const) {
    await page.getByTestId(`tab-${tab}`).locator("a").click();
    await compareWithReload(trial, name, !isDocument && tab === screen.path);
  }
  return true;
}

/**
 * The page shows what a window shows that has never read anything before: in the long run one that is loaded for this page, in short one
 * that was loaded after the action (`isLoaded`: for this page) and opens each page for the first time since.
 */
async function compareWithReload({ page, fresh }: Trial, message: string, isLoaded = true): Promise<void> {
  if (loadedOn.get(page) !== today()) await load(page, page.url());
  await settled(page);
  if (IS_LONG || isLoaded || loadedOn.get(fresh) !== today()) {
    // Without the tabs of before: a step through the history leads to a tab as it was left.
    await fresh.evaluate(() => sessionStorage.removeItem("tabs"));
    await load(fresh, page.url());
  } else await follow(fresh, page.url());
  await settled(fresh);
  // Both are looked at anew each time: a window may still be reading when nothing seemed to move.
  await compare(async () => {
    const [now, reloaded] = await Promise.all([shown(page), shown(fresh)]);
    expect(now, message).toEqual(reloaded);
  }).toPass(PATIENCE);
}

/** The day on which a page was loaded: lists begin with days up to it, and keep them when it ends. */
const loadedOn = new WeakMap<Page, string>();

const today = (): string => dayOf(new Date());

async function load(page: Page, url: string): Promise<void> {
  loadedOn.set(page, today());
  await page.goto(url);
}

/** Opens the page with the row alone in its list, home, and the row's document if it has one; all of them stay open. */
async function openAll({ page, portal, screen }: Trial, id: string | null): Promise<void> {
  const open = new URLSearchParams(id === null ? {} : openAt(screen, id));
  await load(page, `${portal.url}${screen.path}?${open}`);
  await page.getByTestId(`tab-${screen.path}`).waitFor();
  await settled(page);
  await page.getByTestId("tab-/index").locator("a").click();
  await settled(page);
  await page.getByTestId(`tab-${screen.path}`).locator("a").click();
  await settled(page);
  const link = page.getByTestId(`row-${id}`).locator(`a[href$="/show/${id}"]`);
  if (id !== null && (await link.count()) > 0) {
    await link.first().click();
    await page.getByTestId("show-page").waitFor();
    await settled(page);
  }
}

/** The address of a row within its page. */
function openAt({ override, page }: ScreenModel, id: string): Record<string, string> {
  if (override === "advice") return { open: id };
  if (page === "tree") return { group: id };
  return page === "form" ? {} : { filters: JSON.stringify([["Id", "eq", Number(id)]]) };
}

/** What a page shows: its words, what its boxes hold, which of its buttons are live, and the numbers of the frame. */
function shown(page: Page): Promise<unknown> {
  return page.evaluate(() => {
    const main = document.querySelector("main");
    const all = <T extends Element>(selector: string) => [...(main?.querySelectorAll<T>(selector) ?? [])];
    return {
      words: (main?.innerText ?? "").replace(/已选 \d+ 条/, "").split(/\s*\n\s*/),
      boxes: all<HTMLInputElement>("input, textarea").map(({ value, checked, type }) => (type === "checkbox" ? checked : value)),
      live: all<HTMLButtonElement>("button[data-testid]").map(({ dataset, disabled }) => `${dataset.testid} ${disabled ? "no" : "yes"}`),
      badge: document.querySelector("[data-testid=message-badge]")?.getAttribute("aria-label"),
      dots: document.querySelectorAll("[data-testid=menu] .menu-reminded").length,
    };
  });
}

/** Calls of a page that are under way; the registry is always watched. */
const underWay = new WeakMap<Page, Set<Request>>();

function countCalls(page: Page): void {
  const calls = new Set<Request>();
  underWay.set(page, calls);
  page.on("request", (request) => request.url().endsWith("/Registry/Watch") || calls.add(request));
  page.on("requestfinished", (request) => calls.delete(request));
  page.on("requestfailed", (request) => calls.delete(request));
}

/** What stands where something is still to come. */
const READING = "[data-testid=page-skeleton], main:empty, main [aria-busy=true], main .ant-spin-spinning, body:not(:has(main))";

/** What a page shows once nothing is under way any more. */
async function settled(page: Page): Promise<unknown> {
  let last = "";
  await expect
    .poll(
      async () => {
        const before = last;
        last = JSON.stringify(await shown(page));
        const isReading = await page.locator(READING).count();
        return isReading === 0 && underWay.get(page)?.size === 0 && before === last;
      },
      { ...SURELY, intervals: [100, 150, 250] },
    )
    .toBe(true);
  return JSON.parse(last) as unknown;
}

const answered = (page: Page) =>
  page.waitForResponse(
    (response) =>
      /\/(Action|Delete|Save|Grant|UploadAttach|DeleteAttach|ConfirmPay|MergeBll|DelPayfath|UpdateInfo)$/.test(
        new URL(response.url()).pathname,
      ),
    SURELY,
  );

/** How an action of each kind is pressed and its questions are answered; false: the demo's row does not let it be done. */
const PRESS: Readonly<Record<ActionKind, (trial: Trial, id: string | null) => Promise<boolean>>> = {
  transition: pressAndAnswer,
  delete: pressAndAnswer,
  attach: pressAndAnswer,
  detach: pressAndAnswer,
  create: async () => false,
  open: async () => false,
  import: async () => false,
  edit: async (trial, id) => {
    const { page, screen } = trial;
    // Where the page is the user's own record, it is edited by its form like any other.
    if (screen.page === "form" && screen.settings?.mode !== "own") return editSetting(trial, id);
    await tickRow(trial, id);
    await button(trial).click();
    await page.getByTestId("form-page").waitFor();
    await settled(page);
    const saved = answered(page).catch(() => null);
    await page.getByTestId("form-save").click();
    const problems = page.getByTestId("form-problems").or(page.getByTestId("form-alert"));
    await page.getByTestId("show-page").or(problems).first().waitFor();
    if (await problems.first().isVisible()) return false;
    await saved;
    return true;
  },
  restore: async (trial, id) => {
    const { page } = trial;
    const line = page.getByTestId(`row-${id}`);
    if ((await line.getByTestId("action-restore").count()) === 0) await editSetting(trial, id);
    if ((await line.getByTestId("action-restore").count()) === 0) return false;
    await line.getByTestId("action-restore").click();
    const done = answered(page);
    await page.locator(".ant-popconfirm-buttons .ant-btn-primary").click();
    await done;
    return true;
  },
  grant: async ({ page }) => {
    const box = page.getByTestId("grant-editor").locator("input[type=checkbox]:enabled").first();
    if ((await box.count()) === 0) return false;
    await box.click();
    const done = answered(page);
    await page.getByTestId("grant-save").click();
    await done;
    return true;
  },
  generate: async (trial) => {
    const { page } = trial;
    await button(trial).click();
    await choose(page.locator("#generate-days"), page.locator(".ant-picker-presets:visible li", { hasText: "上月" }).first());
    await page.getByTestId("generate-ok").click();
    await expect(page.getByTestId("generate-progress").getByRole("status")).toContainText(/已全部处理|没有符合/, SURELY);
    await page.getByTestId("generate-ok").click();
    return true;
  },
};

const button = ({ page, action }: Trial) => page.locator("main").getByTestId(`action-${action.action}`);

/** A list acts upon what is ticked. */
async function tickRow({ page }: Trial, id: string | null): Promise<void> {
  if (id === null || (await page.getByTestId("show-page").isVisible())) return;
  const box = page.getByTestId(`row-${id}`).locator("input[type=checkbox]");
  if ((await box.count()) > 0) await box.check();
}

/** Presses a button, and answers what is asked: reasons, lines to tick, pictures, and whether one is sure. */
async function pressAndAnswer(trial: Trial, id: string | null): Promise<boolean> {
  const { page } = trial;
  await tickRow(trial, id);
  const reply = page.getByTestId("advice-reply");
  if (await reply.isVisible()) await reply.fill("已收到");
  if (!(await button(trial).isVisible()) && (await page.getByTestId("action-more").isVisible()))
    await page.getByTestId("action-more").click();
  const pressed = page.getByTestId(`action-${trial.action.action}`).last();
  await expect(pressed).toBeEnabled();
  let isAnswered = false;
  const done = answered(page).then(() => {
    isAnswered = true;
  });
  await pressed.click();
  const ok = page.getByTestId("confirm-ok").last();
  const answer = async () => {
    if (isAnswered || !(await ok.isVisible())) return;
    const reason = page.getByTestId("confirm-reason");
    if ((await reason.isVisible()) && (await reason.inputValue()) === "") await reason.fill("核对后处理");
    const tick = page.locator('[data-testid^="tick-"] input[type=checkbox]').first();
    if ((await tick.isVisible()) && !(await tick.isChecked())) await tick.check();
    if (!(await ok.isEnabled(SOON))) await provide(page);
    if (await ok.isEnabled(SOON)) await ok.click(SOON);
  };
  await expect
    .poll(
      async () => {
        // A dialog may close while it is looked at.
        await answer().catch(() => undefined);
        return isAnswered;
      },
      { ...SURELY, intervals: [100, 200, 300, 500] },
    )
    .toBe(true);
  await done;
  return true;
}

/** Gives a dialog what it waits for: another bill to merge with, or a picture. */
async function provide(page: Page): Promise<void> {
  const dialog = page.locator(".ant-modal");
  const candidate = page.locator(".pay-candidates input[type=checkbox]:not(:checked)").first();
  if (await candidate.isVisible()) return candidate.check(SOON);
  if ((await dialog.locator("input[type=file]").count()) === 0 || (await dialog.locator(".ant-upload-list-item").count()) > 0) return;
  const buffer = await sharp({ create: { width: 8, height: 8, channels: 3, background: "white" } })
    .png()
    .toBuffer();
  await dialog.locator("input[type=file]").first().setInputFiles({ name: "附件.png", mimeType: "image/png", buffer });
}

/** Changes one setting and saves it. */
async function editSetting({ page }: Trial, id: string | null): Promise<boolean> {
  const line = page.getByTestId(`row-${id}`);
  const toggle = line.getByRole("switch");
  const input = line.locator("input:not([type=file]), textarea").first();
  if ((await toggle.count()) > 0) await toggle.click();
  else if (await input.isEditable())
    await input.fill(
      /^\d+$/.test(await input.inputValue()) ? String(Number(await input.inputValue()) + 1) : `${await input.inputValue()}。`,
    );
  else return false;
  const done = answered(page);
  await page.getByTestId("action-edit").click();
  await done;
  return true;
}
