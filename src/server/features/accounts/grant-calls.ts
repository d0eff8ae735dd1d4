import { randomUUID } from "node:crypto";
import type { GrantsResult } from "../../../shared/protocol/screen.ts";
import type { Dict, Module } from "../../../shared/registry/model.ts";
import { mayGive } from "../../../shared/registry/rights/giving.ts";
import { badInput, isObject, jsonOf } from "../../base/params.ts";
import { profileOf, withOwnRights } from "../../base/viewer.ts";
import { sqlStore } from "../../engine/store/sql-store.ts";
import { ok } from "../../http/envelope.ts";
import { optionalCount, required, requiredId } from "../../http/required.ts";
import type { ModuleRoute } from "../../http/route.ts";
import type { QueryContext } from "../../query/context.ts";
import { audienceOfKind, groupRightsOf, modulesFor } from "./grantable.ts";
import { openGroup, writeGrants } from "./write-grants.ts";

/** What a group may do. */
export const getGrants: ModuleRoute = {
  path: "/Module/:mdl/GetGrants",
  access: { function: "grant" },
  handle: async ({ context, module, params }) => ok(await readGrants(context, module, requiredId(params, "id"))),
};

/** Makes a group hold exactly the rights of `grants`: JSON, module id to function keys; or all, with `all=true`. */
export const grant: ModuleRoute = {
  path: "/Module/:mdl/Grant",
  access: { function: "grant" },
  handle: async ({ context, module, params, requestKey }) => {
    const rowver = optionalCount(params, "rowver");
    if (rowver === undefined) throw badInput("缺少参数 rowver");
    const isAll = params.all === "true";
    const rights = isAll ? new Map<number, ReadonlySet<string>>() : readRights(required(params, "grants"));
    const request = { id: requiredId(params, "id"), rowver, isAll, rights, reqkey: requestKey ?? randomUUID() };
    return ok({ rowver: await writeGrants(context, module, request) });
  },
};

const MODULE_ID = /^\d{1,9}$/;
const KEY = /^[a-z]{1,20}$/;

/** `{"510":["query","export"]}`; a page is held only with 查询. */
function readRights(text: string): Map<number, ReadonlySet<string>> {
  const value = jsonOf(text);
  const isRight = isObject(value) && Object.entries(value).every(([id, keys]) => MODULE_ID.test(id) && isKeys(keys));
  if (!isRight) throw badInput("参数 grants 应为模块编号到功能键列表的JSON");
  const entries = Object.entries(value as Readonly<Record<string, readonly string[]>>);
  return new Map(entries.filter(([, keys]) => keys.length > 0).map(([id, keys]) => [Number(id), new Set(["query", ...keys])]));
}

function isKeys(value: unknown): boolean {
  return Array.isArray(value) && value.every((key) => KEY.test(String(key)));
}

/** What the group may do, page by page, and what of it this viewer may give or take. */
async function readGrants(ctx: QueryContext, module: Module, id: number): Promise<GrantsResult> {
  const { group, grants, match } = await openGroup(ctx, module, id);
  const { modules } = profileOf(ctx.registry, ctx.viewer.shopId);
  const held = groupRightsOf(modules, await sqlStore(ctx.db, ctx.viewer.shopId).find(grants, match));
  const audience = audienceOfKind(String(group.UserKind));
  const offered = modulesFor(modules, audience);
  const isAll = group.allModules === true;
  const pages = offered.map(({ module: page, functions }) => ({
    groupId: page.entry.groupId,
    MdlId: page.id,
    title: page.entry.title,
    functions: functions.map((key) => ({
      key,
      title: functionTitle(page, key, ctx.registry.functions),
      isHeld: isAll || held.get(page.id)?.has(key) === true,
      mayGrant: mayGive(withOwnRights(ctx.viewer), audience, page, key),
    })),
  }));
  return {
    isAll,
    mayGrantAll: ctx.viewer.hasAll && pages.every(({ functions }) => functions.every((each) => each.mayGrant)),
    groups: ctx.registry.groups
      .map(({ id: groupId, title }) => ({ title, modules: pages.filter((page) => page.groupId === groupId).map(withoutGroup) }))
      .filter((each) => each.modules.length > 0),
  };
}

/** What the page's own buttons call it; several buttons with one key are named together. */
export function functionTitle(page: Module, key: string, usual: Dict<string>): string {
  const titles = page.actions.filter((action) => action.functionKey === key).map(({ title }) => title);
  return titles.length === 0 ? (usual[key] ?? key) : [...new Set(titles)].join("/");
}

function withoutGroup({ MdlId, title, functions }: GrantsResult["groups"][number]["modules"][number]) {
  return { MdlId, title, functions };
}
