import type { Dialect } from "./dialect.ts";
import type { Channel } from "./gateway.ts";

/** ZSPay: JSON with short words, answered by a single one. */
const ZS_PAY: Dialect = {
  channel: "ZSPay",
  headers: "x-zspay",
  paths: { pay: "/v1/transfer", receive: "/v1/collect", check: "/v1/query" },
  format: "json",
  names: {
    transid: "outTradeNo",
    direction: "bizType",
    amount: "amount",
    subject: "subject",
    account: "subMchNo",
    partyName: "acctName",
    partyAccount: "acctNo",
    partyBank: "bankName",
    notifyUrl: "notifyUrl",
    state: "status",
    bankno: "tradeNo",
    message: "statusDesc",
  },
  states: { processing: "P", success: "S", failed: "F", unknown: "N" },
  directions: { pay: "TRANSFER", receive: "COLLECT" },
  replies: { type: "text/plain", taken: "success", refused: "fail" },
};

/** KingDeePay: forms with underscores, answered by JSON with a number. */
const KING_DEE_PAY: Dialect = {
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

/** Every channel's dialect. A channel without one does not compile. */
export const DIALECTS: Readonly<Record<Channel, Dialect>> = { ZSPay: ZS_PAY, KingDeePay: KING_DEE_PAY };
