import type { Row } from "../../../shared/domain/cell.ts";
import { dayOf, timeOf } from "../../../shared/domain/day.ts";
import type { Entity, Module, Registry } from "../../../shared/registry/model.ts";
import type { Viewer } from "../../base/viewer.ts";
import type { Db } from "../../db/connect.ts";
import { sqlStore } from "../../engine/store/sql-store.ts";
import type { Services } from "../../http/services.ts";

/** The counter of a running server. */
export const counters = new WeakMap<Services, UsageCounter>();

const LOG = "UsageLog";

interface Visits {
  readonly shopId: string;
  readonly key: Row;
  readonly fresh: Row;
  readonly by: { visits: number; seconds: number };
  last: string;
}

/** Counts who opens which page on which day, in memory: a list must not cost a write. What is counted is written by {@link flush}. */
export class UsageCounter {
  #visits = new Map<string, Visits>();

  /** Somebody opened a page or asked it anew, or looked at it so long. */
  add(viewer: Viewer, module: Module, now: Date, more: Visits["by"]): void {
    const busdate = dayOf(now);
    const id = JSON.stringify([viewer.shopId, viewer.userId, module.id, busdate]);
    const known = this.#visits.get(id);
    const last = timeOf(now);
    if (known) {
      known.by.visits += more.visits;
      known.by.seconds += more.seconds;
      known.last = last;
      return;
    }
    const isSupplier = viewer.side === "supplier";
    this.#visits.set(id, {
      shopId: viewer.shopId,
      key: { USER_ID: viewer.userId, MdlId: module.id, busdate },
      fresh: {
        UsrName: viewer.userName,
        provid: isSupplier ? viewer.provId : null,
        Provider: isSupplier ? viewer.provName : null,
        title: module.entry.title,
      },
      by: { ...more },
      last,
    });
  }

  /** Adds what was counted to the log. What cannot be written is counted on. */
  async flush(db: Db, registry: Registry): Promise<void> {
    const entity = registry.entities[LOG];
    const visits = [...this.#visits.values()];
    this.#visits = new Map();
    if (entity === undefined || visits.length === 0) return;
    try {
      await db.transaction().execute(async (trx) => {
        for (const shopId of new Set(visits.map((each) => each.shopId))) await write(trx, entity, shopId, visits);
      });
    } catch (error) {
      for (const each of visits) {
        const id = JSON.stringify([each.shopId, ...Object.values(each.key)]);
        const later = this.#visits.get(id);
        if (later) {
          later.by.visits += each.by.visits;
          later.by.seconds += each.by.seconds;
        } else this.#visits.set(id, each);
      }
      throw error;
    }
  }
}

async function write(trx: Db, entity: Entity, shopId: string, visits: readonly Visits[]): Promise<void> {
  const store = sqlStore(trx, shopId);
  // In the order of their keys, so that two servers never wait for each other.
  const own = visits.filter((each) => each.shopId === shopId).sort((a, b) => (JSON.stringify(a.key) < JSON.stringify(b.key) ? -1 : 1));
  const entries = own.map(({ key, fresh, by }) => ({ key, by, fresh }));
  await store.upsertAdd(entity, entries);
  for (const { key, last } of own) await store.update(entity, key, { lasttime: last });
}
