import { nodesFor } from "../../server/features/approval/nodes.ts";
import type { PayApplyRow } from "../../server/generated/entities.ts";
import type { Row } from "../../shared/domain/cell.ts";
import auditRules from "../data/audit-rules.json" with { type: "json" };
import { tell } from "../life.ts";
import { act, enter, workOf } from "../play.ts";
import { minute } from "../timeline.ts";
import { entityIn, onDay, rowIn, type TradingShop } from "../world.ts";
import { PAY_WAY } from "./payments.ts";
import { asUser, GROUPS } from "./people.ts";
import type { ApplicationPlan, Statement } from "./statement.ts";

/** The page each kind of application is made on. */
const PAGES = { balance: 504, request: 523 } as const;
const REFUSAL = "收款账号与档案不符，请核对后重新申请";

/**
 * Plans who approves applications one after the other: node by node a group, for amounts from so many 分 on. The last one only large
 * amounts, where nothing is paid without approval all.
 */
export function planAuditRules(shop: TradingShop): void {
  tell(shop, auditRules, ({ module, node, name, group, minMoney }) => {
    const of = { MdlId: module, NodeNo: node, NodeName: name, GroupId: GROUPS[group as keyof typeof GROUPS].id };
    return { entity: "AuditRule", values: { ...of, minMoney: BigInt(minMoney), passAll: false } };
  });
}

/** Plans the applications for the payment of a confirmed statement: made and decided before finance confirms its bill. */
export function planApplications(shop: TradingShop, statement: Statement): void {
  const { n, offset } = statement.plan;
  for (const [index, plan] of (statement.plan.applications ?? []).entries()) {
    const hour = 12 + 3 * index;
    onDay(shop, offset + 3, minute(hour, n), async (now) => {
      const application = await apply(shop, now, statement, plan);
      const nodes = (await rulesFor(shop, now, application)).length;
      const times: readonly [number, number][] = [
        [offset + 3, hour + 1],
        [offset + 3, hour + 2],
        [offset + 4, 9],
      ];
      for (const [at, isAgreed] of answersOf(plan, nodes).entries()) {
        const [day, time] = times[at] ?? [offset + 4, 9];
        onDay(shop, day, minute(time, n), (later) => decide(shop, later, application, isAgreed));
      }
    });
  }
}

/** What the nodes say, one after the other: some are still to be asked. */
function answersOf({ stt, agreed }: ApplicationPlan, nodes: number): boolean[] {
  if (stt === 50) return Array.from({ length: nodes }, () => true);
  if (stt === -1) return [true, false];
  return stt === 20 ? Array.from({ length: agreed ?? nodes - 1 }, () => true) : [];
}

/** Somebody fills in an application, and hands it in where it goes on. */
async function apply(shop: TradingShop, now: Date, { row, supplier }: Statement, { type, by, share, stt }: ApplicationPlan): Promise<Row> {
  const user = by === "shop" ? shop.staff.boss : supplier.user;
  const module = PAGES[type];
  const values = {
    provid: row.provid ?? null,
    ApplyType: type,
    BalaBillid: row.Billid ?? null,
    applyMoney: await shareOf(shop, row, share),
    PayWay: PAY_WAY.transfer,
  };
  const application = await enter(shop, user, now, { entity: "PayApply", module, values });
  if (stt === 0) return application;
  return act(shop, user, now, { entity: "PayApply", module, id: Number(application.Id), transition: "submit" });
}

/** Its part of what is due; the last one of several takes what those before it have left. */
async function shareOf(shop: TradingShop, { Billid = null, Bala_sum = null }: Row, share: number): Promise<bigint> {
  const due = BigInt(Bala_sum as bigint);
  const others = await shop.store.find(entityIn(shop, "PayApply"), { BalaBillid: Billid });
  const asked = others.filter(({ stt }) => stt !== -1).reduce((sum, { applyMoney }) => sum + BigInt(applyMoney as bigint), 0n);
  const part = (due * BigInt(share)) / 100n;
  return due - asked - part < BigInt(others.length + 1) ? due - asked : part;
}

/** Every node agrees to an application, one after the other. */
export async function agreeToAll(shop: TradingShop, now: Date, application: Row): Promise<void> {
  for (const _node of await rulesFor(shop, now, application)) await decide(shop, now, application, true);
}

/** The answer of the node that an application waits for. */
async function decide(shop: TradingShop, now: Date, { Id = null }: Row, isAgreed: boolean): Promise<void> {
  const application = await rowIn(shop, "PayApply", { Id });
  const rules = await rulesFor(shop, now, application);
  const rule = rules.find(({ NodeNo }) => NodeNo === application.NodeNo);
  const isLast = rules.every(({ NodeNo }) => Number(NodeNo) <= Number(application.NodeNo));
  const approver = asUser(await rowIn(shop, "User", { GroupId: rule?.GroupId ?? null, statu: 1 }));
  const what = isAgreed
    ? { transition: "audit", reason: isLast ? "同意付款" : "同意，请下一节点审批" }
    : { transition: "reject", reason: REFUSAL };
  await act(shop, approver, now, { entity: "PayApply", id: Number(Id), ...what });
}

/** What is planned, or was read, of an application. */
function rulesFor(shop: TradingShop, now: Date, application: Row): Promise<Row[]> {
  return nodesFor({ store: shop.store, work: workOf(shop, shop.staff.boss, now, { entity: "PayApply" }) }, application as PayApplyRow);
}
