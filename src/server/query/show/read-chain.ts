import type { ChainStep } from "../../../shared/protocol/screen.ts";
import type { Module } from "../../../shared/registry/model.ts";
import { oneByOne } from "../../base/one-by-one.ts";
import { KEY } from "../../base/technical.ts";
import { askTogether, asOne } from "../asked.ts";
import type { QueryContext } from "../context.ts";
import { chainStep, type StepDraft } from "./chain-step.ts";
import { chainWays, type LinkedRows, linkedRows, ownRow, type Way } from "./linked-rows.ts";

/**
 * The documents before and after one that the viewer has been shown: what they amount to, what is missing of them, who acts next and
 * since when. Every kind is read by a page the viewer may open, under its conditions: what he could not find there is not named
 * here, and not followed. `open`: those pages.
 */
export async function readChain(ctx: QueryContext, module: Module, id: number, open: readonly Module[]): Promise<ChainStep[]> {
  const part = ctx.registry.entities[module.entity]?.chain;
  if (!part) return [];
  const found = await follow(ctx, module, id, chainPages(module, open));
  const steps = [...found.values()].sort((a, b) => a.part.place - b.part.place);
  // What has never been is told only where it is still to come.
  const told = steps.filter((step) => step.rows.length > 0 || (step.part.place > part.place && !step.part.isOptional));
  const drafts = await oneByOne(told, (step) => chainStep(step, step.plan.entity.name === module.entity));
  return withNext(drafts, part.place);
}

/** All that can be found of the same step is asked for together. */
async function follow(ctx: QueryContext, module: Module, id: number, pages: ReadonlyMap<string, Module>): Promise<Map<string, LinkedRows>> {
  const ways = chainWays(ctx.registry);
  const waysOf = (entity: string) => ways.get(entity) ?? [];
  const found = new Map<string, LinkedRows>();
  const start = ctx.registry.entities[module.entity]?.chain;
  if (!start) return found;
  let asked = [ownRow(ctx, module, start, id, waysOf(module.entity))];
  while (asked.length > 0) {
    const step = await withKin(ctx, waysOf, await askTogether<LinkedRows[]>(ctx, asked));
    for (const each of step) found.set(each.plan.entity.name, each);
    asked = step.flatMap(({ plan, rows }) =>
      waysOf(plan.entity.name).flatMap((way) => {
        const [page, part] = [pages.get(way.to), ctx.registry.entities[way.to]?.chain];
        return found.has(way.to) || !page || !part ? [] : [linkedRows(ctx, page, part, { rows, way }, waysOf(way.to))];
      }),
    );
  }
  return found;
}

/** With the documents of the same kind right before and after them, e.g. the statements that were carried into one. */
async function withKin(ctx: QueryContext, waysOf: (entity: string) => readonly Way[], step: readonly LinkedRows[]): Promise<LinkedRows[]> {
  const asked = step.map(({ plan: { entity, module }, part, rows }) => {
    const ways = waysOf(entity.name);
    const toKin = ways.filter(({ to }) => to === entity.name);
    return asOne<LinkedRows[]>(toKin.map((way) => linkedRows(ctx, module, part, { rows, way }, ways)));
  });
  const kin = await askTogether<LinkedRows[][]>(ctx, asked);
  return step.map(({ plan, part, rows, isCut }, at) => {
    const found = [...rows, ...(kin[at] ?? []).flatMap((each) => each.rows)];
    const sorted = [...new Map(found.map((row) => [Number(row[KEY]), row]))].sort(([a], [b]) => a - b);
    return { plan, part, rows: sorted.map(([, row]) => row), isCut: isCut || (kin[at] ?? []).some((each) => each.isCut) };
  });
}

/** What holds the chain up: the first that waits from the document on; where nothing there does, the first before it. */
function withNext(drafts: readonly StepDraft[], place: number): ChainStep[] {
  const waiting = drafts.filter(({ step }) => step.waits.length > 0);
  const next = waiting.find((draft) => draft.place >= place) ?? waiting[0];
  return drafts.map(({ step }) => ({
    ...step,
    waits: step.waits.map((wait, index) => ({ ...wait, isNext: step === next?.step && index === 0 })),
  }));
}

/**
 * By which page each kind of document of the chain is read: the page at hand for its own kind, else one that the viewer may open.
 * A page of all such documents goes before one of some. What the viewer has no page of, the chain does not name.
 */
function chainPages(module: Module, open: readonly Module[]): ReadonlyMap<string, Module> {
  const pages = new Map<string, Module>();
  const withDocuments = open.filter(({ sections, form }) => sections.length > 0 && form === null);
  for (const page of [module, ...withDocuments.filter(({ where }) => where === null), ...withDocuments])
    if (!pages.has(page.entity)) pages.set(page.entity, page);
  return pages;
}
