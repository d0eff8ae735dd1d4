import { nodesFor } from "../../server/features/approval/nodes.ts";
import type { PayApplyRow } from "../../server/generated/entities.ts";
import type { Row } from "../../shared/domain/cell.ts";
import { act, workOf } from "../play.ts";
import { entityIn, type SeedUser, type TradingShop } from "../world.ts";

const REFUSAL = "收款账号与档案不符，请核对后重新申请";

/** The answer of the node that an application waits for. */
export async function decide(shop: TradingShop, now: Date, { Id = null }: Row, isAgreed: boolean): Promise<void> {
  const [application] = await shop.store.find(entityIn(shop, "PayApply"), { Id });
  if (!application) throw new Error(`seed: no application ${String(Id)}`);
  const rules = await rulesFor(shop, now, application);
  const rule = rules.find(({ NodeNo }) => NodeNo === application.NodeNo);
  const isLast = rules.every(({ NodeNo }) => Number(NodeNo) <= Number(application.NodeNo));
  const approver = await approverOf(shop, rule?.GroupId ?? null);
  const what = isAgreed
    ? { transition: "audit", reason: isLast ? "同意付款" : "同意，请下一节点审批" }
    : { transition: "reject", reason: REFUSAL };
  await act(shop, approver, now, { entity: "PayApply", id: Number(Id), ...what });
}

/** How many nodes decide on such an amount. */
export async function countNodes(shop: TradingShop, application: Row): Promise<number> {
  return (await rulesFor(shop, new Date(0), application)).length;
}

/** What is planned, or was read, of an application. */
function rulesFor(shop: TradingShop, now: Date, application: Row): Promise<Row[]> {
  return nodesFor({ store: shop.store, work: workOf(shop, shop.staff.boss, now, { entity: "PayApply" }) }, application as PayApplyRow);
}

/** Somebody of the node's group. */
async function approverOf(shop: TradingShop, GroupId: Row[string] | null): Promise<SeedUser> {
  const [user] = await shop.store.find(entityIn(shop, "User"), { GroupId, statu: 1 });
  if (!user) throw new Error(`seed: nobody approves for group ${String(GroupId)}`);
  return { userId: String(user.USER_ID), userName: String(user.UsrName), provId: "", isConfirm: user.isconfirm === true };
}
