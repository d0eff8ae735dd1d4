import type { Feature } from "../../http/feature.ts";
import { checkInvoice } from "./check-invoice.ts";
import { openNotices } from "./follow-invoices.ts";
import { imageContentRoutes } from "./image-content-calls.ts";
import { checkInvoiceNumber, countInvoices, finishNotices, keepReading, settleCheck, uncountInvoice } from "./invoice-effects.ts";
import { readInvoice } from "./read-invoice.ts";

export { areComplete } from "./follow-invoices.ts";

/** Tax invoices: read from pictures, verified at the register, and what follows from them for statements. */
export const invoices: Feature = {
  name: "invoices",
  effects: {
    "check-invoice-number": { run: checkInvoiceNumber },
    "count-invoices": { run: countInvoices },
    "finish-notices": { run: finishNotices },
    "keep-reading": { run: keepReading },
    "open-notices": { run: openNotices },
    "settle-check": { run: settleCheck },
    "uncount-invoice": { run: uncountInvoice },
  },
  inquiries: { "check-invoice": checkInvoice, "read-invoice": readInvoice },
  calls: imageContentRoutes,
  start: (app, { outside }) => app.addHook("onClose", () => outside.codes.close()),
};
