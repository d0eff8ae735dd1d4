import { randomBytes } from "node:crypto";
import type { BankState, Channel } from "../gateway.ts";
import type { Ledger, Order } from "./ledger.ts";

/** What the bank says of one payment. */
export interface Outcome {
  readonly order: Order;
  readonly state: BankState;
  readonly bankno: string;
  readonly message: string;
}

interface Payment {
  readonly order: Order;
  state: "processing" | "success" | "failed";
  bankno: string;
  polls: number;
}

const FAILS = 1;
const LINGERS = 2;
/** How many polls a lingering payment stays unfinished. */
const LINGERING_POLLS = 3;
const MESSAGES = { processing: "银行处理中", success: "交易成功", failed: "收款户名与账号不符，交易失败" } as const;

/**
 * The rule of the simulator (docs/decisions/48): by the last digit of the amount in 分, 1 fails, 2 stays unfinished for three polls,
 * everything else succeeds at the first poll or with the callback. The same transid is the same payment, once.
 */
export class SandboxBank {
  readonly #ledger: Ledger;
  readonly #payments = new Map<string, Payment>();

  constructor(ledger: Ledger) {
    this.#ledger = ledger;
    for (const event of ledger.events) {
      const key = keyOf(event.channel, event.transid);
      const known = this.#payments.get(key);
      if (event.kind === "ordered") this.#payments.set(key, { order: event, state: "processing", bankno: "", polls: 0 });
      else if (known) Object.assign(known, { state: event.kind === "paid" ? "success" : "failed", bankno: event.bankno });
    }
  }

  /** Takes an order. The same order again is answered, not done again; another one under its number is refused: null. */
  order(order: Order): Outcome | null {
    const known = this.#payments.get(keyOf(order.channel, order.transid));
    if (known) return isSame(known.order, order) ? this.#tell(known) : null;
    this.#ledger.append({ kind: "ordered", at: new Date().toISOString(), ...order });
    const payment: Payment = { order, state: "processing", bankno: "", polls: 0 };
    this.#payments.set(keyOf(order.channel, order.transid), payment);
    return this.#tell(payment);
  }

  /** Somebody asks for a payment; null: there is none. */
  poll(channel: Channel, transid: string): Outcome | null {
    const payment = this.#payments.get(keyOf(channel, transid));
    if (!payment) return null;
    payment.polls++;
    if (digitOf(payment.order) !== LINGERS || payment.polls > LINGERING_POLLS) this.#decide(payment);
    return this.#tell(payment);
  }

  /** The outcome for a callback: the bank decides by itself, unless the payment lingers. */
  finish(channel: Channel, transid: string): Outcome | null {
    const payment = this.#payments.get(keyOf(channel, transid));
    if (!payment) return null;
    if (digitOf(payment.order) !== LINGERS) this.#decide(payment);
    return this.#tell(payment);
  }

  /** Moves the money, or does not: once. */
  #decide(payment: Payment): void {
    if (payment.state !== "processing") return;
    const { channel, transid, subject, amount } = payment.order;
    const isPaid = digitOf(payment.order) !== FAILS;
    const bankno = `SB${randomBytes(8).toString("hex").toUpperCase()}`;
    this.#ledger.append({ kind: isPaid ? "paid" : "failed", at: new Date().toISOString(), channel, transid, subject, amount, bankno });
    payment.state = isPaid ? "success" : "failed";
    payment.bankno = bankno;
  }

  #tell({ order, state, bankno }: Payment): Outcome {
    return { order, state, bankno, message: MESSAGES[state] };
  }
}

const digitOf = ({ amount }: Order): number => Number(BigInt(amount) % 10n);
const keyOf = (channel: Channel, transid: string): string => `${channel} ${transid}`;

/** Where the outcome is told to is no part of the payment: it may change between two tries. */
function isSame(a: Order, b: Order): boolean {
  const names = ["direction", "amount", "subject", "account", "partyName", "partyAccount"] as const;
  return names.every((name) => a[name] === b[name]);
}
