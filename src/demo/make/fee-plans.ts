import type { FeeKind } from "../names/fees.ts";

/** How far one fee bill goes that no statement takes. */
export interface FeeLife {
  readonly supplier: number;
  readonly kind: FeeKind;
  readonly offset: number;
  /** Entered; told; its payment begun, at the bank, done, or given up. */
  readonly end: "draft" | "audited" | "ordered" | "banking" | "paid" | "failed";
}

/** Fee bills of their own. Eight are paid by order, each the day after it was told. */
export const FEE_PLANS: readonly FeeLife[] = [
  { supplier: 6, kind: "instant", offset: -40, end: "paid" },
  { supplier: 9, kind: "notice", offset: -33, end: "paid" },
  { supplier: 2, kind: "instant", offset: -21, end: "paid" },
  { supplier: 1, kind: "notice", offset: -18, end: "paid" },
  { supplier: 1, kind: "instant", offset: -8, end: "failed" },
  { supplier: 1, kind: "instant", offset: -6, end: "audited" },
  { supplier: 2, kind: "notice", offset: -4, end: "audited" },
  { supplier: 5, kind: "bill", offset: -4, end: "audited" },
  { supplier: 1, kind: "notice", offset: -3, end: "banking" },
  { supplier: 1, kind: "instant", offset: -2, end: "ordered" },
  { supplier: 2, kind: "notice", offset: -2, end: "ordered" },
  { supplier: 1, kind: "bill", offset: -1, end: "draft" },
  { supplier: 2, kind: "instant", offset: -1, end: "draft" },
  { supplier: 3, kind: "bill", offset: -1, end: "draft" },
  { supplier: 1, kind: "notice", offset: -1, end: "draft" },
];
