import { timeOf } from "../../../../shared/domain/day.ts";
import type { EffectContext } from "../../../engine/effects/effect.ts";
import { refuse } from "../../../engine/effects/refuse.ts";
import { entityOf } from "../../../engine/values/names.ts";
import { PushHookStt, type PushRecordRow } from "../../../generated/entities.ts";

/** What could not be delivered is sent again, after all that waits, under the same number: whoever has it already knows it by that. */
export async function resendPush({ store, work, row }: EffectContext<"PushRecord">): Promise<Partial<PushRecordRow>> {
  const [hook] = await store.find(entityOf(work.registry, "PushHook"), { Id: Number(row.HookId) }, true);
  // guard check: tests/server/keyed/push.test.ts
  if (hook?.stt !== PushHookStt.running) throw refuse(`推送订阅“${row.HookName}”不在推送中，请先恢复订阅`);
  await store.trx
    ?.insertInto("_push")
    .values({
      hook: hook.Id,
      SHOP_ID: store.shopId,
      delivery: row.delivery,
      page: row.page,
      entity: row.entity,
      row: row.bllid,
      event: row.event,
      happened: row.happened,
      key: row.rowkey,
      log: row.logid,
    })
    .execute();
  return { lasttime: timeOf(work.now) };
}
