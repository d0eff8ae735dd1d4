import { ApiError, CODE } from "../../../shared/protocol/envelope.ts";
import { namesOn } from "../../engine/duties/person.ts";
import type { EffectContext } from "../../engine/effects/effect.ts";
import { refuse } from "../../engine/effects/refuse.ts";
import { entityOf } from "../../engine/values/names.ts";
import { ApproveLogResult, type AuditRuleRow, type PayApplyRow } from "../../generated/entities.ts";
import { needsApproval, nodeFrom, nodesFor } from "./nodes.ts";

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
export async function judge(context: EffectContext<"PayApply">): Promise<Judgement> {
  const { store, work, row } = context;
  // guard key: tests/server/flows/pay-applies.test.ts
  if (isOwn(row, await namesOn(store, work, context.entity.name, row.Id))) throw refuse("不能审批自己提交的申请");
  const nodes = await nodesFor(context, row);
  const current = nodeFrom(nodes, row.NodeNo ?? 0);
  if (current.length === 0) {
    // guard key: tests/server/flows/pay-applies.test.ts
    if (needsApproval(context)) throw refuse("没有适用的审核规则，请先在审核规则管理中设置");
    return { rule: null, nodes };
  }
  const [user] = await store.find(entityOf(work.registry, "User"), { USER_ID: work.actor.forUser ?? work.actor.userId });
  // guard key as current[0]: tests/server/flows/pay-applies.test.ts
  const rule = current.find(({ GroupId }) => GroupId === (user?.GroupId ?? null));
  if (!rule) throw new ApiError(CODE.forbidden, `当前节点“${String(current[0]?.NodeName)}”由其他用户组审批`);
  return { rule, nodes };
}

/** Whoever wrote an application or handed it in: a colleague's hand for either makes it no less one's own. */
export function isOwn({ applicant, submitter }: PayApplyRow, accounts: ReadonlySet<string>): boolean {
  return [applicant, submitter].some((account) => account !== null && accounts.has(account));
}

/** The answer, as it stays with the application. */
export async function logAnswer(
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
      forUser: work.actor.forUser ?? null,
      auditor: work.actor.userName,
      audittime: now,
      result: isAgreed ? ApproveLogResult.agreed : ApproveLogResult.refused,
      opinion: work.reason === "" ? null : work.reason,
    },
  ]);
}
