import { isSet } from "../../../shared/domain/value-text.ts";
import type { WireRow } from "../../../shared/protocol/list.ts";
import type { ScreenModel } from "../../../shared/protocol/screen.ts";
import { API_ROOT } from "../../api/endpoints.ts";

/** States of a bill. */
export const STATE = { toConfirm: 10, toPay: 20, atBank: 25, carried: 40, paid: 50 } as const;

/** A bill, or a merged payment, as the buttons look at it. */
export interface Bill {
  readonly id: string;
  readonly number: string;
  readonly provid: string;
  readonly provider: string;
  readonly state: number;
  /** Below zero: to be received. */
  readonly isReceipt: boolean;
  readonly payWay: number;
  /** What this user may do with it now; the server says so. */
  readonly isPay: boolean;
  readonly isUpload: boolean;
  readonly isDelUrl: boolean;
  readonly isUpdate: boolean;
  readonly isMerge: boolean;
  readonly isBankPay: boolean;
  readonly row: WireRow;
}

export function billOf(row: WireRow): Bill {
  const may = (name: string) => isSet(row[name]);
  return {
    id: String(row.Id),
    number: textOf(row, "Billid"),
    provid: textOf(row, "provid"),
    provider: textOf(row, "Provider"),
    state: Number(row.Statu),
    isReceipt: textOf(row, "Bala_sum").startsWith("-"),
    payWay: Number(row.PayWay ?? 0),
    isPay: may("isPay"),
    isUpload: may("isUpload"),
    isDelUrl: may("isDelUrl"),
    isUpdate: may("isUpdate"),
    isMerge: may("isMerge"),
    isBankPay: may("isBankPay"),
    row,
  };
}

export const textOf = (row: WireRow, field: string): string => String(row[field] ?? "");

/** What every dialog about bills gets. */
export interface PayDialogProps {
  readonly screen: ScreenModel;
  readonly bills: readonly Bill[];
  readonly onClose: () => void;
}

/** Whether the page is that of merged payments: the `page` of its file says so. */
export const isOfMerged = ({ override }: ScreenModel): boolean => override === "merged-payments";

const of = (name: string) => `${API_ROOT}/BalancePay/${name}`;

/** The calls of the payment page. */
export const PAY_CALLS = {
  bills: of("GetBalance_Pay"),
  details: of("GetbalancepayDetails"),
  mergedDetails: of("GetBalance_Pay_FathDetails"),
  candidates: of("GetMergeBll"),
  merge: of("MergeBll"),
  unmerge: of("DelPayfath"),
  update: of("UpdateInfo"),
  accounts: of("GetPayeeAccounts"),
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
