import { enter } from "../enter.ts";
import { GROUPS, type GroupKey } from "../names/grants.ts";
import { act } from "../play.ts";
import { minute } from "../timeline.ts";
import { onDay, type TradingShop } from "../world.ts";

/** Who approves applications for payment, one after the other; the last one only large amounts (in 分), where nothing is paid without approval all. */
const NODES: readonly (readonly [name: string, group: GroupKey, minMoney: bigint])[] = [
  ["财务初审", "fin", 0n],
  ["财务主管复核", "boss", 0n],
  ["总经理审批", "admin", 1_000_000n],
];
/** 结算付款审批单, 结算付款申请, 付款申请 */
const MODULES = [509, 504, 523] as const;

/** Plans three nodes for each kind of application; of the last kind the third node is out of use. */
export function planAuditRules(shop: TradingShop): void {
  for (const [at, MdlId] of MODULES.entries()) {
    for (const [index, [NodeName, group, least]] of NODES.entries()) {
      const n = at * NODES.length + index;
      const minMoney = MdlId === MODULES[0] ? 0n : least;
      onDay(shop, -190, minute(9, n), async (now) => {
        const values = { MdlId, NodeNo: index + 1, NodeName, GroupId: GROUPS[group].id, minMoney, passAll: false };
        const row = await enter(shop, shop.staff.admin, now, { entity: "AuditRule", values });
        if (MdlId !== 523 || index !== NODES.length - 1) return;
        const what = { entity: "AuditRule", id: Number(row.Id), transition: "disable" };
        onDay(shop, -100, minute(9, n), (later) => act(shop, shop.staff.admin, later, what));
      });
    }
  }
}
