import type { Locator, Page } from "@playwright/test";
import { expect } from "./fixtures.ts";
import { answered } from "./page-time.ts";

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
  // Another call that fails for the same cause would begin its time anew.
  await workedOff(page);
  await answered(page);
  await workedOff(page);
  await page.clock.runFor(seconds * 1000 - MARGIN);
  await expect(shown, `still there shortly before ${seconds} s`).toBeVisible();
  const leaving = page.locator('.ant-message-notice-wrapper[class*="-leave"]').filter({ has: shown });
  const staying = async () => (await shown.count()) - (await leaving.count());
  for (let passed = 0; passed < 2 * MARGIN && (await staying()) > 0; passed += STEP) {
    await page.clock.runFor(STEP);
    await workedOff(page);
  }
  await expect.poll(staying, `leaves shortly after ${seconds} s`).toBeLessThanOrEqual(0);
  // It slides out by the time of the world, and is taken away by that of the page.
  await expect(async () => {
    await page.clock.runFor(STEP);
    expect(await shown.count()).toBe(0);
  }).toPass({ intervals: [STEP / 2] });
}

const ROUNDS = 20;

/**
 * Lets the page do what it has at hand, its clock stopped: React takes its turns by messages, and what it shows has begun to count its
 * time only some turns after. Each round waits for a turn that was asked for before.
 */
function workedOff(page: Page): Promise<void> {
  return page.evaluate(async (rounds) => {
    for (let round = 0; round < rounds; round += 1)
      await new Promise<void>((resolve) => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => resolve();
        port2.postMessage(null);
      });
  }, ROUNDS);
}
