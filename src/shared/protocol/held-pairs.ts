/** Somebody who holds both functions of a pair that is kept apart (docs/decisions/99). */
export interface HeldPairRow {
  readonly USER_ID: string;
  readonly UsrName: string;
  /** The group that brings both: its code and name. */
  readonly group: string;
  readonly inUse: "启用" | "停用";
  /** What the pair is called. */
  readonly pair: string;
  /** Page and function of each side. */
  readonly first: string;
  readonly second: string;
}

/** Who holds what should be two people's, in one shop, as it is now. */
export interface HeldPairsResult {
  readonly rows: readonly HeldPairRow[];
}
