import { newToken } from "../../../auth/token.ts";
import { seal } from "../../../base/sealed.ts";
import { secretFor } from "../../../db/secret.ts";
import type { EffectContext } from "../../../engine/effects/effect.ts";
import { refuse } from "../../../engine/effects/refuse.ts";
import type { PushHookRow } from "../../../generated/entities.ts";
import { actsOfActor } from "../key/actor-acts.ts";
import { firstStrange, sayScopes, scopesIn } from "../key/scopes.ts";
import { eventsOf } from "./events.ts";
import { addressProblem } from "./push-address.ts";

/** What seals the secrets of subscriptions. */
export const HOOK_SECRET = "push-hook-secret";
const LONG_AGO = new Date(0).toISOString();

type OfHook = EffectContext<"PushHook">;

/** A subscription begins: of what its maker may take out himself. The secret that it signs with is told once, to him. */
export async function beginHook(context: OfHook): Promise<Partial<PushHookRow>> {
  const { store, work, row } = context;
  const problem = addressProblem(row.address ?? "");
  // guard check: tests/server/keyed/push.test.ts
  if (problem !== null) throw refuse(`接收地址${problem}`);
  const scopes = scopesIn(row.Events ?? "");
  if (scopes === null) throw refuse("请勾选要订阅的变化");
  const events = await actsOfActor(context, eventsOf);
  refuseBeyond(row.Events ?? "", events);
  const secret = newToken();
  if (store.trx !== null) {
    const sealed = seal(await secretFor(store.trx, HOOK_SECRET), String(row.Id), secret);
    const times = { next_try: LONG_AGO, leased: LONG_AGO };
    await store.trx
      .insertInto("_push_hook")
      .values({ hook: row.Id, SHOP_ID: store.shopId, secret: sealed, ...times })
      .execute();
  }
  work.tell?.(`推送订阅“${row.HookName}”的签名密钥：${secret}（只显示这一次，请存入接收方的保密配置，用来核对签名）`);
  return { Events: sayScopes(scopes, events), EventKeys: row.Events, owner: work.actor.userId, ownerName: work.actor.userName };
}

/** Somebody else answers for it from now on: he must be able to take out all that it tells. */
export async function adoptHook(context: OfHook): Promise<Partial<PushHookRow>> {
  const { work, row } = context;
  refuseBeyond(row.EventKeys ?? "", await actsOfActor(context, eventsOf));
  return { owner: work.actor.userId, ownerName: work.actor.userName };
}

/** What waits is sent now, in its order. */
export async function resumeHook({ store, row }: OfHook): Promise<undefined> {
  await store.trx
    ?.updateTable("_push_hook")
    .set({ next_try: LONG_AGO, failing: null })
    .where("hook", "=", row.Id)
    .where("SHOP_ID", "=", store.shopId)
    .execute();
}

/** Nothing of it is sent any more. */
export async function endHook({ store, row }: OfHook): Promise<undefined> {
  for (const table of ["_push", "_push_hook"])
    await store.trx?.deleteFrom(table).where("hook", "=", row.Id).where("SHOP_ID", "=", store.shopId).execute();
}

function refuseBeyond(text: string, held: ReturnType<typeof eventsOf>): void {
  const beyond = firstStrange(scopesIn(text) ?? [], held);
  // guard key: tests/server/keyed/push.test.ts
  if (beyond !== null) throw refuse(`不能订阅自己没有权限取出的数据：${beyond.module}.${beyond.act}`);
}
