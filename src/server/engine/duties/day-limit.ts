import { sql } from "kysely";
import { dayOf } from "../../../shared/domain/day.ts";
import { formatScaled, SCALE } from "../../../shared/domain/scaled.ts";
import type { DayLimit } from "../../../shared/registry/model.ts";
import { profileOf } from "../../base/viewer.ts";
import type { Work } from "../effects/effect.ts";
import { refuse } from "../effects/refuse.ts";
import type { Store } from "../store/store.ts";
import { moneyOf } from "../values/amounts.ts";
import { completeRow } from "../values/complete-row.ts";
import { entityOf } from "../values/names.ts";
import { personalAmount } from "../values/setting.ts";
import { othersFor } from "./others.ts";
import { accountsOf } from "./person.ts";
import type { Deed } from "./refuse-clash.ts";

/**
 * Counts the amount of what is about to be done to what its person has done today, and refuses (422) what would be more than he may
 * (docs/decisions/99). The count is the database's: two servers, or two sessions, add to the same. Amounts below zero count as nothing. What
 * is only asked about (`isAsked`) is not counted.
 */
export async function countToday(store: Store, work: Work, deed: Deed, isAsked = false): Promise<void> {
  const { actor, registry } = work;
  if (actor.kind !== "shop" || store.trx === null) return;
  for (const [name, limit] of Object.entries(profileOf(registry, store.shopId).dayLimits)) {
    const act = limit.acts.find(({ entity, transitions }) => entity === deed.entity.name && transitions.includes(deed.action));
    if (act === undefined) continue;
    const row = await completeRow({ store, registry, env: work.env }, deed.entity, deed.row, [act.amount]);
    const amount = moneyOf(row, act.amount);
    for (const userId of accountsOf(actor)) {
      const most = amount > 0n ? await limitOf(store, work, limit, userId) : null;
      if (most === null) continue;
      const count = { name, userId, day: dayOf(work.now) };
      const before = isAsked ? await usedOf(store, count) : (await add(store, count, amount)) - amount;
      // guard rate: tests/server/money/duties.test.ts
      if (before + amount > most) throw await refusal(store, work, limit, { userId, most, before, amount });
    }
  }
}

/** What one may do in a day, in 分: his own setting, else his group's, else everybody's; null: no limit. */
async function limitOf(store: Store, { registry }: Work, { setting }: DayLimit, userId: string): Promise<bigint | null> {
  const [user] = await store.find(entityOf(registry, "User"), { USER_ID: userId });
  return personalAmount(store, registry, setting, [userId, user?.GroupId ?? ""]);
}

interface Count {
  readonly name: string;
  readonly userId: string;
  readonly day: string;
}

/** Adds to what was done today and answers the sum; the row stays locked until the transaction ends. */
async function add({ trx, shopId }: Store, { name, userId, day }: Count, amount: bigint): Promise<bigint> {
  const { rows } = await sql<{ used: string }>`
    insert into _day_used as t ("SHOP_ID", "USER_ID", name, day, used)
    values (${shopId}, ${userId}, ${name}, ${day}, ${String(amount)})
    on conflict ("SHOP_ID", "USER_ID", name, day) do update set used = t.used + excluded.used
    returning used::text as used`.execute(trx as NonNullable<Store["trx"]>);
  return BigInt(rows[0]?.used ?? "0");
}

async function usedOf({ trx, shopId }: Store, { name, userId, day }: Count): Promise<bigint> {
  const { rows } = await sql<{ used: string }>`
    select used::text as used from _day_used
    where "SHOP_ID" = ${shopId} and "USER_ID" = ${userId} and name = ${name} and day = ${day}`.execute(trx as NonNullable<Store["trx"]>);
  return BigInt(rows[0]?.used ?? "0");
}

/** What would be more than this person may. */
interface Excess {
  readonly userId: string;
  readonly most: bigint;
  readonly before: bigint;
  readonly amount: bigint;
}

async function refusal(store: Store, work: Work, limit: DayLimit, used: Excess) {
  const { userId, most, before, amount } = used;
  const yuan = (money: bigint) => formatScaled(money, SCALE.money);
  const isFree = async (account: string) => {
    const theirs = await limitOf(store, work, limit, account);
    return !accountsOf(work.actor).includes(account) && (theirs === null || theirs >= amount);
  };
  const [act] = limit.acts;
  const others = act === undefined ? "" : `，${await othersFor(store, work.registry, act, isFree)}`;
  const whose = userId === work.actor.userId ? "您" : `委托人 ${userId} `;
  return refuse(`超过${whose}的每日${limit.title}限额 ${yuan(most)} 元：今天已用 ${yuan(before)} 元，本单 ${yuan(amount)} 元${others}`);
}
