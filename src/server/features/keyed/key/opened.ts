import { routeRefusal } from "../../../../shared/domain/route-refusal.ts";
import type { Registry } from "../../../../shared/registry/model.ts";
import { openAddresses } from "../../../../shared/registry/rights/contract.ts";
import { accounts, isUsable, viewerOf } from "../../../auth/account.ts";
import { contractState } from "../../../auth/authorize.ts";
import { SIGN_IN } from "../../../base/tenant.ts";
import { profileOf, type Viewer } from "../../../base/viewer.ts";
import type { Db } from "../../../db/connect.ts";
import { forTenant } from "../../../db/driver/tenant-statements.ts";
import type { QueryContext } from "../../../query/context.ts";
import type { ActsOfPage } from "./acts.ts";
import { scopesIn } from "./scopes.ts";

/** What somebody has opened to programs: by a key, or by a subscription. */
export interface Opening {
  readonly shop: string;
  /** Account of who answers for it. */
  readonly owner: string;
  /** What was ticked. */
  readonly scopes: string;
  /** How what is done by it is signed. */
  readonly signature: string;
}

/** What is open at this moment. */
export interface Opened {
  /** Who answers for it, with nothing but what is open. */
  readonly context: QueryContext;
  readonly acts: readonly ActsOfPage[];
}

/** Where it is looked up; `registry` as the shop has it. */
export interface Desk {
  readonly db: Db;
  readonly registry: Registry;
  readonly now: Date;
}

/**
 * What of an opening is open now: what was ticked, and of that only what the one who answers for it holds now himself, on pages that his
 * shop's contract leaves open. null: nobody in use answers for it.
 *
 * @param offered what somebody may open
 */
export async function openedNow(
  { db, registry, now }: Desk,
  { shop, owner: account, scopes, signature }: Opening,
  offered: (registry: Registry, owner: Viewer) => readonly ActsOfPage[],
): Promise<Opened | null> {
  const owner = await readOwner({ db, registry, now }, account, shop);
  if (owner === null) return null;
  const ticked = scopesIn(scopes) ?? [];
  const acts = offered(registry, owner.viewer).flatMap(({ module, entity, acts: held }) => {
    const open = held.filter(({ name }) => ticked.some((scope) => scope.module === module.id && scope.act === name));
    return open.length === 0 || routeRefusal(module.entry, true, owner.limit) !== null ? [] : [{ module, entity, acts: open }];
  });
  const rights = new Map(acts.map((page) => [page.module.id, functionsOf(page, owner.viewer)]));
  const viewer: Viewer = { ...owner.viewer, userName: signature, hasAll: false, isConfirm: false, rights, delegated: undefined };
  return { acts, context: { db: forTenant(db, { as: "shop", shop }), registry, viewer, now } };
}

/** What these acts take, and what of the rest that goes along with them is held. */
function functionsOf({ module, acts }: ActsOfPage, { rights }: Viewer): ReadonlySet<string> {
  const isHeld = (key: string) => rights.get(module.id)?.has(key) === true;
  return new Set(acts.flatMap(({ functions, along }) => [...functions, ...along.filter(isHeld)]));
}

/** Who answers, with his own rights, and the only addresses that his shop's contract leaves open; null: nobody in use. */
async function readOwner({ db, registry, now }: Desk, account: string, shop: string) {
  const found = await accounts(forTenant(db, SIGN_IN), registry).where("u.USER_ID", "=", account).executeTakeFirst();
  // guard scope as found === undefined || !isUsable(found): tests/server/keyed/keys.test.ts
  // guard key as found === undefined || found.SHOP_ID !== shop: tests/server/keyed/keys.test.ts
  if (found === undefined || found.SHOP_ID !== shop || !isUsable(found)) return null;
  const viewer = viewerOf(found, registry);
  const isOut = contractState(found.contractend, now).isout === 0;
  return viewer.side === "shop" ? { viewer, limit: openAddresses(registry, profileOf(registry, shop), viewer.side, isOut) } : null;
}
