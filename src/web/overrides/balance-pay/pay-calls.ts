import { API_ROOT } from "../../api/endpoints.ts";

const of = (name: string) => `${API_ROOT}/BalancePay/${name}`;

/** The calls of the payment page. */
export const PAY_CALLS = {
  bills: of("GetBalance_Pay"),
  details: of("GetbalancepayDetails"),
  mergedDetails: of("GetBalance_Pay_FathDetails"),
  preview: of("GetConfirmInfo"),
  confirm: of("ConfirmPay"),
  candidates: of("GetMergeBll"),
  merge: of("MergeBll"),
  unmerge: of("DelPayfath"),
  update: of("UpdateInfo"),
  mayAttach: of("UploadAttachCheck"),
  attach: of("UploadAttach"),
  detach: of("DeleteAttach"),
  cities: `${API_ROOT}/KingDeePay/GetPayCity`,
} as const;

/** Which way money goes, from the shop's side. */
type Direction = "pay" | "receive";

/** The call that hands bills, or a merged payment, to a bank's channel; only one of them collects money (docs/decisions/46). */
export function bankCall(channel: string, direction: Direction, isMerged: boolean): string {
  const name = direction === "pay" ? (isMerged ? "MergePay" : "Pay") : isMerged ? "MergeRecieve" : "Recieve";
  return `${API_ROOT}/${channel}/${name}`;
}

/** The call that asks a channel how payments stand, by the bills' way of payment; undefined: no bank's. */
export function checkCall(payWay: number): string | undefined {
  return { 2: `${API_ROOT}/ZSPay/PayCheck`, 3: `${API_ROOT}/KingDeePay/PayCheckLst` }[payWay];
}
