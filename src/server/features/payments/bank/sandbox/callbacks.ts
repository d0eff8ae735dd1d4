import { randomBytes, randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { isLoopback } from "../../../../base/safe-address.ts";
import { signatureOf } from "../../../../base/signed-message.ts";
import { contentTypeOf, type Dialect, headersOf, writeMessage } from "../dialect.ts";
import { CHANNELS, type Channel } from "../gateway.ts";
import type { FaultSwitches } from "./faults.ts";
import type { Outcome, SandboxBank } from "./sandbox-bank.ts";

/** The account a channel's requests are signed with. */
export interface Keys extends Readonly<Record<Channel, { readonly merchant: string; readonly secret: string }>> {}

/** How often a callback is tried that nobody takes, each time after twice the wait. */
const TRIES = 8;
const FIRST_WAIT_MS = 500;

/** Tells outcomes to whoever ordered the payment, as a bank does: late, again and again, or never. */
export class Callbacks {
  readonly #stopping = new AbortController();
  constructor(
    readonly bank: SandboxBank,
    readonly faults: FaultSwitches,
    readonly keys: Keys,
  ) {}

  /** Plans the callback of an order that was just taken. */
  plan(dialect: Dialect, transid: string): void {
    if (!this.faults.now.callbacks) return;
    this.#run(dialect, transid).catch(() => undefined); // stopped
  }

  stop(): void {
    this.#stopping.abort();
  }

  async #run(dialect: Dialect, transid: string): Promise<void> {
    const { signal } = this.#stopping;
    await sleep(this.faults.now.callbackMs, undefined, { signal });
    for (let time = 0; time < this.faults.now.callbackTimes; time++) {
      for (let attempt = 0; attempt < TRIES; attempt++) {
        const outcome = this.bank.finish(dialect.channel, transid);
        if (outcome === null || outcome.state === "processing") return;
        if (await this.#send(dialect, outcome)) break;
        await sleep(FIRST_WAIT_MS * 2 ** attempt, undefined, { signal });
      }
    }
  }

  /** Whether it was taken. */
  async #send(dialect: Dialect, outcome: Outcome): Promise<boolean> {
    const url = new URL(outcome.order.notifyUrl);
    if (!isLoopback(url.hostname)) return true; // a sandbox talks to nobody else
    const { merchant, secret } = this.keys[dialect.channel];
    const body = writeMessage(dialect, messageOf(dialect, outcome));
    const [timestamp, nonce] = [Math.floor(Date.now() / 1000).toString(), randomUUID()];
    const names = headersOf(dialect);
    const signature = signatureOf(secret, { kind: "POST", path: url.pathname, merchant, timestamp, nonce, body });
    const headers = {
      "content-type": contentTypeOf(dialect),
      [names.merchant]: merchant,
      [names.timestamp]: timestamp,
      [names.nonce]: nonce,
      [names.signature]: signature,
    };
    try {
      const answer = await fetch(url, { method: "POST", headers, body, redirect: "error", signal: AbortSignal.timeout(5000) });
      return answer.ok && (await answer.text()) === dialect.replies.taken;
    } catch {
      return false;
    }
  }
}

/** The outcome in the fields of a message. */
export function messageOf(dialect: Dialect, { order, state, bankno, message }: Outcome): Record<string, string> {
  const { transid, amount, account, subject, direction } = order;
  return {
    transid,
    state: dialect.states[state],
    amount,
    account,
    subject,
    direction: dialect.directions[direction],
    bankno,
    message,
  };
}

/** Accounts with secrets that nobody else knows. */
export function sandboxKeys(): Keys {
  const account = () => ({ merchant: "SANDBOX", secret: randomBytes(24).toString("hex") });
  return Object.fromEntries(CHANNELS.map((channel) => [channel, account()])) as Record<Channel, ReturnType<typeof account>>;
}
