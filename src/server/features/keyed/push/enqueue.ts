import { randomUUID } from "node:crypto";
import type { Registry } from "../../../../shared/registry/model.ts";
import { profileOf, registryOf } from "../../../base/viewer.ts";
import { forTenant } from "../../../db/driver/tenant-statements.ts";
import { sqlStore } from "../../../engine/store/sql-store.ts";
import { entityOf } from "../../../engine/values/names.ts";
import { PushHookStt } from "../../../generated/entities.ts";
import type { Change } from "../../../tables/feed/turn-notes.ts";
import { scopesIn } from "../key/scopes.ts";
import type { Taking } from "../out/turn-feed.ts";
import type { EventName } from "./events.ts";

const KINDS = { made: "created", written: "changed", removed: "deleted" } as const satisfies Record<NonNullable<Change["kind"]>, EventName>;

/** What is to be told of a change. */
interface Told {
  readonly event: EventName;
  readonly log: number | null;
}

/** Puts what subscriptions are to be told of changes into their queues, in the transaction that gives the changes their places. */
export function enqueuing(registry: () => Registry, now: () => Date): Taking {
  return async (trx, shop, entity, changes) => {
    const own = registryOf(registry(), shop);
    const store = sqlStore(trx, shop);
    const hooks = await store.find(entityOf(own, "PushHook"), { stt: PushHookStt.running });
    const { modules } = profileOf(own, shop);
    const wanted = hooks.flatMap((hook) =>
      (scopesIn(hook.EventKeys ?? "") ?? [])
        .filter(({ module }) => modules[module]?.entity === entity.name)
        .map((scope) => ({ hook: hook.Id, ...scope })),
    );
    if (wanted.length === 0) return;
    const logs = changes.flatMap(({ events }) => events);
    const transitions = wanted.some(({ act }) => act === "transition") ? await transitionsAmong(logs) : new Set<number>();
    const happened = now().toISOString();
    const rows = changes.flatMap((change) =>
      toldOf(change).flatMap(({ event, log }) =>
        wanted
          .filter(({ act }) => act === event)
          .map(({ hook, module }) => ({
            hook,
            SHOP_ID: shop,
            delivery: randomUUID(),
            page: module,
            entity: entity.name,
            row: change.row,
            event,
            happened,
            key: change.key === null ? null : JSON.stringify(change.key),
            log,
          })),
      ),
    );
    for (let start = 0; start < rows.length; start += AT_ONCE)
      await trx
        .insertInto("_push")
        .values(rows.slice(start, start + AT_ONCE))
        .execute();

    function toldOf({ kind, events }: Change): Told[] {
      const own: Told[] = kind === null ? [] : [{ event: KINDS[kind], log: null }];
      return [...own, ...events.filter((log) => transitions.has(log)).map((log): Told => ({ event: "transition", log }))];
    }

    /** Of rows of the log those that tell a transition; saving and deleting are told as what they do to the row. */
    async function transitionsAmong(ids: readonly number[]): Promise<ReadonlySet<number>> {
      if (ids.length === 0) return new Set();
      const log = forTenant(trx, { as: "shop", shop }).selectFrom(entityOf(own, "EventLog").table).select(["Id", "action"]);
      const found = await log.where("Id", "in", [...ids]).execute();
      return new Set(found.filter(({ action }) => entity.transitions[String(action)] !== undefined).map(({ Id }) => Number(Id)));
    }
  };
}

const AT_ONCE = 1000;
