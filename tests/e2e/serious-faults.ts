import type { Page } from "@playwright/test";
import axe from "axe-core";

/** What axe finds to be serious or critical within an element; on the whole page where none is named. */
export async function seriousFaults(page: Page, within = "html"): Promise<string[]> {
  await page.evaluate(axe.source);
  // Colours are judged as they are in the end, not half way.
  await page.evaluate(() => {
    const ending = document.getAnimations().filter(({ effect }) => effect?.getTiming().iterations !== Number.POSITIVE_INFINITY);
    return Promise.allSettled(ending.map(({ finished }) => finished)).then(() => undefined);
  });
  return page.evaluate(async (selector) => {
    const { run } = (globalThis as unknown as { axe: typeof import("axe-core") }).axe;
    const { violations } = await run(selector, { resultTypes: ["violations"] });
    const bad = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
    return bad.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 160)}`));
  }, within);
}
