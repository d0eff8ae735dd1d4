import type { Entity, Registry } from "../../../../shared/registry/model.ts";
import type { Db } from "../../../db/connect.ts";
import { forTenant } from "../../../db/driver/tenant-statements.ts";
import { lockFeeds } from "../../../tables/feed/lock-feeds.ts";
import { type Change, turnNotes } from "../../../tables/feed/turn-notes.ts";
import { shapeOf } from "./feed-shape.ts";

/** What is done with changes in the transaction that gives them their places. */
export type Taking = (trx: Db, shop: string, entity: Entity, changes: readonly Change[]) => Promise<void>;

/**
 * Gives all committed changes of a shop's entity their places, and lets whoever wants to know of them note it in the same transaction: once
 * for each change, also when the server dies on the way. Several servers may do it at once.
 */
export async function turnFeed(db: Db, registry: Registry, shop: string, entity: Entity, taking: Taking): Promise<void> {
  const shape = shapeOf(registry, entity);
  for (;;) {
    const left = await db.transaction().execute(async (trx) => {
      await lockFeeds(trx, shop);
      const { taken, changes } = await turnNotes(forTenant(trx, { as: "shop", shop }), shop, shape);
      if (changes.length > 0) await taking(trx, shop, entity, changes);
      return taken;
    });
    if (left === 0) return;
  }
}
