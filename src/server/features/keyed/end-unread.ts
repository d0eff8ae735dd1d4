import { dayOf } from "../../../shared/domain/day.ts";
import type { Registry } from "../../../shared/registry/model.ts";
import { profileOf, registryOf } from "../../base/viewer.ts";
import type { Database, Db } from "../../db/connect.ts";
import { sqlStore } from "../../engine/store/sql-store.ts";
import { entityOf } from "../../engine/values/names.ts";
import { ApiKeyStt } from "../../generated/entities.ts";
import { endFeeds } from "../../tables/feed/begin-feed.ts";
import { OUT } from "./key/acts.ts";
import { scopesIn } from "./key/scopes.ts";
import { followedByHooks } from "./push/follow-hooks.ts";

/** Ends the feeds that no key in use opens and no running subscription follows: their tables cost nothing any more. */
export function endUnread(database: Database, registry: Registry, now: Date): Promise<void> {
  // The embedded engine has one connection: it must not be asked for while the owner has it.
  return database.withoutTimeouts((owner) =>
    endFeeds(
      owner,
      async (shop, entity) => (await isOpen(owner, registry, shop, entity, now)) || (await isFollowed(owner, registry, shop, entity)),
    ),
  );
}

async function isFollowed(db: Db, registry: Registry, shop: string, entity: string): Promise<boolean> {
  return (await followedByHooks(db, registry)).get(shop)?.rows.has(entity) === true;
}

async function isOpen(db: Db, registry: Registry, shop: string, entity: string, now: Date): Promise<boolean> {
  const own = registryOf(registry, shop);
  const { modules } = profileOf(own, shop);
  const keys = await sqlStore(db, shop).find(entityOf(own, "ApiKey"), { stt: ApiKeyStt.issued });
  return keys
    .filter(({ expires }) => expires === null || expires >= dayOf(now))
    .flatMap(({ ScopeKeys }) => scopesIn(ScopeKeys ?? "") ?? [])
    .some(({ module, act }) => act === OUT && modules[module]?.entity === entity);
}
