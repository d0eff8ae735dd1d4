import { enter } from "../enter.ts";
import { act } from "../play.ts";
import { minute } from "../timeline.ts";
import { onDay, type TradingShop } from "../world.ts";

const SATURDAY = 6;

/** The slots of each store: kind, hours, and how many a day. The first is the smallest: two make it full. */
const SLOTS: readonly (readonly [kind: "delivery" | "balance", start: string, end: string, capacity: number, weekday?: number])[] = [
  ["delivery", "08:00", "10:00", 2],
  ["delivery", "10:00", "12:00", 4],
  ["delivery", "13:00", "16:00", 6],
  ["delivery", "08:00", "12:00", 3, SATURDAY],
  ["balance", "14:00", "17:00", 5],
];
/** Out of use: of the last store the third slot; the arrival day of the supplier that was closed. */
const CLOSED: readonly number[] = [17, 31];

/** Plans the rules: when suppliers may book a delivery or a settlement, and when each supplier's goods arrive. */
export function planSlotRules(shop: TradingShop): void {
  const slots = shop.stores.flatMap((store) =>
    SLOTS.map(([ApplyType, starttime, endtime, capacity, weekday = 0]) => ({
      RuleKind: "slot",
      StoreId: store.StoreId ?? null,
      ApplyType,
      weekday,
      slot: `${weekday === SATURDAY ? "星期六 " : ""}${starttime}-${endtime}`,
      starttime,
      endtime,
      capacity,
      leadDays: 1,
      Remark: ApplyType === "balance" ? "请带齐对账单" : null,
    })),
  );
  const arrivals = shop.suppliers.map(({ seq, row }) => ({
    RuleKind: "arrive",
    provid: row.provid ?? null,
    StoreId: shop.stores[seq % shop.stores.length]?.StoreId ?? null,
    weekday: (seq % 5) + 1,
    starttime: seq % 2 === 0 ? "06:00" : "08:30",
    endtime: seq % 2 === 0 ? "09:00" : "11:30",
    leadDays: (seq % 3) + 1,
  }));
  for (const [n, values] of [...slots, ...arrivals].entries()) {
    onDay(shop, -200, minute(9, n), async (now) => {
      const module = values.RuleKind === "slot" ? 112 : 111;
      const row = await enter(shop, shop.staff.admin, now, { entity: "SlotRule", values, module });
      if (!CLOSED.includes(n)) return;
      const what = { entity: "SlotRule", id: Number(row.Id), transition: "disable", module };
      onDay(shop, -30, minute(9, n), (later) => act(shop, shop.staff.admin, later, what));
    });
  }
}
