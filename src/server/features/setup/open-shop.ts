import { randomUUID } from "node:crypto";
import { timeOf } from "../../../shared/domain/day.ts";
import type { Registry, StandardGroup } from "../../../shared/registry/model.ts";
import { setPassword } from "../../auth/credentials.ts";
import { profileOf, registryOf } from "../../base/viewer.ts";
import type { Db } from "../../db/connect.ts";
import { forTenant } from "../../db/driver/tenant-statements.ts";
import type { Work } from "../../engine/effects/effect.ts";
import { writeEvent } from "../../engine/event-log.ts";
import { fitSettings } from "../../engine/setting-rows.ts";
import { sqlStore } from "../../engine/store/sql-store.ts";
import type { Store } from "../../engine/store/store.ts";
import { freshRow } from "../../engine/store/stored-fields.ts";
import { systemWork } from "../../engine/system.ts";
import { entityOf } from "../../engine/values/names.ts";
import type { UserRow } from "../../generated/entities.ts";
import { withShopProfiles } from "../../registry/shop-profiles.ts";
import { audienceOfKind, modulesFor } from "../accounts/feature.ts";
import { keepShopProfile } from "./shop-profiles.ts";

/** A shop that is to be opened. */
export interface NewShop {
  readonly id: string;
  readonly name: string;
  readonly kind: "mall" | "retail";
  /** The mall whose market it belongs to; null: none. */
  readonly market: string | null;
  readonly profile: string;
}

/** The work of a shop that is being opened, in the transaction that opens it. */
export interface OpenedShop {
  readonly store: Store;
  readonly work: Work;
  readonly kind: NewShop["kind"];
}

/** Writes the shop itself; then all that it begins with. */
export async function openShop(trx: Db, registry: Registry, shop: NewShop, now: Date): Promise<OpenedShop> {
  const entity = entityOf(registry, "Shop");
  const row = freshRow(entity, shop.id, {
    SHOP_ID: shop.id,
    ShopName: shop.name,
    ShopKind: shop.kind,
    MarketId: shop.market,
    ProfileKey: shop.profile,
  });
  const own = forTenant(trx, { as: "shop", shop: shop.id });
  const { Id } = await own.insertInto(entity.table).values(row).returning("Id").executeTakeFirstOrThrow();
  const opened = await beginShop(trx, registry, shop, now);
  await writeEvent(opened.store, opened.work, entity, { ...row, Id: Number(Id) }, { action: "create", from: null, to: null });
  return opened;
}

/** What a shop has from its first day: its profile, the standard groups of users, and its settings. */
async function beginShop(trx: Db, registry: Registry, shop: NewShop, now: Date): Promise<OpenedShop> {
  if (registry.shopProfiles[shop.id] === undefined) await keepShopProfile(trx, shop.id, shop.profile);
  const known = registryOf(withShopProfiles(registry, { [shop.id]: shop.profile }), shop.id);
  const opened = { store: sqlStore(trx, shop.id), work: systemWork(known, shop.id, now, randomUUID()), kind: shop.kind };
  for (const [id, group] of Object.entries(known.userGroups)) await makeGroup(opened, id, group);
  await fitSettings(opened.store, known, now);
  return opened;
}

async function makeGroup({ store, work, kind }: OpenedShop, GroupId: string, group: StandardGroup): Promise<void> {
  const { registry, actor, now } = work;
  const UserKind = group.kind === "own" ? kind : group.kind;
  const row = { GroupId, GroupName: group.title, UserKind, allModules: group.hasAll, creator: actor.userName, createtime: timeOf(now) };
  await store.insert(entityOf(registry, "UserGroup"), [row]);
  const grants = modulesFor(profileOf(registry, store.shopId).modules, audienceOfKind(UserKind)).flatMap(({ module, functions }) => {
    const grant = group.grants.find(({ pages }) => pages.includes(module.id));
    const held = functions.filter((key) => grant?.functions?.includes(key) ?? true);
    return grant === undefined ? [] : [{ GroupId, MdlId: module.id, Funcs: held.join() }];
  });
  await store.insert(entityOf(registry, "GroupModule"), grants);
}

/** An administrator, by the hash of his password. `givenAt`: when somebody else gave it to him; null: he chose it. */
export interface Administrator {
  readonly user: string;
  readonly userName: string;
  readonly hash: string;
  readonly givenAt: Date | null;
}

/** Makes the shop's first user, who may do everything. */
export async function makeAdministrator(opened: OpenedShop, trx: Db, { user, userName, hash, givenAt }: Administrator): Promise<void> {
  const { store, work, kind } = opened;
  const { registry, actor, now } = work;
  const [group] = Object.entries(registry.userGroups).find(([, { kind: of, hasAll }]) => of === "own" && hasAll) ?? [];
  if (group === undefined) throw new Error("no standard group holds everything: schemas/shared/groups.json");
  const users = entityOf(registry, "User");
  const [row] = await store.insert(users, [
    {
      USER_ID: user,
      UsrName: userName,
      UserKind: kind,
      GroupId: group,
      isconfirm: profileOf(registry, store.shopId).flags.confirmParty !== "supplier",
      pwdtime: givenAt === null ? timeOf(now) : null,
      creator: actor.userName,
      createtime: timeOf(now),
    },
  ]);
  await setPassword(trx, user, hash, givenAt);
  await writeEvent(store, work, users, row as UserRow, { action: "create", from: null, to: null });
}
