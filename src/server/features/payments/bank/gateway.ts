/** The banks' channels the portal can pay through (flag payChannels, docs/decisions/46). */
export const CHANNELS = ["ZSPay", "KingDeePay"] as const;
export type Channel = (typeof CHANNELS)[number];

/** Which way money goes, from the shop's side: to the supplier, or from him. */
export type Direction = "pay" | "receive";

/** Whom the shop pays, or gets money from. */
export interface BankParty {
  readonly name: string;
  readonly account: string;
  readonly bank: string;
}

/** What the bank is asked to do, once: the same transid is the same payment, however often it is sent. */
export interface PayInstruction {
  readonly transid: string;
  readonly direction: Direction;
  /** In 分, above zero. */
  readonly amount: bigint;
  /** Number of the bill that is paid. */
  readonly subject: string;
  /** The shop's own number at the channel. */
  readonly account: string;
  readonly party: BankParty;
  /** Where the bank shall tell the outcome. */
  readonly notifyUrl: string;
}

/** unknown: the bank has never heard of the payment, so that sending it again is safe. */
export type BankState = "processing" | "success" | "failed" | "unknown";

/** What the bank says of a payment; in a reply or in a callback. */
export interface BankAnswer {
  readonly transid: string;
  readonly state: BankState;
  /** In 分; null where the bank knows no such payment. */
  readonly amount: bigint | null;
  /** The account the payment was ordered for; null as above. */
  readonly account: string | null;
  /** The bank's own number of it; empty until it has one. */
  readonly bankno: string;
  readonly message: string;
}

/** A callback as it arrived: nothing of it has been looked into. */
export interface RawCallback {
  readonly path: string;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly body: Buffer;
}

/** A callback whose signature was right. */
export interface SignedCallback {
  /** Used once: a second one with the same nonce is a replay. */
  readonly nonce: string;
  /** null: signed, and still not to be understood. */
  readonly answer: BankAnswer | null;
}

/** What the bank wants to hear about its callback. */
interface CallbackReply {
  readonly type: string;
  readonly body: string;
}

/** The port to a bank's channel. Amounts are 分; no call is ever made inside a transaction. */
export interface PaymentGateway {
  readonly channel: Channel;
  /** Orders a payment. Throws {@link BankSilence} where nobody can say whether it was ordered. */
  pay(instruction: PayInstruction): Promise<BankAnswer>;
  /** Asks for a payment. Throws {@link BankSilence}. */
  check(transid: string): Promise<BankAnswer>;
  /** Reads a callback; null where its signature is missing, wrong or too old. */
  readCallback(callback: RawCallback, now: Date): SignedCallback | null;
  replyTo(isTaken: boolean): CallbackReply;
}

/** No answer that could be trusted: nothing came in time, or it was not signed by the bank. What happened there is not known. */
export class BankSilence extends Error {
  override readonly name = "BankSilence";
}

/** What the bank shall be told, as it is written down with the change of state: nobody calls the bank inside a transaction. */
export interface BankOrder {
  readonly entity: string;
  readonly rowId: number;
  readonly Billid: string;
  readonly channel: Channel;
  readonly direction: Direction;
  /** In 分, above zero. */
  readonly amount: bigint;
  /** The shop's own number at the channel. */
  readonly account: string;
  readonly party: BankParty;
  /** How many payment records it has of its own: 0, one under the transid itself. */
  readonly parts: number;
  /** Who asked for it. */
  readonly userId: string;
}

/** The numbers of an order's payment records: a merged bill has one for each of its parts. */
export function recordNumbers(transid: string, parts: number): string[] {
  return parts === 0 ? [transid] : Array.from({ length: parts }, (_, n) => `${transid}-${n + 1}`);
}
