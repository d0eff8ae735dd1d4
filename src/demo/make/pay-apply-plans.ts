import type { Party } from "../../shared/registry/model.ts";

/** How far one application goes. */
export interface ApplyPlanned {
  readonly type: "balance" | "request";
  readonly by: Party;
  /** Of the amount due, in hundredths. */
  readonly share: number;
  readonly stt: 0 | 10 | 20 | 50 | -1;
  /** How many nodes have agreed where it is still on its way; all but the last unless told otherwise. */
  readonly agreed?: number;
}

const balance = { type: "balance", by: "supplier", share: 100 } as const;
const request = { type: "request", by: "supplier", share: 100 } as const;

/**
 * A statement's applications by its number; each comes two hours after the one before it. Bills that went on to finance in
 * the last fifteen days were approved before, as the shop that asks for it would have it; earlier ones needed none yet.
 */
export const APPLY_PLANS: Readonly<Record<number, readonly ApplyPlanned[]>> = {
  3: [{ ...balance, stt: 50 }],
  4: [
    { ...balance, stt: -1 },
    { ...request, stt: 50 },
  ],
  6: [
    { ...balance, share: 60, stt: 20, agreed: 1 },
    { ...request, share: 40, stt: 10 },
  ],
  7: [{ ...request, stt: 0 }],
  12: [{ ...balance, by: "shop", stt: 0 }],
  15: [{ ...balance, stt: 50 }],
  16: [
    { ...balance, share: 50, stt: 20 },
    { ...request, share: 50, stt: 10 },
  ],
};
