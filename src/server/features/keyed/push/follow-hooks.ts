import type { Registry } from "../../../../shared/registry/model.ts";
import { SHOP } from "../../../base/technical.ts";
import { profileOf, registryOf } from "../../../base/viewer.ts";
import type { Database, Db } from "../../../db/connect.ts";
import { sqlStore } from "../../../engine/store/sql-store.ts";
import { entityOf } from "../../../engine/values/names.ts";
import { PushHookStt } from "../../../generated/entities.ts";
import { beginFeed, findFeed, followEvents } from "../../../tables/feed/begin-feed.ts";
import { FEED_TABLE } from "../../../tables/feed/feed-tables.ts";
import { scopesIn } from "../key/scopes.ts";
import { shapeOf } from "../out/feed-shape.ts";

/** Entities that the running subscriptions of a shop are told of; and those of whose transitions they are. */
export interface Followed {
  readonly rows: ReadonlySet<string>;
  readonly events: ReadonlySet<string>;
}

/** What the running subscriptions follow, by shop. */
export async function followedByHooks(db: Db, registry: Registry): Promise<ReadonlyMap<string, Followed>> {
  const shops = await db.selectFrom("_push_hook").select("SHOP_ID").distinct().orderBy("SHOP_ID").execute();
  const all = new Map<string, Followed>();
  for (const { SHOP_ID } of shops) {
    const shop = String(SHOP_ID);
    const own = registryOf(registry, shop);
    const { modules } = profileOf(own, shop);
    const hooks = await sqlStore(db, shop).find(entityOf(own, "PushHook"), { stt: PushHookStt.running });
    const scopes = hooks.flatMap(({ EventKeys }) => scopesIn(EventKeys ?? "") ?? []);
    const named = (isMeant: (act: string) => boolean) =>
      new Set(scopes.filter(({ act }) => isMeant(act)).flatMap(({ module }) => modules[module]?.entity ?? []));
    all.set(shop, { rows: named(() => true), events: named((act) => act === "transition") });
  }
  return all;
}

/** Lets tables note what subscriptions are told of, where they do not yet. */
export async function followHooks(database: Database, registry: Registry): Promise<void> {
  const { kysely } = database;
  const hooks = await followedByHooks(kysely, registry);
  const told = await kysely.selectFrom(FEED_TABLE).select([SHOP, "entity"]).where("noted", "=", "events").execute();
  const shops = new Set([...hooks.keys(), ...told.map((one) => String(one[SHOP]))]);
  for (const shop of shops) {
    const { rows, events } = hooks.get(shop) ?? { rows: new Set<string>(), events: new Set<string>() };
    const own = registryOf(registry, shop);
    const shapes = [...rows].map((name) => shapeOf(own, entityOf<string>(own, name)));
    const feeds = await Promise.all(shapes.map((shape) => findFeed(kysely, shop, shape)));
    const missing = shapes.filter((_shape, index) => feeds[index]?.isReady !== true);
    const known = new Set(told.filter((one) => one[SHOP] === shop).map(({ entity }) => String(entity)));
    const isTold = known.size === events.size && [...events].every((entity) => known.has(entity));
    if (missing.length === 0 && isTold) continue;
    await database.withoutTimeouts(async (owner) => {
      for (const shape of missing) await beginFeed(owner, shop, shape);
      if (!isTold) await followEvents(owner, shop, entityOf(own, "EventLog").table, [...events]);
    });
  }
}
