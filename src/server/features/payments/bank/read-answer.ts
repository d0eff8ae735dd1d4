import { type Dialect, type Message, readMessage } from "./dialect.ts";
import type { BankAnswer, BankState } from "./gateway.ts";

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
