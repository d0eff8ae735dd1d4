import type { Row } from "../../../shared/domain/cell.ts";
import { ApiError, CODE } from "../../../shared/protocol/envelope.ts";
import type { Entity, Module } from "../../../shared/registry/model.ts";
import { entityOf } from "../../engine/values/names.ts";
import type { QueryContext } from "../../query/context.ts";
import { listPlan } from "../../query/list-plan.ts";
import { readByIds } from "../../query/rows-by-ids.ts";

export interface OpenGroup {
  readonly group: Row;
  readonly groups: Entity;
  /** One row per group and module. */
  readonly grants: Entity;
  /** Grants of the group equal this. */
  readonly match: Row;
}

/** The group with this id within the page's rows, with where its rights are kept; Code 404 where there is none. */
export async function openGroup(ctx: QueryContext, module: Module, id: number): Promise<OpenGroup> {
  if (module.tree === null) throw new ApiError(CODE.badInput, "本模块没有授权功能");
  const plan = listPlan(ctx, module);
  const [group] = await readByIds(plan, [id], ["UserKind", "allModules", "rowver", module.tree.key]);
  if (!group) throw new Error("readByIds answers every id or throws");
  const { key } = module.tree;
  return { group, groups: plan.entity, grants: entityOf(ctx.registry, module.tree.grants), match: { [key]: group[key] ?? null } };
}
