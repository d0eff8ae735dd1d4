import type { Feature } from "../../http/feature.ts";
import { checkInvoice } from "./check-invoice.ts";
import { checkInvoiceNumber } from "./check-invoice-number.ts";
import { checkInvoiceShares } from "./check-invoice-shares.ts";
import { checkInvoiceSum } from "./check-invoice-sum.ts";
import { checkRedInvoice } from "./check-red-invoice.ts";
import { countInvoices } from "./count-invoices.ts";
import { finishNotices, reopenNotices } from "./finish-notices.ts";
import { DIGEST_MIGRATIONS, flagInvoice, noteInvoices } from "./flag-invoice.ts";
import { imageContentRoutes } from "./image-content-calls.ts";
import { checkInvoiceRates } from "./invoice-rates.ts";
import { keepReading } from "./keep-reading.ts";
import { closeFeeInvoice, openFeeInvoice, openFeeInvoices } from "./open-fee-invoices.ts";
import { openNotices } from "./open-notices.ts";
import { readInvoice } from "./read-invoice.ts";
import { answerFeeInvoice, reddenFeeInvoice, reopenFeeInvoice, voidFeeInvoice } from "./reverse-fee-invoice.ts";
import { settleCheck } from "./settle-check.ts";
import { uncountInvoice } from "./uncount-invoice.ts";
import { voidInvoice } from "./void-invoice.ts";

export { areComplete, followInvoices } from "./follow-invoices.ts";
export { invoiceDueOf } from "./invoice-due.ts";

/** Tax invoices: read from pictures, verified at the register, and what follows from them for statements. */
export const invoices: Feature = {
  name: "invoices",
  flags: ["feeInvoice", "invoiceGate"],
  effects: {
    "answer-fee-invoice": { run: answerFeeInvoice },
    "check-invoice-number": { run: checkInvoiceNumber },
    "check-invoice-rates": { run: checkInvoiceRates },
    "check-invoice-shares": { run: checkInvoiceShares },
    "check-invoice-sum": { run: checkInvoiceSum },
    "check-red-invoice": { run: checkRedInvoice },
    "close-fee-invoice": { run: closeFeeInvoice },
    "count-invoices": { run: countInvoices },
    "finish-notices": { run: finishNotices },
    "flag-invoice": { run: flagInvoice },
    "keep-reading": { run: keepReading },
    "open-fee-invoice": { run: openFeeInvoice },
    "open-fee-invoices": { run: openFeeInvoices },
    "open-notices": { run: openNotices },
    "redden-fee-invoice": { run: reddenFeeInvoice },
    "reopen-fee-invoice": { run: reopenFeeInvoice },
    "reopen-notices": { run: reopenNotices },
    "settle-check": { run: settleCheck },
    "uncount-invoice": { run: uncountInvoice },
    "void-fee-invoice": { run: voidFeeInvoice },
    "void-invoice": { run: voidInvoice },
  },
  inquiries: { "check-invoice": checkInvoice, "read-invoice": readInvoice },
  calls: imageContentRoutes,
  migrations: DIGEST_MIGRATIONS,
  start(app, { database, registry, outside }) {
    app.addHook("onListen", () => database.withoutTimeouts((db) => noteInvoices(db, registry.current())));
    app.addHook("onClose", () => outside.codes.close());
  },
};
