import type { Feature } from "../../http/feature.ts";
import { checkInvoice } from "./check-invoice.ts";
import { checkInvoiceNumber } from "./check-invoice-number.ts";
import { checkInvoiceShares } from "./check-invoice-shares.ts";
import { checkInvoiceSum } from "./check-invoice-sum.ts";
import { checkRedInvoice } from "./check-red-invoice.ts";
import { countInvoices } from "./count-invoices.ts";
import { finishNotices, reopenNotices } from "./finish-notices.ts";
import { imageContentRoutes } from "./image-content-calls.ts";
import { keepReading } from "./keep-reading.ts";
import { openNotices } from "./open-notices.ts";
import { readInvoice } from "./read-invoice.ts";
import { settleCheck } from "./settle-check.ts";
import { uncountInvoice } from "./uncount-invoice.ts";
import { voidInvoice } from "./void-invoice.ts";

export { areComplete, followInvoices } from "./follow-invoices.ts";
export { invoiceDueOf } from "./invoice-due.ts";

/** Tax invoices: read from pictures, verified at the register, and what follows from them for statements. */
export const invoices: Feature = {
  name: "invoices",
  flags: ["invoiceGate"],
  effects: {
    "check-invoice-number": { run: checkInvoiceNumber },
    "check-invoice-shares": { run: checkInvoiceShares },
    "check-invoice-sum": { run: checkInvoiceSum },
    "check-red-invoice": { run: checkRedInvoice },
    "count-invoices": { run: countInvoices },
    "finish-notices": { run: finishNotices },
    "keep-reading": { run: keepReading },
    "open-notices": { run: openNotices },
    "reopen-notices": { run: reopenNotices },
    "settle-check": { run: settleCheck },
    "uncount-invoice": { run: uncountInvoice },
    "void-invoice": { run: voidInvoice },
  },
  inquiries: { "check-invoice": checkInvoice, "read-invoice": readInvoice },
  calls: imageContentRoutes,
  start: (app, { outside }) => app.addHook("onClose", () => outside.codes.close()),
};
