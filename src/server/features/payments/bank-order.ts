import type { BankParty, Channel, Direction } from "./bank/gateway.ts";

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
