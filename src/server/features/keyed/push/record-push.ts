import { timeOf } from "../../../../shared/domain/day.ts";
import type { Registry } from "../../../../shared/registry/model.ts";
import type { Db } from "../../../db/connect.ts";
import { runTransition } from "../../../engine/run-transition.ts";
import { sqlStore } from "../../../engine/store/sql-store.ts";
import { systemWork } from "../../../engine/system.ts";
import { entityOf, transitionOf } from "../../../engine/values/names.ts";
import { PushRecordStt } from "../../../generated/entities.ts";
import type { Waiting } from "./push-body.ts";

/** Where something is written down of a push. */
export interface RecordDesk {
  readonly trx: Db;
  /** As the shop has it. */
  readonly registry: Registry;
  readonly shop: string;
  readonly now: Date;
}

/** How an attempt ended. */
export interface Attempt {
  /** null: it was taken. */
  readonly failure: string | null;
  readonly attempts: number;
  /** It is not tried again by itself. */
  readonly isLast: boolean;
}

const LONGEST_FAILURE = 200;

/** Writes an attempt down for people: the first that fails makes a record, and what becomes of the push later is written there. */
export async function recordAttempt(
  { trx, registry, shop, now }: RecordDesk,
  hook: { readonly id: number; readonly name: string },
  push: Waiting,
  attempt: Attempt,
): Promise<void> {
  const store = sqlStore(trx, shop);
  const entity = entityOf(registry, "PushRecord");
  const { delivery } = push;
  const [known] = await store.find(entity, { delivery });
  const { failure, attempts, isLast } = attempt;
  if (known === undefined && failure === null) return;
  const said = { attempts, lasttime: timeOf(now), failure: failure?.slice(0, LONGEST_FAILURE) ?? null };
  const id = known?.Id ?? (await newRecord());
  if (known !== undefined) await store.update(entity, { Id: id }, said);
  // What was delivered, and sent once more for a lost answer, stays delivered.
  if (known !== undefined && known.stt !== PushRecordStt.retrying) return;
  const next = failure === null ? "deliver" : isLast ? "giveup" : null;
  if (next === null) return;
  const work = systemWork(registry, shop, now, delivery);
  await runTransition(store, { ...work, entity, transition: transitionOf(entity, next), id });

  async function newRecord(): Promise<number> {
    const [made] = await store.insert(entity, [
      {
        HookId: String(hook.id),
        HookName: hook.name,
        delivery,
        page: push.page,
        entity: push.entity,
        docTitle: registry.entities[push.entity]?.title ?? null,
        bllid: push.row,
        event: push.event,
        happened: timeOf(new Date(push.happened)),
        logid: push.log,
        rowkey: push.key,
        createtime: timeOf(now),
        stt: PushRecordStt.retrying,
        ...said,
      },
    ]);
    if (made === undefined) throw new Error("a record of a push was not made");
    return made.Id;
  }
}
