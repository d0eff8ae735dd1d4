import type { Row } from "../../../../shared/domain/cell.ts";
import type { EffectContext } from "../effect.ts";
import { applyChange } from "./apply-change.ts";
import { approveNode } from "./approve-node.ts";
import { askBank } from "./ask-bank.ts";
import { attachFile } from "./attach-file.ts";
import { bookSlot } from "./book-slot.ts";
import { checkGroup } from "./check-group.ts";
import { checkInvoiceNumber } from "./check-invoice-number.ts";
import { checkOverDelivery } from "./check-over-delivery.ts";
import { countInvoices } from "./count-invoices.ts";
import { detachFile } from "./detach-file.ts";
import { dissolveMerge } from "./dissolve-merge.ts";
import { endSessions } from "./end-sessions.ts";
import { finishNotices } from "./finish-notices.ts";
import { freeSources } from "./free-sources.ts";
import { issuePassword } from "./issue-password.ts";
import { keepReading } from "./keep-reading.ts";
import { notifySuppliers } from "./notify-suppliers.ts";
import { openNotices } from "./open-notices.ts";
import { openPayment } from "./open-payment.ts";
import { orderAtBank } from "./order-at-bank.ts";
import { recordPayment } from "./record-payment.ts";
import { recountSources } from "./recount-sources.ts";
import { refuseNode } from "./refuse-node.ts";
import { refuseRateOverlap } from "./refuse-rate-overlap.ts";
import { registerSupplier } from "./register-supplier.ts";
import { resetPassword } from "./reset-password.ts";
import { settleCheck } from "./settle-check.ts";
import { settleOrders } from "./settle-orders.ts";
import { startApproval } from "./start-approval.ts";
import { takeSources } from "./take-sources.ts";
import { takeStockCheck } from "./take-stock-check.ts";
import { uncountInvoice } from "./uncount-invoice.ts";

/** Does its work after the row was written; answers what its own row shall hold besides. */
type NamedEffect = (context: EffectContext) => Promise<Row | undefined>;

/** Every named effect. */
export const NAMED = {
  "apply-change": applyChange,
  "approve-node": approveNode,
  "ask-bank": askBank,
  "attach-file": attachFile,
  "book-slot": bookSlot,
  "check-group": checkGroup,
  "check-invoice-number": checkInvoiceNumber,
  "check-over-delivery": checkOverDelivery,
  "count-invoices": countInvoices,
  "detach-file": detachFile,
  "dissolve-merge": dissolveMerge,
  "end-sessions": endSessions,
  "finish-notices": finishNotices,
  "free-sources": freeSources,
  "issue-password": issuePassword,
  "keep-reading": keepReading,
  "notify-suppliers": notifySuppliers,
  "open-notices": openNotices,
  "open-payment": openPayment,
  "order-at-bank": orderAtBank,
  "record-payment": recordPayment,
  "recount-sources": recountSources,
  "refuse-node": refuseNode,
  "refuse-rate-overlap": refuseRateOverlap,
  "register-supplier": registerSupplier,
  "reset-password": resetPassword,
  "settle-check": settleCheck,
  "settle-orders": settleOrders,
  "start-approval": startApproval,
  "take-sources": takeSources,
  "take-stock-check": takeStockCheck,
  "uncount-invoice": uncountInvoice,
} as const satisfies Record<string, NamedEffect>;

/** Their names, for the checks of the registry. */
export const NAMED_EFFECTS: readonly string[] = Object.keys(NAMED);

export function isNamedEffect(name: string): name is keyof typeof NAMED {
  return Object.hasOwn(NAMED, name);
}
