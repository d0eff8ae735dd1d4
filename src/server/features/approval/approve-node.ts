import type { Row } from "../../../shared/domain/cell.ts";
import { timeOf } from "../../../shared/domain/day.ts";
import type { EffectContext } from "../../engine/effects/effect.ts";
import { refuse } from "../../engine/effects/refuse.ts";
import { entityOf } from "../../engine/values/names.ts";
import { isOwn, type Judgement, judge, logAnswer } from "./judge.ts";
import { nodeFrom } from "./nodes.ts";

const AGREED = 1;
const ACTIVE = 1;
const PAID = 50;

/** 同意: the answer of a node. The application goes to the next one; after the last it is approved. */
export async function approveNode(context: EffectContext): Promise<Row | undefined> {
  const { store, work, entity, row } = context;
  const judgement = await judge(context);
  await refusePaid(context);
  const left = await stillToAgree(context, judgement);
  await logAnswer(context, judgement, true, timeOf(work.now));
  if (left > 0) return undefined;
  const [next] = judgement.rule === null ? [] : nodeFrom(judgement.nodes, Number(judgement.rule.NodeNo) + 1);
  if (next) return { NodeNo: next.NodeNo ?? null, NodeName: next.NodeName ?? null };
  await store.update(entity, { Id: row.Id ?? null }, { NodeNo: judgement.rule?.NodeNo ?? row.NodeNo ?? null });
  await context.runAsSystem(entity, "pass", Number(row.Id));
  return undefined;
}

/** Nobody is promised money that was paid meanwhile: such an application can only be refused. */
async function refusePaid({ store, work, row }: EffectContext): Promise<void> {
  const { BalaBillid = null } = row;
  const [balance] = BalaBillid === null ? [] : await store.find(entityOf(work.registry, "Balance"), { Billid: BalaBillid });
  if (balance?.Statu === PAID) throw refuse("结算单已付款，请驳回该申请");
}

/** 会签: how many others of the group have not agreed at this node yet. Nobody agrees twice at one node. */
async function stillToAgree({ store, work, row }: EffectContext, { rule }: Judgement): Promise<number> {
  if (rule === null) return 0;
  const answers = await store.find(entityOf(work.registry, "ApproveLog"), {
    Billid: row.Billid ?? null,
    NodeNo: rule.NodeNo ?? null,
    result: AGREED,
  });
  // An application that was refused and handed in again begins anew.
  const since = answers.filter(({ audittime }) => String(audittime) >= String(row.submittime ?? ""));
  const agreed = new Set(since.map(({ USER_ID }) => USER_ID));
  if (agreed.has(work.actor.userId)) throw refuse("您已在当前节点同意");
  if (rule.passAll !== true) return 0;
  const group = await store.find(entityOf(work.registry, "User"), { GroupId: rule.GroupId ?? null, statu: ACTIVE });
  return group.filter(({ USER_ID }) => USER_ID !== work.actor.userId && !isOwn(row, USER_ID ?? null) && !agreed.has(USER_ID ?? null))
    .length;
}
