import type { Row } from "../../../shared/domain/cell.ts";
import { dayOf, timeOf } from "../../../shared/domain/day.ts";
import type { Entity, Module, Registry } from "../../../shared/registry/model.ts";
import type { Viewer } from "../../base/viewer.ts";
import type { Db } from "../../db/connect.ts";
import { sqlStore } from "../../engine/store/sql-store.ts";
import type { Feature } from "../../http/feature.ts";
import type { Services } from "../../http/services.ts";

const FLUSH_MS = 30_000;

const counters = new WeakMap<Services, UsageCounter>();

/** Who opens which page how often. Counted in memory and written now and then, and when the server stops. */
export const usage: Feature = {
  name: "usage",
  needs: {
    UsageLog: {
      fields: {
        USER_ID: "string",
        MdlId: "int",
        busdate: "date",
        UsrName: "string",
        provid: "string",
        Provider: "string",
        title: "string",
        visits: "int",
        lasttime: "datetime",
      },
    },
  },
  opened: (services, viewer, page) => counters.get(services)?.add(viewer, page, services.now()),
  start(app, services) {
    const { database, registry } = services;
    const counter = new UsageCounter();
    counters.set(services, counter);
    const flush = () =>
      counter.flush(database.kysely, registry.current()).catch((error: Error) => app.log.warn(error, "usage not written yet"));
    const timer = setInterval(() => void flush(), FLUSH_MS).unref();
    app.addHook("onClose", async () => {
      clearInterval(timer);
      await flush();
    });
  },
};

const LOG = "UsageLog";

interface Visits {
  readonly shopId: string;
  readonly key: Row;
  readonly fresh: Row;
  count: number;
  last: string;
}

/** Counts who opens which page on which day, in memory: a list must not cost a write. What is counted is written by {@link flush}. */
class UsageCounter {
  #visits = new Map<string, Visits>();

  /** Somebody opened a page or asked it anew. */
  add(viewer: Viewer, module: Module, now: Date): void {
    const busdate = dayOf(now);
    const id = JSON.stringify([viewer.shopId, viewer.userId, module.id, busdate]);
    const known = this.#visits.get(id);
    const last = timeOf(now);
    if (known) {
      known.count += 1;
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
      count: 1,
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
        if (later) later.count += each.count;
        else this.#visits.set(id, each);
      }
      throw error;
    }
  }
}

async function write(trx: Db, entity: Entity, shopId: string, visits: readonly Visits[]): Promise<void> {
  const store = sqlStore(trx, shopId);
  // In the order of their keys, so that two servers never wait for each other.
  const own = visits.filter((each) => each.shopId === shopId).sort((a, b) => (JSON.stringify(a.key) < JSON.stringify(b.key) ? -1 : 1));
  const entries = own.map(({ key, fresh, count }) => ({ key, by: { visits: count }, fresh }));
  await store.upsertAdd(entity, entries);
  for (const { key, last } of own) await store.update(entity, key, { lasttime: last });
}
