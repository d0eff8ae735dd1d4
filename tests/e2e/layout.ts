import { expect, type Locator, type Page } from "@playwright/test";
import { passIn } from "./page-time.ts";

/** Nothing sticks out of the window, as soon as a change of its size has been taken in. `within`: the element that must not scroll. */
export async function expectNoSidewaysScroll(page: Page, within = "html", message = "nothing scrolls sideways"): Promise<void> {
  const overflow = () => page.locator(within).evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
  await expect.poll(overflow, { message: `${message} at ${page.viewportSize()?.width} px` }).toBeLessThanOrEqual(0);
}

/** An element lies within the width of the window. */
export async function expectInside(page: Page, element: Locator): Promise<void> {
  const width = page.viewportSize()?.width ?? 0;
  const isInside = async () => {
    const box = await element.boundingBox();
    return box !== null && box.x >= 0 && box.x + box.width <= width;
  };
  await expect.poll(isInside, `inside at ${width} px`).toBe(true);
}

/** What a page tells twice running: it does not move any more. */
export async function settled<T>(page: Page, read: () => Promise<T>): Promise<T> {
  let last = await read();
  await expect(async () => {
    const before: unknown = last;
    await passIn(page, 100);
    last = await read();
    expect(before).toEqual(last);
  }).toPass();
  return last;
}
