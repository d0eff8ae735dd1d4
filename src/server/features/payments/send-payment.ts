import { retrying } from "../../db/errors.ts";
import { callAttention, type SettlePaymentDeps } from "./attention.ts";
import type { Bank } from "./bank/bank.ts";
import { faultPoint } from "./bank/fault-point.ts";
import { type BankAnswer, BankSilence, type PaymentGateway } from "./bank/gateway.ts";
import type { NoticeSource } from "./bank-notice.ts";
import { type Claim, claimIntent, type Intent, instructionOf, postponeIntent } from "./intent.ts";
import { settlePayment } from "./settle-payment.ts";

/** What telling the bank works with. */
export interface SendPaymentDeps extends Omit<SettlePaymentDeps, "now"> {
  readonly bank: Bank;
  readonly now: () => Date;
  /** For the operator. */
  readonly log: (line: string) => void;
}

/** Beyond the time of one call; only then may somebody else think that whoever took an order up is gone. */
const LEASE_SLACK_MS = 2000;
const NO_CHANNEL = "支付渠道的接口尚未配置";
const FAILED = "处理银行结果时出错";
const OVERDUE = "银行迟迟没有给出结果，系统会继续查询，请与银行核对";

/** Which order is taken up, and why. */
export interface Sending extends Omit<Claim, "leaseMs"> {
  /** Somebody looks, and nothing is sent for that (docs/decisions/94): the bank is asked alone. What it has never heard of the reconciler tells it. */
  readonly isLook?: boolean;
}

/** Takes up an order, tells or asks the bank, and does what its answer means. null: there was none to take up. */
export async function sendPayment(at: SendPaymentDeps, { isLook = false, ...which }: Sending): Promise<Intent | null> {
  // Two calls at most: a question, and the order when the bank has never heard of it.
  const leaseMs = 2 * at.bank.timeoutMs + LEASE_SLACK_MS;
  const intent = await retrying(() => claimIntent(at.db, { ...which, leaseMs }));
  if (intent === null) return null;
  faultPoint("send:claimed");
  const gateway = at.bank.gateway(intent.channel);
  try {
    const words = gateway === undefined ? NO_CHANNEL : await tryOnce(at, gateway, intent, isLook);
    if (words !== null) await postpone(at, intent, words);
  } catch (error) {
    // Our own failure: it waits as if the bank had been silent, and people are told at last. Without a database even that fails.
    await postpone(at, intent, FAILED).catch(() => undefined);
    throw error;
  }
  return intent;
}

/** Why the payment is not settled yet; null: it is, or somebody is told that it cannot be. */
async function tryOnce(at: SendPaymentDeps, gateway: PaymentGateway, intent: Intent, isLook: boolean): Promise<string | null> {
  const { channel, transid } = intent;
  const settle = (source: NoticeSource, answer: BankAnswer) =>
    settlePayment({ db: at.db, registry: at.registry, now: at.now() }, { source, channel, answer });
  try {
    const instruction = instructionOf(intent, at.bank.notifyUrl(channel));
    // Whoever took it up before may have told the bank before it went down: then it is asked first.
    // guard check as null: tests/server/payments/bank-flow.test.ts
    let answer = intent.tries === 1 && !isLook ? null : await gateway.check(transid);
    let source: NoticeSource = "check";
    // guard check as answer === null || answer.state === "unknown": tests/server/payments/evidence.test.ts
    if (answer === null || (answer.state === "unknown" && !isLook)) {
      faultPoint("send:unknown");
      source = "reply";
      answer = await gateway.pay(instruction);
    }
    const verdict = await settle(source, answer);
    return verdict === "settled" || verdict === "repeated" ? null : answer.message;
  } catch (error) {
    if (error instanceof BankSilence) return error.message;
    throw error;
  }
}

async function postpone(at: SendPaymentDeps, intent: Intent, words: string): Promise<void> {
  const isOverdue = await postponeIntent(at.db, intent.transid, words);
  // People are told once; the tries go on.
  if (!isOverdue || intent.attention !== null) return;
  at.log(`payment ${intent.transid} (${intent.Billid}) of shop ${intent.shopId} has no outcome after ${intent.tries} tries: ${words}`);
  const settling = { registry: at.registry, now: at.now() };
  await retrying(() => at.db.transaction().execute((trx) => callAttention({ ...settling, db: trx }, intent, OVERDUE)));
}
