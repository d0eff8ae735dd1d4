import { timeOf } from "../../../shared/domain/day.ts";
import { ApiError, CODE } from "../../../shared/protocol/envelope.ts";
import type { EffectContext } from "../../engine/effects/effect.ts";
import { refuse } from "../../engine/effects/refuse.ts";
import { entityOf } from "../../engine/values/names.ts";
import { ApproveLogResult, type AuditRuleRow, Enabled, type PayApplyRow, PayStatus } from "../../generated/entities.ts";
import { needsApproval, nodeFrom, nodesFor } from "./start-approval.ts";

/** 同意: the answer of a node. The application goes to the next one; after the last it is approved. */
export async function approveNode(context: EffectContext<"PayApply">): Promise<Partial<PayApplyRow> | undefined> {
  const { store, work, entity, row } = context;
  const judgement = await judge(context);
  await refusePaid(context);
  const left = await stillToAgree(context, judgement);
  await logAnswer(context, judgement, true, timeOf(work.now));
  if (left > 0) return undefined;
  const [next] = judgement.rule === null ? [] : nodeFrom(judgement.nodes, (judgement.rule.NodeNo ?? 0) + 1);
  if (next) return { NodeNo: next.NodeNo, NodeName: next.NodeName };
  await store.update(entity, { Id: row.Id }, { NodeNo: judgement.rule?.NodeNo ?? row.NodeNo });
  await context.runAsSystem(entity, "pass", row.Id);
  return undefined;
}

/** Nobody is promised money that was paid meanwhile: such an application can only be refused. */
async function refusePaid({ store, work, row }: EffectContext<"PayApply">): Promise<void> {
  const { BalaBillid } = row;
  const [balance] = BalaBillid === null ? [] : await store.find(entityOf(work.registry, "Balance"), { Billid: BalaBillid });
  if (balance?.Statu === PayStatus.paid) throw refuse("结算单已付款，请驳回该申请");
}

/** 会签: how many others of the group have not agreed at this node yet. Nobody agrees twice at one node. */
async function stillToAgree({ store, work, row }: EffectContext<"PayApply">, { rule }: Judgement): Promise<number> {
  if (rule === null) return 0;
  const agreed = { Billid: row.Billid, NodeNo: rule.NodeNo, result: ApproveLogResult.agreed };
  const answers = await store.find(entityOf(work.registry, "ApproveLog"), agreed);
  // An application that was refused and handed in again begins anew.
  const since = answers.filter(({ audittime }) => String(audittime) >= (row.submittime ?? ""));
  const agreeing = new Set(since.map(({ USER_ID }) => USER_ID));
  if (agreeing.has(work.actor.userId)) throw refuse("您已在当前节点同意");
  if (!rule.passAll) return 0;
  const group = await store.find(entityOf(work.registry, "User"), { GroupId: rule.GroupId, statu: Enabled.enabled });
  return group.filter(({ USER_ID }) => USER_ID !== work.actor.userId && !isOwn(row, USER_ID) && !agreeing.has(USER_ID)).length;
}

/** 驳回: any node ends the application; what it says stays in the log. */
export async function refuseNode(context: EffectContext<"PayApply">): Promise<undefined> {
  await logAnswer(context, await judge(context), false, timeOf(context.work.now));
}

/** Who answers for which node of an application. */
export interface Judgement {
  /** The rule by which the user answers; null where the shop has none for such an application: the right alone decides. */
  readonly rule: AuditRuleRow | null;
  /** The rules of the application. */
  readonly nodes: readonly AuditRuleRow[];
}

/**
 * Whether the acting user may answer for the application now: he belongs to the group of its node, and it is not his own
 * (docs/decisions/51). A node whose rule was put out of use meanwhile passes to the next one.
 */
async function judge(context: EffectContext<"PayApply">): Promise<Judgement> {
  const { store, work, row } = context;
  if (isOwn(row, work.actor.userId)) throw refuse("不能审批自己提交的申请");
  const nodes = await nodesFor(context, row);
  const current = nodeFrom(nodes, row.NodeNo ?? 0);
  if (current.length === 0) {
    if (needsApproval(context)) throw refuse("没有适用的审核规则，请先在审核规则管理中设置");
    return { rule: null, nodes };
  }
  const [user] = await store.find(entityOf(work.registry, "User"), { USER_ID: work.actor.userId });
  const rule = current.find(({ GroupId }) => GroupId === (user?.GroupId ?? null));
  if (!rule) throw new ApiError(CODE.forbidden, `当前节点“${String(current[0]?.NodeName)}”由其他用户组审批`);
  return { rule, nodes };
}

/** Whoever wrote an application or handed it in: a colleague's hand for either makes it no less one's own. */
function isOwn({ applicant, submitter }: PayApplyRow, userId: string | null): boolean {
  return userId !== null && (applicant === userId || submitter === userId);
}

/** The answer, as it stays with the application. */
async function logAnswer(
  { store, work, row }: EffectContext<"PayApply">,
  { rule }: Judgement,
  isAgreed: boolean,
  now: string,
): Promise<void> {
  await store.insert(entityOf(work.registry, "ApproveLog"), [
    {
      provid: row.provid,
      Billid: row.Billid,
      NodeNo: rule?.NodeNo ?? row.NodeNo,
      NodeName: rule?.NodeName ?? row.NodeName,
      USER_ID: work.actor.userId,
      auditor: work.actor.userName,
      audittime: now,
      result: isAgreed ? ApproveLogResult.agreed : ApproveLogResult.refused,
      opinion: work.reason === "" ? null : work.reason,
    },
  ]);
}
