import { timeOf } from "../../shared/domain/day.ts";
import { act, actAsSystem, enter } from "../play.ts";
import { minute } from "../timeline.ts";
import { entityIn, onDay, put, type TradingShop } from "../world.ts";

const KEYS = [
  { KeyName: "ERP", Scopes: "9013.in,9013.out,8901.out,8902.out", offset: -45, isRevoked: false },
  { KeyName: "收银系统", Scopes: "8908.in,8906.out", offset: -60, isRevoked: true },
] as const;

/** Subscriptions, each in one state. No address of the demo is ever sent to: they have no secrets. */
const HOOKS = [
  { HookName: "ERP订单", Events: "8901.changed,8901.transition", ends: null },
  { HookName: "仓库", Events: "8902.created,8903.created", ends: "pause" },
  { HookName: "旧ERP", Events: "8901.changed", ends: "fail" },
  { HookName: "试用", Events: "9013.changed", ends: "end" },
] as const;

const FAILURE = "对方回答 HTTP 503";
const RECORDS = [
  { event: "changed", attempts: 2, ends: "deliver", failure: null },
  { event: "transition", attempts: 9, ends: "giveup", failure: FAILURE },
  { event: "changed", attempts: 3, ends: null, failure: FAILURE },
] as const;

/** Plans keys and subscriptions of the shop's own programs, and what did not arrive at once (docs/decisions/112). */
export function planPrograms(shop: TradingShop): void {
  const { admin } = shop.staff;
  for (const [n, { offset, isRevoked, ...values }] of KEYS.entries())
    onDay(shop, offset, minute(10, n), async (now) => {
      const { Id } = await enter(shop, admin, now, { entity: "ApiKey", values });
      if (isRevoked)
        onDay(shop, -44, minute(10, n), (later) => act(shop, admin, later, { entity: "ApiKey", id: Number(Id), transition: "revoke" }));
    });
  for (const [n, { ends, ...values }] of HOOKS.entries())
    onDay(shop, -30, minute(10, n), async (now) => {
      const address = `https://erp.example.com/push/${n + 1}`;
      const hook = await enter(shop, admin, now, { entity: "PushHook", values: { ...values, address } });
      if (ends !== null) onDay(shop, -6, minute(11, n), (later) => endHook(shop, later, Number(hook.Id), ends));
      if (n > 0) return;
      for (const [at, record] of RECORDS.entries())
        onDay(shop, -2, minute(14, at), (later) => putRecord(shop, later, Number(hook.Id), record));
    });
}

async function endHook(shop: TradingShop, now: Date, id: number, ends: NonNullable<(typeof HOOKS)[number]["ends"]>): Promise<void> {
  if (ends !== "fail") return void (await act(shop, shop.staff.admin, now, { entity: "PushHook", id, transition: ends }));
  await actAsSystem(shop, now, { entity: "PushHook", id, transition: ends });
  await shop.store.update(entityIn(shop, "PushHook"), { Id: id }, { failure: `连续24小时没有送到：${FAILURE}` });
}

async function putRecord(
  shop: TradingShop,
  now: Date,
  hook: number,
  { event, ends, attempts, failure }: (typeof RECORDS)[number],
): Promise<void> {
  const [order] = await shop.store.find(entityIn(shop, "Order"), {});
  const told = {
    page: 8901,
    entity: "Order",
    docTitle: "订单",
    bllid: String(order?.Id ?? ""),
    event,
    happened: timeOf(now),
    createtime: timeOf(now),
  };
  const delivery = `${shop.plan.id}-${event}-${attempts}`;
  const { Id } = await put(shop, "PushRecord", {
    HookId: String(hook),
    HookName: HOOKS[0].HookName,
    delivery,
    ...told,
    attempts,
    lasttime: timeOf(now),
    failure,
  });
  if (ends !== null) await actAsSystem(shop, now, { entity: "PushRecord", id: Number(Id), transition: ends });
}
