import { timeOf } from "../../../shared/domain/day.ts";
import type { Registry } from "../../../shared/registry/model.ts";
import { asCode } from "../../base/codes.ts";
import type { Db } from "../../db/connect.ts";
import { forTenant } from "../../db/driver/tenant-statements.ts";
import { createRow } from "../../engine/effects/create-row.ts";
import type { EffectContext } from "../../engine/effects/effect.ts";
import { refuse } from "../../engine/effects/refuse.ts";
import { effectContext } from "../../engine/run-transition.ts";
import { shopIds } from "../../engine/shop-ids.ts";
import { sqlStore } from "../../engine/store/sql-store.ts";
import type { Store } from "../../engine/store/store.ts";
import { systemWork } from "../../engine/system.ts";
import { entityOf } from "../../engine/values/names.ts";
import { PayConfigPayWay, PayOperate, PayRecordResult, type PayRecordRow, PaySign } from "../../generated/entities.ts";
import { effectiveAccount } from "../suppliers/feature.ts";
import { hurryIntent, keepIntent, readIntent } from "./intent.ts";
import { channelOf, payWayOf } from "./pay-ways.ts";
import { PAYABLE_NAMES, payableOf, STEPS } from "./payables.ts";

/* A payment that waits for the bank without an order of ours: it came from another system, or with the demo data. Nothing is sent for it
   by itself (docs/decisions/94): people decide, one asks with a reason and another agrees. */

const PENDING = { Operate: PayOperate.payment, result: PayRecordResult.pending } as const;

/** The document whose payment a record is of, by its bank number: parts of a merged payment have its number and one of their own. */
export async function ownerOf(store: Store, registry: Registry, { transid }: Pick<PayRecordRow, "transid">) {
  const number = transid ?? "";
  for (const meant of new Set([number, number.replace(/-\d+$/, "")])) {
    for (const name of PAYABLE_NAMES) {
      const entity = entityOf(registry, name);
      const [row] = await store.find(entity, { transid: meant });
      if (row) return { entity, row, transid: meant };
    }
  }
  return null;
}

/** Effect resend-payment: writes the order down under the number that stands in the record. The bank is asked by it first, told if it knows none. */
export async function resendPayment(context: EffectContext<"PayRecord">): Promise<undefined> {
  const { store, work } = context;
  const { entity, row, records, transid } = await waitingPayment(context);
  const [record] = records;
  const channel = channelOf(record.PayWay);
  if (channel === undefined) throw refuse("该流水没有可用的支付渠道，请申请退回待付款");
  const total = records.reduce((sum, { Pay_sum, Sign }) => sum + (Sign === PaySign.received ? -1n : 1n) * (Pay_sum ?? 0n), 0n);
  if (total === 0n) throw refuse("金额为零，不能银行支付");
  const [config] = await store.find(entityOf(work.registry, "PayConfig"), { PayWay: asCode(PayConfigPayWay, payWayOf(channel)) });
  const isReceived = total < 0n;
  // guard check: tests/server/payments/evidence.test.ts
  if (!isReceived) await effectiveAccount(store, work.registry, row.provid ?? "", record.recvAcct ?? "", work.now);
  const order = {
    entity: entity.name,
    rowId: row.Id,
    Billid: String(row.Billid),
    channel,
    direction: isReceived ? ("receive" as const) : ("pay" as const),
    amount: isReceived ? -total : total,
    account: config?.merchantNo ?? "",
    party: {
      name: row.Provider ?? "",
      account: (isReceived ? record.payAcct : record.recvAcct) ?? "",
      bank: record.recvBank ?? ("BankName" in row ? row.BankName : null) ?? "",
    },
    parts: payableOf(entity).parts === null ? 0 : records.length,
    userId: work.actor.userId,
  };
  if (!(await hurryIntent(store, transid))) await keepIntent(store, transid, order, 1);
  await clear(context, records);
}

/** Effect return-payment: the document waits for its payment again, as after a bank's no. */
export async function returnPayment(context: EffectContext<"PayRecord">): Promise<undefined> {
  const { entity, row, records } = await waitingPayment(context);
  await clear(context, records);
  for (const { Id } of records) if (Id !== context.row.Id) await context.runAsSystem(context.entity, "fail", Id);
  await context.runAsSystem<string>(entity, STEPS.failed, row.Id);
}

async function waitingPayment({ store, work, row }: EffectContext<"PayRecord">) {
  const owner = await ownerOf(store, work.registry, row);
  if (owner === null) throw refuse("没有找到该流水的付款单");
  const [locked] = await store.lock<string>(owner.entity, [owner.row.Id]);
  if (locked?.Statu !== payableOf(owner.entity).atBank) throw refuse("该单据已不在银行处理中，请刷新后重试");
  const { transid } = owner;
  const records = await recordsOf(store, work.registry, transid);
  const [first = row, ...others] = records;
  return { entity: owner.entity, row: owner.row, records: [first, ...others] as const, transid };
}

/** The unfinished records under a number: one, or those of the parts in their order. */
async function recordsOf(store: Store, registry: Registry, transid: string): Promise<PayRecordRow[]> {
  const entity = entityOf(registry, "PayRecord");
  const found = [...(await store.find(entity, { transid, ...PENDING }))];
  for (let n = 1; ; n += 1) {
    const part = await store.find(entity, { transid: `${transid}-${n}`, ...PENDING });
    if (part.length === 0) return found;
    found.push(...part);
  }
}

async function clear({ store, entity }: EffectContext<"PayRecord">, records: readonly PayRecordRow[]): Promise<void> {
  for (const { Id } of records) await store.update(entity, { Id }, { noorder: false, fixkind: null, fixby: null, fixwhy: null });
}

/** Marks the records of such payments, and tells the shop once of each: they are a task for people. Returns how many are new. */
export async function markOrphans(db: Db, registry: Registry, now: Date): Promise<number> {
  let marked = 0;
  for (const shop of await shopIds(db, registry)) {
    const own = forTenant(db, { as: "shop", shop });
    marked += await own.transaction().execute((trx) => markOfShop(trx, registry, shop, now));
  }
  return marked;
}

async function markOfShop(trx: Db, registry: Registry, shop: string, now: Date): Promise<number> {
  const store = sqlStore(trx, shop);
  const entity = entityOf(registry, "PayRecord");
  let marked = 0;
  for (const record of await store.find(entity, PENDING, true)) {
    const owner = record.noorder === true ? null : await ownerOf(store, registry, record);
    if (owner === null || owner.row.Statu !== payableOf(owner.entity).atBank) continue;
    if ((await readIntent(trx, owner.transid)) !== null) continue;
    marked += await store.update(entity, { Id: record.Id }, { noorder: true });
    await createRow(
      effectContext(store, systemWork(registry, shop, now, `orphan-${record.Id}`), entity, record),
      entityOf(registry, "Message"),
      {
        side: "shop",
        entity: entity.name,
        bllid: String(record.Id),
        Billid: record.Billid,
        title: `银行处理中但没有银行指令：${record.Billid ?? ""}`,
        content: `流水号 ${record.transid ?? ""} 不是本系统发出的。请与银行核对后，在“支付流水”申请重新发送或退回待付款，由另一人同意。`,
        sendtime: timeOf(now),
      },
    );
  }
  return marked;
}
