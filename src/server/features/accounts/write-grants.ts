import type { Row } from "../../../shared/domain/cell.ts";
import { ApiError, CODE } from "../../../shared/protocol/envelope.ts";
import type { Entity, Module } from "../../../shared/registry/model.ts";
import { profileOf } from "../../base/viewer.ts";
import { retrying } from "../../db/errors.ts";
import { writeEvent } from "../../engine/event-log.ts";
import { guardRights } from "../../engine/rights-guard.ts";
import { userWork } from "../../engine/run-work.ts";
import { sqlStore } from "../../engine/store/sql-store.ts";
import type { Store } from "../../engine/store/store.ts";
import { entityOf } from "../../engine/values/names.ts";
import type { QueryContext } from "../../query/context.ts";
import { listPlan } from "../../query/list-plan.ts";
import { readByIds } from "../../query/rows-by-ids.ts";
import { audienceOfKind, type GroupRights, groupRightsOf, modulesFor } from "./grantable.ts";

export interface GrantRequest {
  readonly id: number;
  /** The version of the group the user looked at. */
  readonly rowver: number;
  /** Every module of its kind, later ones included. */
  readonly isAll: boolean;
  /** What the group is to hold; left out where it is to hold all. */
  readonly rights: GroupRights;
  readonly reqkey: string;
}

/**
 * Makes the group hold exactly these rights. Throws an ApiError: 409 somebody changed the group meanwhile, 400 a right that
 * means nothing there, 403 a difference that the viewer may not make. Returns the group's new version.
 */
export function writeGrants(ctx: QueryContext, module: Module, request: GrantRequest): Promise<number> {
  return retrying(() =>
    ctx.db.transaction().execute(async (trx) => {
      const inside = { ...ctx, db: trx };
      const { store, judge } = await guardRights(sqlStore(trx, ctx.viewer.shopId), ctx.registry, ctx.viewer, module.entity);
      const open = await openGroup(inside, module, request.id);
      const [locked] = await store.lock(open.groups, [request.id]);
      // guard check: tests/server/app/grants.test.ts
      if (!locked || locked.rowver !== request.rowver) throw new ApiError(CODE.conflict, ctx.registry.messages.STALE);
      const { modules } = profileOf(ctx.registry, ctx.viewer.shopId);
      const held = groupRightsOf(modules, await store.find(open.grants, open.match, true));
      const before = { isAll: open.group.allModules === true, rights: held };
      const changes = changesOf(ctx, String(open.group.UserKind), before, request);
      await keepRights(store, open, held, request);
      await store.update(open.groups, { Id: request.id }, { allModules: request.isAll });
      // guard key: tests/server/app/grants.test.ts
      await judge();
      await writeEvent(store, userWork(ctx, module, request.reqkey, changes), open.groups, locked, {
        action: "grant",
        from: null,
        to: null,
      });
      return request.rowver + 1;
    }),
  );
}

interface Held {
  readonly isAll: boolean;
  readonly rights: GroupRights;
}

const MOST_NAMED = 10;

/** What changes, in words for the history. Throws for rights that mean nothing there; who may change what the guard of rights says. */
function changesOf(ctx: QueryContext, kind: string, before: Held, after: Held): string {
  const { modules } = profileOf(ctx.registry, ctx.viewer.shopId);
  const offered = modulesFor(modules, audienceOfKind(kind));
  const known = new Map(offered.map(({ module, functions }) => [module.id, functions]));
  for (const [id, keys] of after.rights) {
    const strange = [...keys].filter((key) => !known.get(id)?.includes(key));
    // guard check: tests/server/app/grants.test.ts
    if (!known.has(id) || strange.length > 0) throw new ApiError(CODE.badInput, `模块 ${id} 没有可授权的功能 ${strange.join(",")}`);
  }
  const holds = ({ isAll, rights }: Held, id: number, key: string) => isAll || rights.get(id)?.has(key) === true;
  const changed = offered.flatMap(({ module, functions }) =>
    functions.filter((key) => holds(before, module.id, key) !== holds(after, module.id, key)).map((key) => ({ module, key })),
  );
  if (before.isAll !== after.isAll) return after.isAll ? "授予全部模块" : "改为逐项授权";
  return changed.length === 0 ? "" : `变更：${named(changed)}`;
}

function named(rights: readonly { readonly module: Module; readonly key: string }[]): string {
  const names = rights.slice(0, MOST_NAMED).map(({ module, key }) => `${module.entry.title}.${key}`);
  return names.join("、") + (rights.length > MOST_NAMED ? ` 等 ${rights.length} 项` : "");
}

/** One row per module; a group that holds all keeps none. */
async function keepRights(store: Store, { grants, match }: OpenGroup, held: GroupRights, { isAll, rights }: GrantRequest): Promise<void> {
  const wanted = isAll ? new Map<number, ReadonlySet<string>>() : rights;
  for (const id of held.keys()) if (!wanted.has(id)) await store.remove(grants, { ...match, MdlId: id });
  for (const [id, keys] of wanted) {
    const Funcs = [...keys].sort().join(",");
    const row = { ...match, MdlId: id };
    if ([...(held.get(id) ?? [])].sort().join(",") === Funcs && held.has(id)) continue;
    if (held.has(id)) await store.update(grants, row, { Funcs });
    else await store.insert(grants, [{ ...row, Funcs }]);
  }
}

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
