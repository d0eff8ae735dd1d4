/** How far one appointment of the demo goes. */
export interface AppointmentPlan {
  readonly supplier: number;
  readonly kind: "delivery" | "balance";
  /** Days from the anchor day to the booking, and to the day booked. */
  readonly offset: number;
  readonly day: number;
  readonly statu: 0 | 10 | 50 | -1 | -2;
  /** Which of the store's slots of this kind. */
  readonly slot: number;
  /** Goes to the store that this supplier delivers to. */
  readonly beside?: number;
  readonly reason?: string;
}

const delivery = (supplier: number, offset: number, day: number, statu: AppointmentPlan["statu"], slot: number) =>
  ({ kind: "delivery", supplier, offset, day, statu, slot }) as const;
const balance = (supplier: number, offset: number, day: number, statu: AppointmentPlan["statu"]) =>
  ({ kind: "balance", supplier, offset, day, statu, slot: 0 }) as const;

/**
 * The spotlight supplier has every state of both kinds. The first delivery is of an order that was received, partly sent back
 * and paid since; numbers 1 and 5 fill one slot in two days' time.
 */
export const APPOINTMENT_PLANS: readonly AppointmentPlan[] = [
  delivery(1, -29, -27, 50, 1),
  delivery(1, -1, 2, 10, 0),
  delivery(1, -1, 3, 0, 1),
  { ...delivery(1, -5, -3, -1, 1), reason: "当日门店盘点，请改约次日" },
  delivery(1, -3, 1, -2, 2),
  { ...delivery(2, -2, 2, 50, 0), beside: 1 },
  delivery(3, -20, -18, 50, 1),
  delivery(4, -12, -10, 50, 2),
  delivery(5, -2, 1, 10, 1),
  delivery(6, -3, 1, 50, 2),
  { ...delivery(7, -15, -12, -1, 1), reason: "该时段月台检修" },
  delivery(8, -8, -6, 50, 2),
  balance(1, -17, -14, 50),
  balance(1, -2, 1, 10),
  balance(1, -1, 4, 0),
  { ...balance(1, -9, -6, -1), reason: "对账单尚未确认，请确认后再约" },
  balance(1, -4, 1, -2),
  balance(2, -3, 2, 50),
];
