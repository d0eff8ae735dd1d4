import { type Bill, STATE } from "./bill.ts";

/** What can be done on the payment page; each is a function key, but 取消合并, which goes with 合并付款 (docs/decisions/44). */
export type PayAction = "confirm" | "pay" | "bankpay" | "merge" | "unmerge" | "upload" | "delurl" | "update" | "details";

export interface PayButton {
  readonly action: PayAction;
  readonly title: string;
  /** The longest it may be, where it says what the bills are. */
  readonly longest?: string;
  /** Why it is not live; null: it is. */
  readonly hint: string | null;
}

/** What the other side may do as well. */
const OF_SUPPLIERS: readonly PayAction[] = ["upload", "delurl"];
const NONE = "请先勾选单据";
const ONE = "该操作每次只能处理一条单据";
const WRONG_STATE = "单据当前状态不能执行该操作";

const PAY_OR_RECEIVE = "确认付款 / 收款";

/** Paying or receiving, by the sign of what is due. */
export function payTitle(bills: readonly Bill[]): string {
  if (bills.length === 0 || bills.every(({ isReceipt }) => !isReceipt)) return "确认付款";
  return bills.every(({ isReceipt }) => isReceipt) ? "确认收款" : PAY_OR_RECEIVE;
}

/**
 * The buttons over the bills for somebody with these function keys. As long as one of the bills is in a state the step is about, 财务确认
 * and 确认付款 stay live: what is in the way is told by the preview, in the words of the rule (docs/decisions/44).
 */
export function billButtons(bills: readonly Bill[], functions: readonly string[], isSupplier: boolean): PayButton[] {
  const all: PayButton[] = [
    { action: "confirm", title: "财务确认", hint: stateHint(bills, [STATE.toConfirm]) },
    { action: "pay", title: payTitle(bills), longest: PAY_OR_RECEIVE, hint: payHint(bills) },
    { action: "bankpay", title: "银行支付", hint: bankHint(bills) },
    { action: "merge", title: "合并付款", hint: mergeHint(bills) },
    { action: "upload", title: "上传附件", hint: oneHint(bills, ({ isUpload }) => isUpload) },
    { action: "delurl", title: "删除附件", hint: oneHint(bills, ({ isDelUrl, state }) => isDelUrl && state < STATE.carried) },
    { action: "update", title: "修改付款信息", hint: oneHint(bills, ({ isUpdate }) => isUpdate) },
  ];
  return all.filter(({ action }) => functions.includes(action) && (!isSupplier || OF_SUPPLIERS.includes(action)));
}

/** The buttons over merged payments. */
export function mergedButtons(bills: readonly Bill[], functions: readonly string[], isSupplier: boolean): PayButton[] {
  const details: PayButton = { action: "details", title: "查看明细", hint: oneHint(bills, () => true) };
  if (isSupplier) return [details];
  const all: (PayButton & { readonly key: string })[] = [
    { action: "pay", key: "pay", title: payTitle(bills), longest: PAY_OR_RECEIVE, hint: payHint(bills) },
    { action: "bankpay", key: "bankpay", title: "银行支付", hint: oneHint(bills, ({ state }) => state === STATE.toPay) },
    { action: "unmerge", key: "merge", title: "取消合并", hint: oneHint(bills, ({ isMerge }) => isMerge) },
  ];
  return [...all.filter(({ key }) => functions.includes(key)).map(({ key: _key, ...button }) => button), details];
}

function stateHint(bills: readonly Bill[], states: readonly number[]): string | null {
  if (bills.length === 0) return NONE;
  return bills.some(({ state }) => states.includes(state)) ? null : WRONG_STATE;
}

function payHint(bills: readonly Bill[]): string | null {
  const hint = stateHint(bills, [STATE.toConfirm, STATE.toPay]);
  if (hint !== null) return hint;
  return bills.every(({ isPay }) => isPay) ? null : "所选单据已停付或没有付款权限";
}

function bankHint(bills: readonly Bill[]): string | null {
  if (bills.length === 0) return NONE;
  if (!bills.every(({ isBankPay }) => isBankPay)) return "单据当前状态不能提交银行";
  return bills.every(({ isReceipt }) => isReceipt === bills[0]?.isReceipt) ? null : "付款与收款不能在同一批中提交银行";
}

function mergeHint(bills: readonly Bill[]): string | null {
  if (bills.length === 0) return NONE;
  if (bills.some(({ provid }) => provid !== bills[0]?.provid)) return "只能合并同一供应商的付款单";
  return bills.every(({ isMerge }) => isMerge) ? null : "单据当前状态不能合并";
}

function oneHint(bills: readonly Bill[], isAllowed: (bill: Bill) => boolean): string | null {
  const [bill, ...more] = bills;
  if (bill === undefined) return NONE;
  if (more.length > 0) return ONE;
  return isAllowed(bill) ? null : WRONG_STATE;
}
