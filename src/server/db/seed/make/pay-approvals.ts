import type { Row } from "../../../../shared/domain/cell.ts";
import { timeOf } from "../../../../shared/domain/day.ts";
import { profileOf } from "../../../viewer.ts";
import { entityIn, put, type TradingShop } from "../world.ts";

const AGREED = 1;
const REFUSED = -1;

/** One node's answer, kept in the log; the application goes to the next node, or is decided. */
export async function decide(
  shop: TradingShop,
  now: Date,
  application: Row,
  nodes: readonly Row[],
  at: number,
  isAgreed: boolean,
): Promise<void> {
  const [node, next] = [nodes[at], nodes[at + 1]];
  const { provid = null, Billid = null, applyMoney = null } = application;
  const auditor = await approverOf(shop, node?.GroupId ?? null);
  const opinion = isAgreed ? (next ? "同意，请下一节点审批" : "同意付款") : "收款账号与档案不符，请核对后重新申请";
  const answered = { auditor, audittime: timeOf(now) };
  const about = { NodeNo: node?.NodeNo ?? null, NodeName: node?.NodeName ?? null };
  await put(shop, "ApproveLog", { provid, Billid, ...about, ...answered, result: isAgreed ? AGREED : REFUSED, opinion });
  const left = next && isAgreed ? { NodeNo: next.NodeNo ?? null, NodeName: next.NodeName ?? null } : about;
  const state = isAgreed ? (next ? { stt: 20 } : { stt: 50, approvedMoney: applyMoney }) : { stt: -1, rejectReason: opinion };
  await shop.store.update(entityIn(shop, "PayApply"), { Id: application.Id ?? null }, { ...state, ...left, ...answered });
}

/** The nodes in force that decide on such an amount, in their order. */
export async function nodesFor(shop: TradingShop, { ApplyType, applyMoney }: Row): Promise<Row[]> {
  const needsApproval = profileOf(shop.registry, shop.plan.id).flags.payApproval === true;
  const MdlId = needsApproval ? 509 : ApplyType === "balance" ? 504 : 523;
  const rules = await shop.store.find(entityIn(shop, "AuditRule"), { MdlId, statu: 1 });
  const money = BigInt(applyMoney as bigint);
  const asked = rules.filter(
    ({ minMoney, maxMoney }) => money >= BigInt(minMoney as bigint) && (maxMoney === null || money <= BigInt(maxMoney as bigint)),
  );
  return asked.sort((a, b) => Number(a.NodeNo) - Number(b.NodeNo));
}

/** Somebody of the node's group. */
async function approverOf(shop: TradingShop, GroupId: Row[string] | null): Promise<string> {
  const [user] = await shop.store.find(entityIn(shop, "User"), { GroupId, statu: 1 });
  if (!user) throw new Error(`seed: nobody approves for group ${String(GroupId)}`);
  return String(user.UsrName);
}
