import type { Dialect } from "./dialect.ts";

/** ZSPay: JSON with short words, answered by a single one. */
export const ZS_PAY: Dialect = {
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
