import type { ReleaseKey } from "../names/releases.ts";

/** How far one release of the demo goes, and who quotes. */
export interface ReleasePlan {
  readonly text: ReleaseKey;
  readonly kind: "investment" | "bidding";
  /** Days from the anchor day: first and last day of quoting. What is still a draft is not published. */
  readonly starts: number;
  readonly ends: number;
  readonly statu: 0 | 10 | 50 | -1;
  /** The system ends it by itself; else the buyer does, or withdraws it. */
  readonly isDue?: true;
  readonly quotes: readonly QuotePlan[];
}

/** A supplier's quotation, or the bidder's, and what the shop makes of it. */
export type QuotePlan = readonly [supplier: number | "bidder", statu: 0 | 1 | -1];

/** The spotlight supplier has quotations in all three states of both kinds; the bidder of biddings. One release has none. */
export const RELEASE_PLANS: readonly ReleasePlan[] = [
  {
    text: "clothing",
    kind: "bidding",
    starts: -60,
    ends: -46,
    statu: 50,
    isDue: true,
    quotes: decided([1, 1], ["bidder", 1], [5, -1], [6, 1]),
  },
  { text: "gifts", kind: "investment", starts: -45, ends: -31, statu: 50, isDue: true, quotes: decided([1, 1], [2, -1], [3, 1], [4, -1]) },
  {
    text: "cleaning",
    kind: "bidding",
    starts: -30,
    ends: -16,
    statu: 50,
    quotes: decided([2, 1], ["bidder", -1], [3, 1], [7, 1], [1, -1]),
  },
  { text: "imported", kind: "investment", starts: -20, ends: -6, statu: -1, quotes: decided([1, -1], [8, -1]) },
  { text: "bags", kind: "bidding", starts: -10, ends: 6, statu: 10, quotes: decided([1, 0], ["bidder", 0], [4, 0], [5, -1]) },
  { text: "community", kind: "investment", starts: -8, ends: 12, statu: 10, quotes: decided([1, 0], [2, 0], [3, 0]) },
  { text: "till", kind: "bidding", starts: -6, ends: 9, statu: 10, quotes: decided([2, 0], [6, 0]) },
  { text: "summer", kind: "investment", starts: -3, ends: 20, statu: 10, quotes: [] },
  { text: "winter", kind: "investment", starts: -2, ends: 14, statu: 0, quotes: [] },
  { text: "crates", kind: "bidding", starts: -1, ends: 7, statu: 0, quotes: [] },
];

function decided(...quotes: readonly QuotePlan[]): readonly QuotePlan[] {
  return quotes;
}
