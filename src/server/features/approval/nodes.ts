import type { EffectContext } from "../../engine/effects/effect.ts";
import { cents } from "../../engine/values/amounts.ts";
import { entityOf } from "../../engine/values/names.ts";
import { AuditRuleMdlId, type AuditRuleRow, Enabled, type PayApplyRow } from "../../generated/entities.ts";

/** Whose rules decide: those of 结算付款审批单 in shops with payApproval, else those of the page the application was made on. */
const PAGES = { balance: AuditRuleMdlId.balanceApplication, request: AuditRuleMdlId.paymentRequest } as const;

/** Whether nothing is paid in this shop without approval, node by node (docs/decisions/51). */
export const needsApproval = ({ work }: Pick<EffectContext, "work">): boolean => work.env.flags.payApproval === true;

/** The rules in force whose band holds the amount of an application, node by node. */
export async function nodesFor(
  context: Pick<EffectContext, "store" | "work">,
  application: Pick<PayApplyRow, "ApplyType" | "applyMoney">,
): Promise<AuditRuleRow[]> {
  const { store, work } = context;
  const { ApplyType } = application;
  const MdlId = needsApproval(context) || ApplyType === null ? AuditRuleMdlId.paymentApproval : PAGES[ApplyType];
  const money = cents(application.applyMoney);
  const rules = await store.find(entityOf(work.registry, "AuditRule"), { MdlId, statu: Enabled.enabled });
  const fitting = rules.filter(({ minMoney, maxMoney }) => money >= cents(minMoney) && (maxMoney === null || money <= maxMoney));
  return fitting.sort((a, b) => Number(a.NodeNo) - Number(b.NodeNo) || a.Id - b.Id);
}

/** The rules of the first node from `least` on; none where no node is left. */
export function nodeFrom(nodes: readonly AuditRuleRow[], least: number): AuditRuleRow[] {
  const [first] = nodes.filter(({ NodeNo }) => Number(NodeNo) >= least);
  return first === undefined ? [] : nodes.filter(({ NodeNo }) => NodeNo === first.NodeNo);
}
