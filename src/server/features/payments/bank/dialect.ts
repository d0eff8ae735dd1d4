import type { BankAnswer, BankState, Channel, Direction } from "./gateway.ts";

/** Fields of a message, flat, as text. */
export type Message = Readonly<Record<string, string>>;

/** What both channels say, by our names: an order, a question, or what became of a payment. */
const MESSAGE_FIELDS = [
  "transid",
  "direction",
  "amount",
  "subject",
  "account",
  "partyName",
  "partyAccount",
  "partyBank",
  "notifyUrl",
  "state",
  "bankno",
  "message",
] as const;
type MessageField = (typeof MESSAGE_FIELDS)[number];

/** How one channel spells things: all that differs between the adapters. The sandbox bank reads it from the other side. */
export interface Dialect {
  readonly channel: Channel;
  /** Before the names of its headers. */
  readonly headers: string;
  readonly paths: { readonly pay: string; readonly receive: string; readonly check: string };
  readonly format: "json" | "form";
  readonly names: Readonly<Record<MessageField, string>>;
  readonly states: Readonly<Record<BankState, string>>;
  readonly directions: Readonly<Record<Direction, string>>;
  /** The answers to a callback: taken, and to be sent again. */
  readonly replies: { readonly type: string; readonly taken: string; readonly refused: string };
}

/** The names of the headers that carry the signature. */
export function headersOf({ headers }: Pick<Dialect, "headers">) {
  return {
    merchant: `${headers}-merchant`,
    timestamp: `${headers}-timestamp`,
    nonce: `${headers}-nonce`,
    signature: `${headers}-signature`,
  } as const;
}

export function contentTypeOf({ format }: Pick<Dialect, "format">): string {
  return format === "json" ? "application/json" : "application/x-www-form-urlencoded";
}

/** A message in the channel's own words. */
export function writeMessage({ format, names }: Dialect, message: Message): string {
  const spelled = Object.fromEntries(Object.entries(message).map(([name, text]) => [names[name as MessageField], text]));
  return format === "json" ? JSON.stringify(spelled) : new URLSearchParams(spelled).toString();
}

/** The message under our names; fields we do not know are left out. null: it is no flat record of texts. */
export function readMessage({ format, names }: Dialect, text: string): Message | null {
  const read = format === "json" ? readJson(text) : new Map(new URLSearchParams(text));
  if (read === null) return null;
  return Object.fromEntries(
    MESSAGE_FIELDS.flatMap((name) => {
      const value = read.get(names[name]);
      return value === undefined ? [] : [[name, value] as const];
    }),
  );
}

function readJson(text: string): ReadonlyMap<string, string> | null {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== "object" || value === null || Array.isArray(value)) return null;
    const entries = Object.entries(value);
    return entries.every((entry): entry is [string, string] => typeof entry[1] === "string") ? new Map(entries) : null;
  } catch {
    return null;
  }
}

const TRANSID = /^[A-Za-z0-9-]{1,60}$/;
/** At most what the database's money fields hold. */
const AMOUNT = /^[1-9]\d{0,14}$/;
const LONGEST = 200;

/** What the bank says of a payment; null where the text is not what the channel's words allow. */
export function readAnswer(dialect: Dialect, text: string): BankAnswer | null {
  const message = readMessage(dialect, text);
  const state = message === null ? undefined : stateOf(dialect, message);
  if (message === null || state === undefined || !TRANSID.test(message.transid ?? "")) return null;
  const { transid = "", amount, account = null, bankno = "", message: words = "" } = message;
  // guard check: tests/server/payments/attacks.test.ts
  if (state !== "unknown" && (amount === undefined || !AMOUNT.test(amount) || account === null)) return null;
  return {
    transid,
    state,
    amount: amount === undefined || !AMOUNT.test(amount) ? null : BigInt(amount),
    account,
    bankno: plain(bankno).slice(0, 60),
    message: plain(words).slice(0, LONGEST),
  };
}

function stateOf({ states }: Dialect, message: Message): BankState | undefined {
  return (Object.keys(states) as BankState[]).find((state) => states[state] === message.state);
}

/** Words from outside end up in lists and logs: no control characters. */
function plain(text: string): string {
  return text.toWellFormed().replaceAll(/\p{Cc}/gu, " ");
}
