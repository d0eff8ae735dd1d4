import type { Row } from "../../../shared/domain/cell.ts";
import type { EffectContext } from "../../engine/effects/effect.ts";
import { cents } from "../../engine/values/amounts.ts";
import { entityOf } from "../../engine/values/names.ts";

/** Whose rules decide: those of 结算付款审批单 in shops with payApproval, else those of the page the application was made on. */
const APPROVAL = 509;
const PAGES: Readonly<Record<string, number>> = { balance: 504, request: 523 };
const IN_USE = 1;

/** Whether nothing is paid in this shop without approval, node by node (docs/decisions/51). */
export const needsApproval = ({ work }: Pick<EffectContext, "work">): boolean => work.env.flags.payApproval === true;

/** The rules in force whose band holds the amount of an application, node by node. */
export async function nodesFor(context: Pick<EffectContext, "store" | "work">, application: Row): Promise<Row[]> {
  const { store, work } = context;
  const MdlId = needsApproval(context) ? APPROVAL : (PAGES[String(application.ApplyType)] ?? APPROVAL);
  const money = cents(application.applyMoney);
  const rules = await store.find(entityOf(work.registry, "AuditRule"), { MdlId, statu: IN_USE });
  const fitting = rules.filter(
    ({ minMoney, maxMoney = null }) => money >= cents(minMoney) && (maxMoney === null || money <= cents(maxMoney)),
  );
  return fitting.sort((a, b) => Number(a.NodeNo) - Number(b.NodeNo) || Number(a.Id) - Number(b.Id));
}

/** The rules of the first node from `least` on; none where no node is left. */
export function nodeFrom(nodes: readonly Row[], least: number): Row[] {
  const [first] = nodes.filter(({ NodeNo }) => Number(NodeNo) >= least);
  return first === undefined ? [] : nodes.filter(({ NodeNo }) => NodeNo === first.NodeNo);
}
