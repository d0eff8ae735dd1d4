import type { Tone } from "./screen.ts";

/** Result of Comm/FindBill: documents that the viewer may open, those with exactly the number first, then the newest. */
export interface FoundBills {
  readonly bills: readonly FoundBill[];
  /** There are more than are told. */
  readonly hasMore: boolean;
}

/** A document, as the page tells it that it is opened on. What the page does not tell the viewer is empty. */
export interface FoundBill {
  readonly mdl: number;
  /** Of the page; the document lies below it. */
  readonly path: string;
  /** Title of the page. */
  readonly page: string;
  readonly id: number;
  /** With what the page calls the document behind it, where that is something else. */
  readonly number: string;
  readonly supplier: string;
  /** As decimal text. */
  readonly amount: string;
  /** yyyy-MM-dd */
  readonly day: string;
  readonly state: string;
  readonly tone: Tone;
  /** What was typed is its number, or an invoice's, as a whole. */
  readonly isExact: boolean;
}
