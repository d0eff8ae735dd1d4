import type { Row } from "../../shared/domain/cell.ts";
import { enter } from "../enter.ts";
import { act } from "../play.ts";
import { minute } from "../timeline.ts";
import { onDay, type TradingShop } from "../world.ts";
import type { Statement } from "./balances.ts";
import { APPLY_PLANS, type ApplyPlanned } from "./pay-apply-plans.ts";
import { countNodes, decide } from "./pay-approvals.ts";
import { PAY_WAY } from "./pay-records.ts";

/** The page each kind of application is made on. */
const PAGES = { balance: 504, request: 523 } as const;

/** Plans the applications for the payment of a confirmed statement: made and decided before finance confirms its bill. */
export function planApplications(shop: TradingShop, statement: Statement): void {
  const { n, offset } = statement.plan;
  for (const [index, plan] of (APPLY_PLANS[n] ?? []).entries()) {
    const hour = 12 + 3 * index;
    onDay(shop, offset + 3, minute(hour, n), async (now) => {
      const application = await apply(shop, now, statement, plan);
      const nodes = await countNodes(shop, application);
      const times: readonly [number, number][] = [
        [offset + 3, hour + 1],
        [offset + 3, hour + 2],
        [offset + 4, 9],
      ];
      for (const [at, isAgreed] of answersOf(plan, nodes).entries()) {
        const [day, time] = times[at] ?? [offset + 4, 9];
        onDay(shop, day, minute(time, n), (later) => decide(shop, later, application, isAgreed));
      }
    });
  }
}

/** What the nodes say, one after the other: some are still to be asked. */
function answersOf({ stt, agreed }: ApplyPlanned, nodes: number): boolean[] {
  if (stt === 50) return Array.from({ length: nodes }, () => true);
  if (stt === -1) return [true, false];
  return stt === 20 ? Array.from({ length: agreed ?? nodes - 1 }, () => true) : [];
}

/** Somebody fills in an application, and hands it in where it goes on. */
async function apply(shop: TradingShop, now: Date, { row, supplier }: Statement, { type, by, share, stt }: ApplyPlanned): Promise<Row> {
  const user = by === "shop" ? shop.staff.boss : supplier.user;
  const module = PAGES[type];
  const values = {
    provid: row.provid ?? null,
    ApplyType: type,
    BalaBillid: row.Billid ?? null,
    applyMoney: (BigInt(row.Bala_sum as bigint) * BigInt(share)) / 100n,
    PayWay: PAY_WAY.transfer,
  };
  const application = await enter(shop, user, now, { entity: "PayApply", module, values });
  if (stt === 0) return application;
  return act(shop, user, now, { entity: "PayApply", module, id: Number(application.Id), transition: "submit" });
}
