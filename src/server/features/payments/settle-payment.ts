import { timeOf } from "../../../shared/domain/day.ts";
import { ApiError } from "../../../shared/protocol/envelope.ts";
import { retrying } from "../../db/errors.ts";
import type { Work } from "../../engine/effects/effect.ts";
import { runTransition } from "../../engine/run-transition.ts";
import { sqlStore } from "../../engine/store/sql-store.ts";
import type { Store } from "../../engine/store/store.ts";
import { entityOf, transitionOf } from "../../engine/values/names.ts";
import { PayOperate } from "../../generated/entities.ts";
import { bankWork, callAttention, type SettlePaymentDeps } from "./attention.ts";
import { faultPoint } from "./bank/fault-point.ts";
import { type BankAnswer, type Channel, recordNumbers } from "./bank/gateway.ts";
import { isNonceTaken, isNonceUsed, type NoticeSource, type Verdict, writeNotice } from "./bank-notice.ts";
import { type Intent, readIntent, updateIntent } from "./intent.ts";
import { payableEntity, STEPS } from "./payables.ts";

/** Something a bank said of a payment, believed as far as its signature goes. */
export interface News {
  readonly source: NoticeSource;
  readonly channel: Channel;
  readonly answer: BankAnswer;
  /** Of a callback. */
  readonly nonce?: string | undefined;
  readonly address?: string | undefined;
}

/**
 * Does what a bank's answer means (docs/decisions/47), in one transaction with its line in the book of notices: once, however often and in
 * whatever order it is told. What does not fit changes nothing; it is written down, and the shop is told.
 */
export async function settlePayment(at: SettlePaymentDeps, news: News): Promise<Verdict> {
  const { answer } = news;
  const settleOnce = () => retrying(() => at.db.transaction().execute((trx) => settleIn({ ...at, db: trx }, news)));
  try {
    // Two callbacks with one nonce at the same moment: the second is seen as a replay once the first is committed.
    const verdict = await settleOnce().catch((error: unknown) => {
      if (isNonceTaken(error)) return settleOnce();
      throw error;
    });
    faultPoint("settle:committed");
    return verdict;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    // The money has gone, or come, and the document does not follow: a person must look at it.
    const text = `银行结果为${OUTCOMES[answer.state] ?? answer.state}，但单据未能更新：${error.message}`;
    await retrying(() => at.db.transaction().execute((trx) => raise({ ...at, db: trx }, news, "refused", text)));
    return "refused";
  }
}

const OUTCOMES: Readonly<Record<string, string>> = { success: "成功", failed: "失败" };

async function settleIn(at: SettlePaymentDeps, news: News): Promise<Verdict> {
  const { db } = at;
  const { answer, channel, source, nonce, address } = news;
  const known = await readIntent(db, answer.transid);
  const shopId = known?.shopId;
  const tell = (verdict: Verdict) => writeNotice(db, { source, channel, nonce, shopId, answer, verdict, address });
  // guard check as known === null: tests/server/payments/bank-flow.test.ts
  if (known === null || known.channel !== channel) {
    await tell("unknownTransid");
    return "unknownTransid";
  }
  // The document before its order, as the step to the bank does: two that meet wait for each other in one order.
  await sqlStore(db, known.shopId).lock(payableEntity(at.registry, known.entity), [known.rowId]);
  const intent = await readIntent(db, answer.transid, true);
  if (intent === null) throw new Error(`the order ${answer.transid} is gone`);
  // guard check: tests/server/payments/attacks.test.ts
  if (nonce !== undefined && (await isNonceUsed(db, channel, nonce))) {
    await writeNotice(db, { source, channel, shopId, answer, verdict: "replayed", address });
    return "replayed";
  }
  const verdict = judge(intent, answer);
  const text = ATTENTION[verdict];
  if (text !== undefined) return raise(at, news, verdict, text);
  if (verdict === "settled") await settle(at, intent, answer);
  // A poll without an outcome is no news.
  if (verdict !== "pending" || source === "callback") await tell(verdict);
  return verdict;
}

const ATTENTION: Readonly<Partial<Record<Verdict, string>>> = {
  wrongAmount: "银行返回的金额与付款单不一致，请与银行核对",
  wrongAccount: "银行返回的商户号与付款单不一致，请与银行核对",
  contradiction: "银行返回的结果与先前的结果相反，请与银行核对",
};

/** What an answer means for an order. An outcome that counted is never taken back. */
function judge(intent: Intent, { state, amount, account }: BankAnswer): Verdict {
  if (state === "unknown") return "pending";
  // guard check: tests/server/payments/attacks.test.ts
  if (amount !== intent.amount) return "wrongAmount";
  // guard check: tests/server/payments/bank-flow.test.ts
  if (account !== intent.account) return "wrongAccount";
  if (state === "processing") return "pending";
  // guard check as true: tests/server/payments/attacks.test.ts
  if (intent.state === "open") return "settled";
  return intent.state === state ? "repeated" : "contradiction";
}

async function settle(at: SettlePaymentDeps, intent: Intent, answer: BankAnswer): Promise<void> {
  const { db, registry, now } = at;
  faultPoint("settle:begun");
  const store = sqlStore(db, intent.shopId);
  const isPaid = answer.state === "success";
  const entity = payableEntity(registry, intent.entity);
  const transition = transitionOf(entity, isPaid ? STEPS.success : STEPS.failed);
  const work = { ...bankWork(registry, intent, now), reason: answer.message };
  await runTransition(store, { ...work, entity, transition, id: intent.rowId });
  faultPoint("settle:stated");
  await finishRecords(store, work, intent, answer);
  faultPoint("settle:recorded");
  await updateIntent(db, intent.transid, { state: isPaid ? "success" : "failed", bankno: answer.bankno, message: answer.message });
}

/** Writes down what does not fit, and tells the shop. */
async function raise(at: SettlePaymentDeps, news: News, verdict: Verdict, text: string): Promise<Verdict> {
  const { source, channel, nonce, address, answer } = news;
  const intent = await readIntent(at.db, answer.transid, true);
  if (intent !== null) await callAttention(at, intent, text);
  await writeNotice(at.db, { source, channel, nonce, shopId: intent?.shopId, answer, verdict, address });
  return verdict;
}

/** Writes the outcome into the payment's records (docs/decisions/47). A success is what the page of e-receipts shows. */
async function finishRecords(store: Store, work: Work, intent: Intent, answer: BankAnswer): Promise<void> {
  const entity = entityOf(work.registry, "PayRecord");
  const transition = transitionOf(entity, answer.state === "success" ? "succeed" : "fail");
  for (const transid of recordNumbers(intent.transid, intent.parts)) {
    const [record] = await store.find(entity, { transid, Operate: PayOperate.payment }, true);
    if (!record) throw new Error(`the payment ${transid} has no record`);
    await store.update(entity, { Id: record.Id }, { message: answer.message, paytime: timeOf(work.now) });
    await runTransition(store, { ...work, entity, transition, id: record.Id });
  }
}
