import { describe, expect, it } from "vitest";
import { type Bill, bankCall, billOf, checkCall } from "../../src/web/overrides/balance-pay/bill.ts";
import { billButtons, mergedButtons, type PayAction, payTitle } from "../../src/web/overrides/balance-pay/bill-buttons.ts";

const KEYS = ["query", "confirm", "pay", "bankpay", "merge", "upload", "delurl", "update"];
const RIGHTS = { isPay: true, isUpload: true, isDelUrl: true, isUpdate: true, isMerge: true, isBankPay: true };
const bill = (part: Readonly<Record<string, string | number | boolean>> = {}): Bill =>
  billOf({ Id: 1, Billid: "FK1", provid: "102001", Provider: "供应商", Statu: 20, Bala_sum: "10.00", PayWay: 2, ...RIGHTS, ...part });
const actions = (buttons: readonly { action: PayAction }[]) => buttons.map(({ action }) => action);
const hint = (bills: readonly Bill[], action: PayAction) => billButtons(bills, KEYS, false).find((each) => each.action === action)?.hint;

describe("the buttons of the payment page", () => {
  it("are those of the function keys, and of suppliers the two about attachments", () => {
    expect(actions(billButtons([], KEYS, false))).toEqual(["confirm", "pay", "bankpay", "merge", "upload", "delurl", "update"]);
    expect(actions(billButtons([], ["query", "pay"], false))).toEqual(["pay"]);
    // A longer key holds no shorter one.
    expect(actions(billButtons([], ["balancepay"], false))).toEqual([]);
    expect(actions(billButtons([], KEYS, true))).toEqual(["upload", "delurl"]);
    expect(actions(mergedButtons([], KEYS, false))).toEqual(["pay", "bankpay", "unmerge", "details"]);
    expect(actions(mergedButtons([], ["query", "merge"], false))).toEqual(["unmerge", "details"]);
    expect(actions(mergedButtons([], KEYS, true))).toEqual(["details"]);
  });

  it("say paying or receiving by the sign of what is due", () => {
    const [pay, receive, nothing] = [bill(), bill({ Bala_sum: "-328.40" }), bill({ Bala_sum: "0.00" })];
    expect(payTitle([pay, nothing])).toBe("确认付款");
    expect(payTitle([receive])).toBe("确认收款");
    expect(payTitle([pay, receive])).toBe("确认付款 / 收款");
    expect(payTitle([])).toBe("确认付款");
  });

  it("stay live where the rule has words of its own, and say why elsewhere", () => {
    expect(hint([], "confirm")).toBe("请先勾选单据");
    expect(hint([bill({ Statu: 10 }), bill({ Statu: 50 })], "confirm")).toBeNull();
    expect(hint([bill({ Statu: 10 })], "pay")).toBeNull();
    expect(hint([bill({ Statu: 25 }), bill()], "pay")).toBeNull();
    expect(hint([bill()], "confirm")).toBe("单据当前状态不能执行该操作");
    for (const Statu of [25, 50]) expect(hint([bill({ Statu })], "pay"), String(Statu)).toBe("单据当前状态不能执行该操作");
    expect(hint([bill(), bill({ isPay: false })], "pay")).toBe("所选单据已停付或没有付款权限");
    expect(hint([bill(), bill({ Bala_sum: "-1.00" })], "bankpay")).toBe("付款与收款不能在同一批中提交银行");
    expect(hint([bill({ isBankPay: false })], "bankpay")).toBe("单据当前状态不能提交银行");
    expect(hint([bill(), bill({ provid: "102002" })], "merge")).toBe("只能合并同一供应商的付款单");
    expect(hint([bill({ isMerge: false })], "merge")).toBe("单据当前状态不能合并");
    expect(hint([bill(), bill({ Id: 2 })], "upload")).toBe("该操作每次只能处理一条单据");
    expect(hint([bill({ Statu: 50 })], "delurl")).toBe("单据当前状态不能执行该操作");
    expect(hint([bill({ isUpdate: false })], "update")).toBe("单据当前状态不能执行该操作");
    for (const action of ["pay", "bankpay", "merge", "upload", "delurl", "update"] as const)
      expect(hint([bill()], action), action).toBeNull();
  });
});

describe("the calls of the banks", () => {
  it("go by channel, direction and kind of document", () => {
    expect(bankCall("ZSPay", "pay", false)).toBe("/api/ZSPay/Pay");
    expect(bankCall("ZSPay", "pay", true)).toBe("/api/ZSPay/MergePay");
    expect(bankCall("KingDeePay", "receive", false)).toBe("/api/KingDeePay/Recieve");
    expect(bankCall("KingDeePay", "receive", true)).toBe("/api/KingDeePay/MergeRecieve");
    expect([1, 2, 3, 4].map(checkCall)).toEqual([undefined, "/api/ZSPay/PayCheck", "/api/KingDeePay/PayCheckLst", undefined]);
  });
});
