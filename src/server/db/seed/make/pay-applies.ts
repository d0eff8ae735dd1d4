import type { Row } from "../../../../shared/domain/cell.ts";
import { dayOf, timeOf } from "../../../../shared/domain/day.ts";
import { minute } from "../timeline.ts";
import { onDay, put, type TradingShop } from "../world.ts";
import { billOf } from "./balance-pays.ts";
import type { Statement } from "./balances.ts";
import { APPLY_PLANS, type ApplyPlanned } from "./pay-apply-plans.ts";
import { decide, nodesFor } from "./pay-approvals.ts";
import { PAY_WAY } from "./pay-records.ts";

/*
 * Applications have no machine yet: `apply` and `decide` write one step each and can be replaced by transitions.
 */

/** Plans the applications for the payment of a confirmed statement: made and decided before finance confirms its bill. */
export function planApplications(shop: TradingShop, statement: Statement): void {
  const { n, offset } = statement.plan;
  for (const [index, plan] of (APPLY_PLANS[n] ?? []).entries()) {
    const hour = 12 + 2 * index;
    onDay(shop, offset + 3, minute(hour, n), async (now) => {
      const application = await apply(shop, now, statement, plan);
      const nodes = await nodesFor(shop, application);
      const times: readonly [number, number][] = [
        [offset + 3, hour + 1],
        [offset + 3, hour + 2],
        [offset + 4, 9],
      ];
      const answers = answersOf(plan, nodes.length);
      for (const [at, isAgreed] of answers.entries()) {
        const [day, time] = times[at] ?? [offset + 4, 9];
        onDay(shop, day, minute(time, n), (later) => decide(shop, later, application, nodes, at, isAgreed));
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

async function apply(shop: TradingShop, now: Date, statement: Statement, { type, by, share, stt }: ApplyPlanned): Promise<Row> {
  const bill = await billOf(shop, statement);
  const { row, supplier } = statement;
  const Bala_sum = BigInt(row.Bala_sum as bigint);
  const applyMoney = (Bala_sum * BigInt(share)) / 100n;
  const [node] = stt === 0 ? [] : await nodesFor(shop, { ApplyType: type, applyMoney });
  return put(shop, "PayApply", {
    provid: row.provid ?? null,
    Provider: row.Provider ?? null,
    Billid: await shop.store.nextNumber("SQ", dayOf(now)),
    ApplyType: type,
    applyside: by,
    busdate: dayOf(now),
    BalaBillid: row.Billid ?? null,
    PayBillid: bill.Billid ?? null,
    Bala_sum,
    applyMoney,
    PayWay: PAY_WAY.transfer,
    BankName: supplier.row.BankName ?? null,
    BankAcct: supplier.row.BankAcct ?? null,
    stt: stt === 0 ? 0 : 10,
    NodeNo: node?.NodeNo ?? 0,
    NodeName: node?.NodeName ?? null,
    creator: (by === "shop" ? shop.staff.boss : supplier.user).userName,
    createtime: timeOf(now),
  });
}
