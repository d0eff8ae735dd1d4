/** How far one licence of the demo goes. */
export interface LicencePlan {
  readonly supplier: number;
  readonly kind: "supplier" | "goods";
  /** Days from the anchor day to its end. */
  readonly ends: number;
  readonly statu: 0 | 10 | 50 | -1;
}

type Kind = LicencePlan["kind"];
const KINDS: readonly Kind[] = ["supplier", "goods"];

/** The spotlight supplier's, of each kind: run out, about to, in force, and what is on its way. */
const SPOTLIGHT = KINDS.flatMap((kind): LicencePlan[] => [
  { supplier: 1, kind, ends: kind === "supplier" ? -12 : -3, statu: 50 },
  { supplier: 1, kind, ends: kind === "supplier" ? 7 : 25, statu: 50 },
  { supplier: 1, kind, ends: 400, statu: 50 },
  { supplier: 1, kind, ends: 700, statu: -1 },
  { supplier: 1, kind, ends: 730, statu: 10 },
  { supplier: 1, kind, ends: 760, statu: 0 },
]);

/** The others': four have run out, four are about to, twenty hold. */
const OTHERS = [-120, -45, -20, -1, 2, 12, 19, 30, ...Array.from({ length: 20 }, (_, index) => 40 + index * 33)].map(
  (ends, index): LicencePlan => ({ supplier: 2 + (index % 10), kind: KINDS[index % 2] ?? "supplier", ends, statu: 50 }),
);

export const LICENCE_PLANS: readonly LicencePlan[] = [...SPOTLIGHT, ...OTHERS];
