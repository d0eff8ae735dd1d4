import { describe, expect, it } from "vitest";
import { systemWork } from "../../src/server/engine/system.ts";
import { labelOf } from "../../src/server/query/status-label.ts";
import { entity, registry } from "../server/flows/fixtures/real-registry.ts";

/**
 * Every edge of the money machines of docs/decisions/41, 44 to 47, 49, 51 and 52: state field, name, from > to, who, key. One more or less
 * is a mistake.
 */
const EDGES: Readonly<Record<string, readonly string[]>> = {
  Balance: [
    "B2b_statu submit 0>10 shop,system submit",
    "B2b_statu provconfirm 10>20 supplier provconfirm",
    "B2b_statu confirm 10,20>50 shop confirm",
    "B2b_statu recheck 50>60 shop,system recheck",
    "B2b_statu exclude 0,10,20>-1 shop exclude",
    "B2b_statu restore -1>0 shop exclude",
    "B2b_statu reject 10,20>0 shop,supplier reject",
    "B2b_statu tick 0>= shop tick",
    "Statu stop 10,20,25>= shop stop",
    "Statu unstop 10,20,25>= shop stop",
    "Statu attach 10,20,25>= shop,supplier upload", // module 510, as on 503
    "Statu detach 10,20,25>= shop,supplier delurl", // module 510, as on 503
    "Statu payable 10>20 system -",
    "Statu paying 20>25 system -",
    "Statu payfailed 25>20 system -",
    "Statu paid 20,25>50 system -",
    "Statu carry 10,20>40 system -",
    "Statu uncarry 40>10 system -",
    "Statu cleared 40>= system -",
    "Statu unpaid 20,50>10 system -",
    "Statu uncleared 40>= system -",
    "Statu passinvoice 10,20>= shop passinvoice",
    "Statu collect 10,20>10 shop confirm",
    "Statu defer 10>= shop confirm",
  ],
  BalancePay: [
    "Statu confirm 10>20 shop confirm",
    "Statu pay 20>50 shop pay",
    "Statu bankpay 20>25 shop bankpay",
    "Statu bankpaid 25>50 system,bank -",
    "Statu bankfailed 25>20 system,bank -",
    "Statu mergedpay 20>50 system -",
    "Statu mergedbankpay 20>25 system -",
    "Statu mergedbankpaid 25>50 system -",
    "Statu mergedbankfailed 25>20 system -",
    "Statu merge 20>= shop merge",
    "Statu carry 10,20>40 system -",
    "Statu uncarry 40>10 system -",
    "Statu collect 10,20>10 system -",
    "Statu defer 10>= system -",
    "Statu unmerge 20>= system -",
    "Statu partpay 20>= system -",
    "Statu setoff 20>= system -",
    "Statu paidup 20>50 system -",
    "Statu askunpaid 20,50>= shop reverse",
    "Statu askrefund 20,50>= shop reverse",
    "Statu reverseunpaid 20,50>60 shop reverse",
    "Statu reverserefund 20,50>60 shop reverse",
    "Statu dropreverse 20,50>= shop reverse",
    "Statu update 10,20>= shop update",
    "Statu attach 10,20,25>= shop,supplier upload",
    "Statu detach 10,20,25>= shop,supplier delurl",
  ],
  PayEntry: [
    "Statu submit 0>10 shop submit",
    "Statu post 0,10>50 shop audit",
    "Statu reject 10>0 shop reject",
    "Statu askreverse 50>= shop reverse",
    "Statu reverse 50>60 shop reverse",
    "Statu dropreverse 50>= shop reverse",
  ],
  BalancePayFath: [
    "Statu pay 20>50 shop pay",
    "Statu bankpay 20>25 shop bankpay",
    "Statu bankpaid 25>50 system,bank -",
    "Statu bankfailed 25>20 system,bank -",
    "Statu touched 20,25>= system -",
    "Statu unmerge 20>= shop merge",
  ],
  PayApply: [
    "stt submit 0>10 shop,supplier submit",
    "stt audit 10,20>20 shop audit",
    "stt pass 20>50 system -",
    "stt reject 10,20>-1 shop reject",
    "stt reopen -1>0 shop,supplier edit",
    "stt revoke 10,20,50>-1 system -",
  ],
  TaxInvoice: [
    "InvoiceStt verify -1,0>= shop verify",
    "InvoiceStt verified -1,0>1 system -",
    "InvoiceStt verifyfailed -1,0>-1 system -",
    "InvoiceStt reopen -1>0 system -",
    "InvoiceStt void 1>-1 shop void",
    "InvoiceStt acknowledge -1,0>= shop verify",
    "InvoiceStt recognize -1,0,1>= shop ocr",
  ],
  FeeBill: [
    "Statu audit 0>10 shop audit",
    "Statu unaudit 10>0 shop unaudit",
    "Statu settle 10>50 system -",
    "Statu unsettle 50>10 system -",
    "payStt pay 0>25 supplier pay",
    "payStt paid 0,25>50 system,bank -",
    "payStt payfailed 25>0 system,bank -",
    "payStt unpaid 50>0 system -",
  ],
  Voucher: ["Statu finish 10>50 system -", "Statu reopen 50>10 system -"],
  InvoiceApply: ["Statu finish 10>50 system -", "Statu reopen 50>10 system -"],
};

describe("the money machines", () => {
  it.each(Object.keys(EDGES))("%s has these edges and no others", (name) => {
    const edges = Object.values(entity(name).transitions).map((one) => {
      const from = one.from.map(Number).sort((a, b) => a - b);
      const by = ["shop", "supplier", "system", "bank"].filter((who) => one.by.some((each) => each === who));
      return `${one.field} ${one.name} ${from.join()}>${one.to ?? "="} ${by.join()} ${one.key ?? "-"}`;
    });
    expect(edges.sort()).toEqual([...(EDGES[name] ?? [])].sort());
  });

  it("say the specification's texts, the steps of a plan in their order", () => {
    const texts = (name: string, field: string) => entity(name).fields[field]?.values.map(({ code, text }) => `${code} ${text}`);
    expect(texts("BalancePlan", "stt")).toEqual([
      "1 发起审核",
      "2 发起对账",
      "3 厂商确认",
      "4 待交税票",
      "5 已交税票",
      "6 上传税票",
      "7 付款完成",
      "8 已结转",
    ]);
    expect(texts("Balance", "B2b_statu")).toEqual(["0 录入", "10 供应商审核", "20 已审核", "50 已确认", "60 业务系统复核", "-1 已剔除"]);
    expect(texts("TaxInvoice", "InvoiceStt")).toEqual(["0 未验证", "1 已验证", "-1 验证失败"]);
  });

  it.each(["Balance", "BalancePay"])("%s at 10 is 待对账 where less than nothing is settled and nothing due, and only then", (name) => {
    const { fields } = entity(name);
    const { env } = systemWork(registry, "0000000175", new Date("2025-06-30T10:00:00+08:00"), "");
    const text = (Statu: number, TotalMoney: bigint, Bala_sum: bigint) =>
      labelOf(fields.Statu?.values ?? [], Statu, fields, { Statu, TotalMoney, Bala_sum }, env).text;
    expect([text(10, -1n, 0n), text(10, -1n, -1n), text(10, 0n, 0n), text(10, 1n, 1n)]).toEqual(["待对账", "待确认", "待确认", "待确认"]);
    expect([20, 25, 50].map((code) => text(code, -1n, 0n))).toEqual(["待付款", "银行处理中", "已付款"]);
  });
});
