import { timeOf } from "../../../shared/domain/day.ts";
import { createRow } from "../../engine/effects/create-row.ts";
import type { EffectContext } from "../../engine/effects/effect.ts";
import { entityOf } from "../../engine/values/names.ts";
import { type BalancePayRow, PayOperate, PayRecordResult, PaySign } from "../../generated/entities.ts";
import { isFirstTo } from "../payments/feature.ts";

interface Written {
  /** The bill that it is a record of; none: of the entry itself. */
  readonly of?: BalancePayRow | undefined;
  readonly bllid?: string | null;
  /** What its number begins with; the entry's follows, so that no entry is ever posted twice. */
  readonly prefix: "WY" | "DX" | "DF" | "DK" | "TK" | "XJ" | "BZ";
  readonly Operate: PayOperate;
  readonly Sign: PaySign;
  readonly linkid?: string;
}

/** The record of an entry; accounts where money has moved. */
export async function writeRecord(context: EffectContext<"PayEntry">, { of, bllid, prefix, ...written }: Written): Promise<void> {
  const { store, work, row } = context;
  const [supplier] = await store.find(entityOf(work.registry, "Provider"), { provid: row.provid });
  const [shop] = await store.find(entityOf(work.registry, "Shop"), { SHOP_ID: store.shopId });
  const isMoney = written.Operate === PayOperate.payment || written.Operate === PayOperate.refund;
  const isReceipt = written.Sign === PaySign.received;
  const theirs = { name: row.Provider, acct: of?.BankAcct ?? supplier?.BankAcct ?? null, bank: of?.BankName ?? supplier?.BankName ?? null };
  const ours = { name: shop?.ShopName ?? null, acct: shop?.BankAcct ?? null, bank: shop?.BankName ?? null };
  const [payer, payee] = isReceipt ? [theirs, ours] : [ours, theirs];
  await createRow(context, entityOf(work.registry, "PayRecord"), {
    ...written,
    Billid: of?.Billid ?? row.Billid,
    bllid: bllid ?? of?.BalaBillid ?? null,
    transid: `${prefix}-${row.Billid}`,
    EntryBillid: row.Billid,
    busdate: row.paydate,
    Pay_sum: row.amount,
    PayWay: row.PayWay,
    ...(isMoney && { payAcct: payer.acct, recvName: payee.name, recvAcct: payee.acct, recvBank: payee.bank }),
    isFirst: isMoney && !isReceipt && (await isFirstTo(store, work.registry, payee.acct)),
    result: PayRecordResult.succeeded,
    message: row.reason,
    paytime: timeOf(work.now),
  });
}
