import { expect, type Page, type Request } from "@playwright/test";

/** Calls that are under way, by page. The portal's ear for changes of the registry is always open, and none of them. */
const underWay = new WeakMap<Page, Set<Request>>();

/** Follows the calls of a page, so that one may wait until it is {@link quiet}. */
export function followCalls(page: Page): void {
  const open = new Set<Request>();
  underWay.set(page, open);
  page.on("request", (request) => {
    // What the page before has asked for, nobody waits for.
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) open.clear();
    if (/\/api\/(?!Registry\/Watch)/i.test(request.url())) open.add(request);
  });
  page.on("requestfinished", (request) => open.delete(request));
  page.on("requestfailed", (request) => open.delete(request));
}

/** Until every call of the page has been answered or has failed; for a page whose clock is stopped. */
export async function answered(page: Page): Promise<void> {
  await expect.poll(() => underWay.get(page)?.size, "calls under way").toBe(0);
}

/**
 * Lets so many ms pass by the page's own clock, and then a picture be drawn: whatever the page had planned for this time has
 * happened, however busy the machine is. A pause of the test says nothing of the page.
 */
export function passIn(page: Page, ms: number): Promise<void> {
  return page.evaluate((time) => new Promise((resolve) => setTimeout(() => requestAnimationFrame(() => setTimeout(resolve)), time)), ms);
}

/** Longer than the pauses after which the portal asks for what is being typed or sized. */
const PAUSE_MS = 400;

/** Until no call is under way, nothing on the page spins, and the page has had time to begin another call and has not. */
export async function quiet(page: Page): Promise<void> {
  const open = underWay.get(page);
  if (open === undefined) throw new Error("followCalls comes first");
  const waiting = page.locator('.ant-spin-spinning:visible, [data-testid="page-skeleton"]:visible');
  const begun: string[] = [];
  const note = (request: Request) => {
    if (open.has(request)) begun.push(request.url());
  };
  page.on("request", note);
  try {
    await expect(async () => {
      begun.length = 0;
      await passIn(page, PAUSE_MS);
      expect([begun, [...open].map((request) => request.url())]).toEqual([[], []]);
      expect(await waiting.count()).toBe(0);
    }).toPass();
  } finally {
    page.off("request", note);
  }
}
