import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, readFileSync, truncateSync, writeSync } from "node:fs";
import { dirname } from "node:path";
import type { Channel, Direction } from "../gateway.ts";

/** What the bank was ordered to do. */
export interface Order {
  readonly channel: Channel;
  readonly transid: string;
  readonly direction: Direction;
  /** In 分, as text: a ledger is read by people and other programs. */
  readonly amount: string;
  readonly subject: string;
  readonly account: string;
  readonly partyName: string;
  readonly partyAccount: string;
  readonly notifyUrl: string;
}

/** One line of the ledger: an order was taken, money was moved, or it was not. */
export type LedgerEvent =
  | ({ readonly kind: "ordered"; readonly at: string } & Order)
  | {
      readonly kind: "paid" | "failed";
      readonly at: string;
      readonly channel: Channel;
      readonly transid: string;
      readonly subject: string;
      readonly amount: string;
      readonly bankno: string;
    };

/** The bank's own book: a file of JSON lines, each on the disk before the bank says a word about it. */
export interface Ledger {
  readonly events: readonly LedgerEvent[];
  append(event: LedgerEvent): void;
  close(): void;
}

/** Opens a ledger, with what was written before. A last line that a power cut left unfinished was never acted upon: it is left out. */
export function openLedger(file: string): Ledger {
  mkdirSync(dirname(file), { recursive: true });
  const text = existsSync(file) ? readFileSync(file, "utf8") : "";
  const whole = text.slice(0, text.lastIndexOf("\n") + 1);
  if (whole.length < text.length) truncateSync(file, Buffer.byteLength(whole));
  const events = readLedger(whole);
  const handle = openSync(file, "a", 0o600);
  return {
    events,
    append: (event) => {
      writeSync(handle, `${JSON.stringify(event)}\n`);
      fsyncSync(handle);
      events.push(event);
    },
    close: () => closeSync(handle),
  };
}

/** The whole lines of a ledger's text. */
export function readLedger(text: string): LedgerEvent[] {
  return text
    .split("\n")
    .slice(0, -1)
    .map((line) => JSON.parse(line) as LedgerEvent);
}
