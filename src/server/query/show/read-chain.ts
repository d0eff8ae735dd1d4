import type { ChainStep } from "../../../shared/protocol/screen.ts";
import type { Module } from "../../../shared/registry/model.ts";
import { oneByOne } from "../../base/one-by-one.ts";
import { KEY } from "../../base/technical.ts";
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

async function follow(ctx: QueryContext, module: Module, id: number, pages: ReadonlyMap<string, Module>): Promise<Map<string, LinkedRows>> {
  const ways = chainWays(ctx.registry);
  const waysOf = (entity: string) => ways.get(entity) ?? [];
  const found = new Map<string, LinkedRows>();
  const start = ctx.registry.entities[module.entity]?.chain;
  if (!start) return found;
  found.set(module.entity, await withKin(ctx, module, waysOf(module.entity), await ownRow(ctx, module, start, id, waysOf(module.entity))));
  const queue = [module.entity];
  for (let from = queue.shift(); from !== undefined; from = queue.shift()) {
    for (const way of waysOf(from)) {
      const [page, part] = [pages.get(way.to), ctx.registry.entities[way.to]?.chain];
      if (found.has(way.to) || !page || !part) continue;
      const { rows = [] } = found.get(from) ?? {};
      found.set(way.to, await withKin(ctx, page, waysOf(way.to), await linkedRows(ctx, page, part, { rows, way }, waysOf(way.to))));
      queue.push(way.to);
    }
  }
  return found;
}

/** With the documents of the same kind right before and after them, e.g. the statements that were carried into one. */
async function withKin(ctx: QueryContext, page: Module, ways: readonly Way[], found: LinkedRows): Promise<LinkedRows> {
  const { plan, part, rows } = found;
  const rowsById = new Map(rows.map((row) => [Number(row[KEY]), row]));
  let { isCut } = found;
  for (const way of ways.filter(({ to }) => to === plan.entity.name)) {
    const kin = await linkedRows(ctx, page, part, { rows, way }, ways);
    for (const row of kin.rows) rowsById.set(Number(row[KEY]), row);
    isCut ||= kin.isCut;
  }
  return { plan, part, rows: [...rowsById].sort(([a], [b]) => a - b).map(([, row]) => row), isCut };
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
