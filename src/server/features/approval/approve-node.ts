import { timeOf } from "../../../shared/domain/day.ts";
import { accountsOf } from "../../engine/duties/person.ts";
import type { EffectContext } from "../../engine/effects/effect.ts";
import { refuse } from "../../engine/effects/refuse.ts";
import { entityOf } from "../../engine/values/names.ts";
import { ApproveLogResult, Enabled, type PayApplyRow, PayStatus } from "../../generated/entities.ts";
import { isOwn, type Judgement, judge, logAnswer } from "./judge.ts";
import { nodeFrom } from "./nodes.ts";

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
  const answers = await store.find(entityOf(work.registry, "ApproveLog"), { Billid: row.Billid });
  // An application that was refused, or given back, and handed in again begins anew, if only a second later or in the same one.
  const refused = Math.max(0, ...answers.filter(({ result }) => result === ApproveLogResult.refused).map(({ Id }) => Id));
  const since = answers.filter(
    ({ Id, NodeNo, result, audittime }) =>
      result === ApproveLogResult.agreed && NodeNo === rule.NodeNo && Id > refused && String(audittime) >= (row.submittime ?? ""),
  );
  const agreeing = new Set(since.flatMap(({ USER_ID, forUser }) => [USER_ID, forUser]));
  const own = accountsOf(work.actor);
  // guard key: tests/server/rights/delegates.test.ts
  if (own.some((account) => agreeing.has(account))) throw refuse("您已在当前节点同意");
  if (!rule.passAll) return 0;
  const group = await store.find(entityOf(work.registry, "User"), { GroupId: rule.GroupId, statu: Enabled.enabled });
  return group.filter(
    ({ USER_ID }) => !own.includes(USER_ID ?? "") && !isOwn(row, new Set(USER_ID === null ? [] : [USER_ID])) && !agreeing.has(USER_ID),
  ).length;
}
