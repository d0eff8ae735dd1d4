import type { Registry } from "../../../../shared/registry/model.ts";
import { allEnded } from "../../../base/all-ended.ts";
import { SHOP } from "../../../base/technical.ts";
import { registryOf } from "../../../base/viewer.ts";
import type { Database } from "../../../db/connect.ts";
import { FEED_NOTE } from "../../../tables/feed/feed-tables.ts";
import { type Taking, turnFeed } from "../out/turn-feed.ts";
import { type Delivering, deliverNext } from "./deliver.ts";
import { followHooks } from "./follow-hooks.ts";

/** What subscriptions are served with. */
export interface PushDeps extends Delivering {
  readonly database: Database;
  readonly taking: Taking;
}

/** Subscriptions at a time. */
const AT_ONCE = 4;

/** One round: tables note what is subscribed to, changes get their places, and what waits is sent. Several servers may do it at once. */
export async function runPushes(deps: PushDeps, isStopping: () => boolean = () => false): Promise<void> {
  const { database, registry } = deps;
  await followHooks(database, registry());
  await turnFeeds(deps, registry());
  const work = async () => {
    while (!isStopping() && (await deliverNext(deps, isStopping)));
  };
  await allEnded(Array.from({ length: AT_ONCE }, work));
}

/** Of whatever has notes: whoever takes changes out finds few that wait. */
async function turnFeeds({ database: { kysely }, taking }: PushDeps, registry: Registry): Promise<void> {
  const waiting = await kysely.selectFrom(FEED_NOTE).select([SHOP, "entity"]).distinct().orderBy(SHOP).orderBy("entity").execute();
  for (const { [SHOP]: shop, entity } of waiting) {
    const own = registryOf(registry, String(shop));
    const found = own.entities[String(entity)];
    if (found !== undefined) await turnFeed(kysely, own, String(shop), found, taking);
  }
}
