import type { Row } from "../../../../shared/domain/cell.ts";
import type { EffectContext } from "../effect.ts";
import { applyChange } from "./apply-change.ts";
import { bookSlot } from "./book-slot.ts";
import { checkGroup } from "./check-group.ts";
import { checkOverDelivery } from "./check-over-delivery.ts";
import { endSessions } from "./end-sessions.ts";
import { issuePassword } from "./issue-password.ts";
import { notifySuppliers } from "./notify-suppliers.ts";
import { refuseRateOverlap } from "./refuse-rate-overlap.ts";
import { registerSupplier } from "./register-supplier.ts";
import { resetPassword } from "./reset-password.ts";
import { settleOrders } from "./settle-orders.ts";
import { takeStockCheck } from "./take-stock-check.ts";

/** Does its work after the row was written; answers what its own row shall hold besides. */
type NamedEffect = (context: EffectContext) => Promise<Row | undefined>;

/** Every named effect. */
export const NAMED = {
  "apply-change": applyChange,
  "book-slot": bookSlot,
  "check-group": checkGroup,
  "check-over-delivery": checkOverDelivery,
  "end-sessions": endSessions,
  "issue-password": issuePassword,
  "notify-suppliers": notifySuppliers,
  "refuse-rate-overlap": refuseRateOverlap,
  "register-supplier": registerSupplier,
  "reset-password": resetPassword,
  "settle-orders": settleOrders,
  "take-stock-check": takeStockCheck,
} as const satisfies Record<string, NamedEffect>;

/** Their names, for the checks of the registry. */
export const NAMED_EFFECTS: readonly string[] = Object.keys(NAMED);

export function isNamedEffect(name: string): name is keyof typeof NAMED {
  return Object.hasOwn(NAMED, name);
}
