import { expect, type Page } from "@playwright/test";
import axe from "axe-core";

/**
 * axe finds nothing serious or critical within an element, once what moves has come to rest; on the whole page where none is named. A
 * test that finds something goes on, so that all is told at once. `rules`: those of colours alone, where all others have judged this
 * very page in another look: it has the same elements, words and roles.
 */
export async function expectNoSeriousFaults(
  page: Page,
  within = "html",
  message = within,
  rules: "all" | "colours" = "all",
): Promise<void> {
  await expect
    .configure({ soft: true })
    .poll(() => seriousFaults(page, within, rules), message)
    .toEqual([]);
}

/** By their names: by that of their kind axe would also ask for more contrast than anybody promised. */
const COLOURS = ["color-contrast", "link-in-text-block"];

async function seriousFaults(page: Page, within: string, rules: "all" | "colours"): Promise<string[]> {
  // Half a megabyte: once for each document.
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(axe.source);
  // Colours are judged as they are in the end, not half way.
  await page.evaluate(() => {
    const ending = document.getAnimations().filter(({ effect }) => effect?.getTiming().iterations !== Number.POSITIVE_INFINITY);
    return Promise.allSettled(ending.map(({ finished }) => finished)).then(() => undefined);
  });
  const options = { resultTypes: ["violations" as const], ...(rules === "colours" && { runOnly: [...COLOURS] }) };
  return page.evaluate(
    async ([selector, asked]) => {
      const { run } = (globalThis as unknown as { axe: typeof import("axe-core") }).axe;
      const { violations } = await run(selector, asked);
      const bad = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
      return bad.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 160)}`));
    },
    [within, options] as const,
  );
}
