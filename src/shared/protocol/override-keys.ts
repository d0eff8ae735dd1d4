/** Keys of the hand-written pages (src/web/overrides), as menu lines name them. */
export const OVERRIDE_KEYS = ["advice", "audit", "balance-pay", "imports", "merged-payments"] as const;

export type OverrideKey = (typeof OVERRIDE_KEYS)[number];
