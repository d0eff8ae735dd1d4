import type { Dialect } from "./dialect.ts";

/** KingDeePay: forms with underscores, answered by JSON with a number. */
export const KING_DEE_PAY: Dialect = {
  channel: "KingDeePay",
  headers: "x-kdpay",
  paths: { pay: "/pay/submit", receive: "/recieve/submit", check: "/pay/check" },
  format: "form",
  names: {
    transid: "bill_no",
    direction: "pay_type",
    amount: "pay_amount",
    subject: "bill_title",
    account: "payer_no",
    partyName: "payee_name",
    partyAccount: "payee_account",
    partyBank: "payee_bank",
    notifyUrl: "notify_url",
    state: "pay_state",
    bankno: "bank_no",
    message: "state_desc",
  },
  states: { processing: "DOING", success: "DONE", failed: "FAIL", unknown: "NOT_FOUND" },
  directions: { pay: "PAY", receive: "RECIEVE" },
  replies: { type: "application/json", taken: '{"errcode":"0"}', refused: '{"errcode":"1"}' },
};
