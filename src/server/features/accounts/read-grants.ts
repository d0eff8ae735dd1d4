import type { GrantsResult } from "../../../shared/protocol/screen.ts";
import type { Dict, Module } from "../../../shared/registry/model.ts";
import { profileOf } from "../../base/viewer.ts";
import { sqlStore } from "../../engine/store/sql-store.ts";
import type { QueryContext } from "../../query/context.ts";
import { audienceOfKind, mayGrant, modulesFor } from "./grantable.ts";
import { groupRightsOf } from "./group-rights.ts";
import { openGroup } from "./open-group.ts";

/** What the group may do, page by page, and what of it this viewer may give or take. */
export async function readGrants(ctx: QueryContext, module: Module, id: number): Promise<GrantsResult> {
  const { group, grants, match } = await openGroup(ctx, module, id);
  const { modules } = profileOf(ctx.registry, ctx.viewer.shopId);
  const held = groupRightsOf(modules, await sqlStore(ctx.db, ctx.viewer.shopId).find(grants, match));
  const offered = modulesFor(modules, audienceOfKind(String(group.UserKind)));
  const isAll = group.allModules === true;
  const pages = offered.map(({ module: page, functions }) => ({
    groupId: page.entry.groupId,
    MdlId: page.id,
    title: page.entry.title,
    functions: functions.map((key) => ({
      key,
      title: titleOf(page, key, ctx.registry.functions),
      isHeld: isAll || held.get(page.id)?.has(key) === true,
      mayGrant: mayGrant(ctx.viewer, page, key),
    })),
  }));
  return {
    isAll,
    mayGrantAll: pages.every(({ functions }) => functions.every((each) => each.mayGrant)),
    groups: ctx.registry.groups
      .map(({ id: groupId, title }) => ({ title, modules: pages.filter((page) => page.groupId === groupId).map(withoutGroup) }))
      .filter((each) => each.modules.length > 0),
  };
}

/** What the page's own buttons call it; several buttons with one key are named together. */
function titleOf(page: Module, key: string, usual: Dict<string>): string {
  const titles = page.actions.filter((action) => action.functionKey === key).map(({ title }) => title);
  return titles.length === 0 ? (usual[key] ?? key) : [...new Set(titles)].join("/");
}

function withoutGroup({ MdlId, title, functions }: GrantsResult["groups"][number]["modules"][number]) {
  return { MdlId, title, functions };
}
