import type { Locator, Page } from "@playwright/test";
import { expect } from "./fixtures.ts";

/** One step of the stopped clock, in ms. */
const STEP = 50;
/** On either side of the end of a toast's time, in ms: what is looked at needs a moment to be drawn. */
const MARGIN = 600;

export const toasts = (page: Page, text: string | RegExp): Locator => page.getByTestId("toast").filter({ hasText: text });

/** Stops the page's clock; from now on time passes only in the functions below. */
export async function stopClock(page: Page): Promise<void> {
  await page.clock.pauseAt(new Date(await page.evaluate(() => Date.now() + 1000)));
}

/** Lets the stopped clock go on in small steps until something is shown. An answer of the server takes real time meanwhile. */
export async function passUntilShown(page: Page, shown: Locator, step = STEP): Promise<void> {
  await expect(async () => {
    if (await shown.first().isVisible()) return;
    await page.clock.runFor(step);
    expect(await shown.first().isVisible()).toBe(true);
  }).toPass({ intervals: [STEP / 2] });
}

/** What is shown stays for as long as it should, to the second, and is gone then. Once, however many causes there were. */
export async function expectShownFor(page: Page, shown: Locator, seconds: number): Promise<void> {
  await passUntilShown(page, shown);
  await expect(shown).toHaveCount(1);
  await page.clock.runFor(seconds * 1000 - MARGIN);
  await expect(shown, `still there shortly before ${seconds} s`).toBeVisible();
  for (let passed = 0; passed < 2 * MARGIN && (await shown.count()) > 0; passed += STEP) {
    await page.clock.runFor(STEP);
    await page.waitForTimeout(STEP / 2);
  }
  await expect(shown, `gone shortly after ${seconds} s`).toHaveCount(0);
}
