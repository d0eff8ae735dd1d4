import { dayOf } from "../../shared/domain/day.ts";
import { act, enter } from "../play.ts";
import { minute } from "../timeline.ts";
import { onDay, supplierAt, type TradingShop } from "../world.ts";
import { takeBack } from "./wrong-payment.ts";

/** How far the deposits of the spotlight supplier go, and when they are entered. */
const DEPOSITS = [
  { offset: -28, money: 2_000_000n, end: "posted" },
  { offset: -20, money: 200_000n, end: "reversed" },
  { offset: -3, money: 500_000n, end: "submitted" },
  { offset: -2, money: 300_000n, end: "entered" },
] as const;
const TRANSFER = 1;

/** Plans the deposits that a supplier has paid (docs/decisions/102): the buyer enters them, the head of finance receives them. */
export function planDeposits(shop: TradingShop): void {
  const { boss, buyer } = shop.staff;
  const provid = supplierAt(shop, 1).row.provid ?? null;
  for (const [n, { offset, money, end }] of DEPOSITS.entries()) {
    onDay(shop, offset, minute(13, n), async (now) => {
      const values = { provid, EntryKind: "deposit", amount: money, paydate: dayOf(now), PayWay: TRANSFER, reason: "合同履约保证金" };
      const { Id } = await enter(shop, buyer, now, { entity: "PayEntry", values });
      const entry = { entity: "PayEntry", id: Number(Id) };
      if (end === "entered") return;
      await act(shop, buyer, now, { ...entry, transition: "submit" });
      if (end === "submitted") return;
      onDay(shop, offset, minute(17, n), async (later) => {
        await act(shop, boss, later, { ...entry, transition: "post" });
        if (end === "reversed") await takeBack(shop, later, { ...entry, reason: "重复登记" }, { ask: "askreverse", agree: "reverse" });
      });
    });
  }
}
