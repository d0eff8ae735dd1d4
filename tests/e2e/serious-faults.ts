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

/** What of axe's findings is told. */
const SERIOUS: readonly string[] = ["serious", "critical"];

/** What axe knows of its own rules, which its types leave out: how heavy what a rule finds is, in the rule or in what it consists of. */
interface Audit {
  readonly rules: readonly (Weighed & {
    readonly id: string;
    readonly enabled: boolean;
    readonly tags: readonly string[];
    readonly any: readonly Check[];
    readonly all: readonly Check[];
    readonly none: readonly Check[];
  })[];
  readonly checks: Readonly<Record<string, Weighed | undefined>>;
  /** What is on trial or on its way out: left out where nobody names it. */
  readonly tagExclude: readonly string[];
}
interface Weighed {
  readonly impact?: string;
}
type Check = string | { readonly id: string };

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
  return page.evaluate(
    async ([weights, asked]) => {
      const { run, _audit: audit } = (globalThis as unknown as { axe: typeof import("axe-core") & { _audit: Audit } }).axe;
      const weighs = (impact: string | undefined) => impact !== undefined && weights.includes(impact);
      // A rule that at most finds something moderate is not asked: those took a quarter of the time, and what they found was put aside.
      const heavy = audit.rules.filter(({ enabled, tags, impact, any, all, none }) => {
        const checks = [...any, ...all, ...none].map((check) => audit.checks[typeof check === "string" ? check : check.id]);
        const isAsked = enabled && !tags.some((tag) => audit.tagExclude.includes(tag));
        return isAsked && (weighs(impact) || checks.some((check) => weighs(check?.impact)));
      });
      const { violations } = await run(asked.within, {
        resultTypes: ["violations"],
        runOnly: asked.rules ?? heavy.map(({ id }) => id),
        // What is told of an element is its beginning.
        selectors: false,
      });
      const bad = violations.filter(({ impact }) => weighs(impact ?? undefined));
      return bad.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 160)}`));
    },
    [SERIOUS, { within, rules: rules === "colours" ? COLOURS : null }] as const,
  );
}
