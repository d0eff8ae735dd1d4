import { dayOf, timeOf } from "../../../shared/domain/day.ts";
import { createRow } from "../../engine/effects/create-row.ts";
import type { EffectContext } from "../../engine/effects/effect.ts";
import { entityOf } from "../../engine/values/names.ts";
import { PayOperate, PayRecordResult, type PayRecordRow, PaySign } from "../../generated/entities.ts";

const LONGEST = 200;

/**
 * The record of the opposite sign (docs/decisions/102). Each names the other; the number made of the corrected one's is unique, so that
 * none is corrected twice.
 */
export async function reverseRecord(
  context: Pick<EffectContext, "store" | "work" | "row" | "entity">,
  record: PayRecordRow,
  why: string,
): Promise<void> {
  const { store, work } = context;
  const entity = entityOf(work.registry, "PayRecord");
  const transid = `CX-${record.transid}`;
  await createRow(context, entity, {
    ...correcting(context, `冲销 ${record.transid}：${why}`),
    Billid: record.Billid,
    EntryBillid: record.EntryBillid,
    bllid: record.bllid,
    transid,
    linkid: record.transid,
    Pay_sum: record.Pay_sum,
    PayWay: record.PayWay,
    Operate: PayOperate.reversal,
    reversed: record.Operate,
    Sign: record.Sign === PaySign.received ? PaySign.paidOut : PaySign.received,
  });
  await store.update(entity, { Id: record.Id }, { linkid: transid });
}

/** What the records of a correction have in common. */
export function correcting({ work }: Pick<EffectContext, "work">, message: string): Partial<PayRecordRow> {
  return {
    busdate: dayOf(work.now),
    result: PayRecordResult.succeeded,
    message: message.slice(0, LONGEST),
    paytime: timeOf(work.now),
  };
}

/** Records that stand: neither corrections nor corrected. */
export function standing(records: readonly PayRecordRow[]): readonly PayRecordRow[] {
  const corrected = new Set(records.filter(({ Operate }) => Operate === PayOperate.reversal).map(({ linkid }) => linkid));
  return records.filter(({ Operate, transid }) => Operate !== PayOperate.reversal && !corrected.has(transid));
}
