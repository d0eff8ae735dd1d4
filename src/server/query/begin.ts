import { sql } from "kysely";
import type { HomeBegin } from "../../shared/protocol/home.ts";
import type { Module } from "../../shared/registry/model.ts";
import { writingRights } from "../../shared/registry/rights/form-shape.ts";
import type { QueryContext } from "./context.ts";
import { listPlan } from "./list-plan.ts";

/** What a new shop has yet to do on these pages, of what the viewer may do, in its order. */
export async function readBegin(ctx: QueryContext, modules: readonly Module[]): Promise<HomeBegin[]> {
  const missing = await Promise.all(modules.map(async (module) => ((await isMissing(ctx, module)) ? [module] : [])));
  const rank = ({ begin }: Module) => begin?.rank ?? 0;
  return missing
    .flat()
    .sort((a, b) => rank(a) - rank(b))
    .map(({ id, entry, begin }) => ({ mdl: id, path: entry.path, title: begin?.title ?? "", page: entry.title }));
}

async function isMissing(ctx: QueryContext, module: Module): Promise<boolean> {
  const entity = ctx.registry.entities[module.entity];
  if (module.begin === null || entity === undefined || !writingRights(ctx.viewer, module, entity).create) return false;
  const { rows } = module.begin;
  const found = await listPlan(ctx, module).rows(null).select(sql`1`.as("one")).limit(rows).execute();
  return found.length < rows;
}
