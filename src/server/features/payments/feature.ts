import { sql } from "kysely";
import type { Feature } from "../../http/feature.ts";
import { countOf } from "../../http/metrics.ts";
import { getPage } from "../../http/module.ts";
import { askBank } from "./ask-bank.ts";
import { balancePayRoutes, getBills } from "./balance-pay-calls.ts";
import { addBankCallbacks } from "./bank-callbacks.ts";
import { paymentRoutes } from "./bank-calls.ts";
import { forgetOldNotices } from "./bank-notice.ts";
import { dissolveMerge } from "./dissolve-merge.ts";
import { findPayChannel } from "./find-pay-channel.ts";
import { offeredChannels } from "./offered-channels.ts";
import { openAdvance } from "./open-advance.ts";
import { openPayment } from "./open-payment.ts";
import { orderAtBank } from "./order-at-bank.ts";
import { markOrphans, resendPayment, returnPayment } from "./orphan-payments.ts";
import { PAYMENT_MIGRATIONS } from "./payment-migrations.ts";
import { startReconciler } from "./reconciler.ts";
import { recordPayment } from "./record-payment.ts";
import { reverseOrder } from "./reverse-order.ts";
import { reversePayment } from "./reverse-payment.ts";

export { heldDeposit } from "./held-deposit.ts";
export { isFirstTo } from "./payee.ts";
export { reverseRecord, standing } from "./reverse-record.ts";

/** Payment bills: confirmed, merged, paid by hand or by bank, with their records and receipts. */
export const payments: Feature = {
  name: "payments",
  flags: ["payChannels"],
  effects: {
    "ask-bank": { run: askBank },
    "dissolve-merge": { run: dissolveMerge },
    "open-advance": { run: openAdvance },
    "open-payment": { run: openPayment },
    "order-at-bank": { run: orderAtBank, pays: true },
    "record-payment": { run: recordPayment, pays: true },
    "resend-payment": { run: resendPayment, pays: true },
    "reverse-order": { run: reverseOrder, pays: true },
    "reverse-payment": { run: reversePayment, pays: true },
    "return-payment": { run: returnPayment, pays: true },
  },
  inquiries: { "pay-channel": findPayChannel },
  choices: { "pay-channels": offeredChannels },
  overrides: { "balance-pay": {}, "merged-payments": {} },
  calls: [...balancePayRoutes, ...paymentRoutes],
  rows: { "balance-pay": getBills, "merged-payments": getPage },
  migrations: PAYMENT_MIGRATIONS,
  waiting: { help: "Orders to banks whose outcome is not known", count: (db) => countOf(db, "_pay_intent", sql`state = 'open'`) },
  async maintain({ db, registry, now, log }) {
    await forgetOldNotices(db, now());
    const marked = await markOrphans(db, registry.current(), now());
    if (marked > 0) log(`payments: ${marked} wait for a bank without an order of ours; people must look at them (page 520)`);
  },
  start(app, services) {
    addBankCallbacks(app, services);
    const { database, registry, storage, outside, now } = services;
    const log = (line: string) => app.log.warn(line);
    let stop = async () => {};
    app.addHook("onListen", async () => {
      stop = startReconciler({ db: database.kysely, registry, bank: outside.bank, storage, now, log });
    });
    app.addHook("onClose", () => stop());
  },
};
