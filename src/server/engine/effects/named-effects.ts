import type { Row } from "../../../shared/domain/cell.ts";
import { checkGroup } from "../../features/accounts/check-group.ts";
import { endSessions } from "../../features/accounts/end-sessions.ts";
import { issuePassword } from "../../features/accounts/issue-password.ts";
import { resetPassword } from "../../features/accounts/reset-password.ts";
import { keepReading } from "../../features/advice/keep-reading.ts";
import { approveNode } from "../../features/approval/approve-node.ts";
import { refuseNode } from "../../features/approval/refuse-node.ts";
import { startApproval } from "../../features/approval/start-approval.ts";
import { attachFile } from "../../features/attachments/attach-file.ts";
import { detachFile } from "../../features/attachments/detach-file.ts";
import { checkInvoiceNumber } from "../../features/invoices/check-invoice-number.ts";
import { countInvoices } from "../../features/invoices/count-invoices.ts";
import { finishNotices } from "../../features/invoices/finish-notices.ts";
import { openNotices } from "../../features/invoices/open-notices.ts";
import { settleCheck } from "../../features/invoices/settle-check.ts";
import { uncountInvoice } from "../../features/invoices/uncount-invoice.ts";
import { bookSlot } from "../../features/logistics/book-slot.ts";
import { checkOverDelivery } from "../../features/logistics/check-over-delivery.ts";
import { takeStockCheck } from "../../features/logistics/take-stock-check.ts";
import { askBank } from "../../features/payments/ask-bank.ts";
import { dissolveMerge } from "../../features/payments/dissolve-merge.ts";
import { openPayment } from "../../features/payments/open-payment.ts";
import { orderAtBank } from "../../features/payments/order-at-bank.ts";
import { recordPayment } from "../../features/payments/record-payment.ts";
import { freeSources } from "../../features/settlement/free-sources.ts";
import { recountSources } from "../../features/settlement/recount-sources.ts";
import { settleOrders } from "../../features/settlement/settle-orders.ts";
import { takeSources } from "../../features/settlement/take-sources.ts";
import { applyChange } from "../../features/suppliers/apply-change.ts";
import { notifySuppliers } from "../../features/suppliers/notify-suppliers.ts";
import { refuseRateOverlap } from "../../features/suppliers/refuse-rate-overlap.ts";
import { registerSupplier } from "../../features/suppliers/register-supplier.ts";
import type { EffectContext } from "./effect.ts";

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
