import { sql } from "kysely";
import type { HomeBegin } from "../../shared/protocol/home.ts";
import type { Module } from "../../shared/registry/model.ts";
import { writingRights } from "../../shared/registry/rights/form-shape.ts";
import { oneByOne } from "../base/one-by-one.ts";
import type { QueryContext } from "./context.ts";
import { listPlan } from "./list-plan.ts";

/** What a new shop has yet to do on these pages, of what the viewer may do, in its order. */
export async function readBegin(ctx: QueryContext, modules: readonly Module[]): Promise<HomeBegin[]> {
  const asked = modules.filter((module) => maySetUp(ctx, module));
  // What a mall has a page of its own for it does there.
  const own = new Set(asked.filter(isForMalls).map(rankOf));
  const meant = asked.filter((module) => isForMalls(module) || !own.has(rankOf(module)));
  const missing = await oneByOne(meant, async (module) => ((await isMissing(ctx, module)) ? [module] : []));
  return missing
    .flat()
    .sort((a, b) => rankOf(a) - rankOf(b))
    .map(({ id, entry, begin }) => ({ mdl: id, path: entry.path, title: begin?.title ?? "", page: entry.title }));
}

function maySetUp(ctx: QueryContext, module: Module): boolean {
  const entity = ctx.registry.entities[module.entity];
  return module.begin !== null && entity !== undefined && writingRights(ctx.viewer, module, entity).create;
}

const rankOf = ({ begin }: Module): number => begin?.rank ?? 0;
const isForMalls = ({ audience }: Module): boolean => audience.every((side) => side === "mall");

async function isMissing(ctx: QueryContext, module: Module): Promise<boolean> {
  const rows = module.begin?.rows ?? 1;
  const counted = ctx.registry.modules[String(module.begin?.counts)] ?? module;
  const found = await listPlan(ctx, counted).rows(null).select(sql`1`.as("one")).limit(rows).execute();
  return found.length < rows;
}
