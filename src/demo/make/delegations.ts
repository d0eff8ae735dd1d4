import { addDays, dayOf } from "../../shared/domain/day.ts";
import { act, enter } from "../play.ts";
import { minute } from "../timeline.ts";
import { onDay, type SeedUser, supplierAt, type TradingShop } from "../world.ts";

/** Who was away: when it began, for how many days, and whether he came back sooner. All are over, so that today everybody has his own rights. */
const AWAY = [
  { offset: -20, days: 5, isEnded: false },
  { offset: -9, days: 7, isEnded: true },
] as const;

/** Plans what was given to a colleague for days of absence (docs/decisions/103): by the head of finance, and by the spotlight supplier. */
export function planDelegations(shop: TradingShop): void {
  const { boss, buyer } = shop.staff;
  const supplier = supplierAt(shop, 1).user;
  const second = { ...supplier, userId: `${supplier.userId}b` };
  for (const [n, away] of AWAY.entries()) {
    plan(shop, away, n, { absent: boss, delegate: buyer, Funcs: "505.query,505.export" });
    plan(shop, away, n + AWAY.length, { absent: supplier, delegate: second, Funcs: "8901.query,8901.export" });
  }
}

interface Given {
  readonly absent: SeedUser;
  readonly delegate: SeedUser;
  readonly Funcs: string;
}

function plan(shop: TradingShop, { offset, days, isEnded }: (typeof AWAY)[number], n: number, { absent, delegate, Funcs }: Given): void {
  onDay(shop, offset, minute(9, n), async (now) => {
    const day = dayOf(now);
    const values = { absent: absent.userId, delegate: delegate.userId, startdate: day, enddate: addDays(day, days), Funcs, reason: "休假" };
    const { Id } = await enter(shop, absent, now, { entity: "Delegation", values });
    if (!isEnded) return;
    onDay(shop, offset + 2, minute(9, n), (later) => act(shop, absent, later, { entity: "Delegation", id: Number(Id), transition: "end" }));
  });
}
