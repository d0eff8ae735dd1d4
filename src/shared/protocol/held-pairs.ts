/** Somebody who holds a function of a pair that is kept apart, or both (docs/decisions/99). */
export interface HeldPairRow {
  readonly USER_ID: string;
  readonly UsrName: string;
  /** The group that brings them: its code and name; or who is away and has them done, and until when. */
  readonly group: string;
  readonly inUse: "启用" | "停用";
  /** What the pair is called. */
  readonly pair: string;
  readonly holds: "两项" | "一项";
  /** Page and function of each side; empty: not held. */
  readonly first: string;
  readonly second: string;
}

/** Who holds what should be two people's, in one shop, as it is now: who holds both first. */
export interface HeldPairsResult {
  readonly rows: readonly HeldPairRow[];
}
