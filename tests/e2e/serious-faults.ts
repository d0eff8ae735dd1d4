import { expect, type Page } from "@playwright/test";
import axe from "axe-core";

/**
 * axe finds nothing serious or critical within an element, once what moves has come to rest; on the whole page where none is named. A
 * test that finds something goes on, so that all is told at once.
 */
export async function expectNoSeriousFaults(page: Page, within = "html", message = within): Promise<void> {
  await expect
    .configure({ soft: true })
    .poll(() => seriousFaults(page, within), message)
    .toEqual([]);
}

async function seriousFaults(page: Page, within: string): Promise<string[]> {
  // Half a megabyte: once for each document.
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(axe.source);
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
