import { describe, expect, it } from "vitest";
import { type ExpectedParties, judgeInvoice } from "../../../src/server/features/invoices/check-invoice.ts";
import type { InvoiceAnswer } from "../../../src/server/features/invoices/verifier/invoice-verifier.ts";
import { readInvoiceCode } from "../../../src/shared/domain/invoice-code.ts";

const INVOICE = {
  Code: "1200154130",
  Number: "03630024",
  InvDate: "2025-06-21",
  netMoney: 88_500n,
  taxMoney: 11_505n,
  TotalMoney: 100_005n,
  InvTitle: "绿洲生鲜（示例）",
  BuyerTaxNo: "91DEMO000000000175",
  SellerTaxNo: "91DEMO000000105001",
};
const FOUND: InvoiceAnswer & { found: true } = {
  found: true,
  status: "normal",
  date: "2025-06-21",
  net: "885.00",
  tax: "115.05",
  total: "1000.05",
  sellerTaxNo: "91DEMO000000105001",
  buyerTaxNo: "91DEMO000000000175",
  buyerName: "绿洲生鲜（示例）",
};
const EXPECTED: ExpectedParties = { buyerName: "绿洲生鲜（示例）", buyerTaxNo: "91DEMO000000000175", sellerTaxNo: "91DEMO000000105001" };
const NOBODY = { buyerName: null, buyerTaxNo: null, sellerTaxNo: null };
const kindOf = (answer: InvoiceAnswer, expected = EXPECTED, code = "") =>
  judgeInvoice(INVOICE, answer, expected, readInvoiceCode(code)).failkind;

describe("what an answer means", () => {
  it("agrees in everything: good", () => {
    expect(judgeInvoice(INVOICE, FOUND, EXPECTED)).toEqual({ failkind: null, message: "发票查验一致" });
    expect(kindOf({ ...FOUND, date: null, net: null, tax: null, total: null, buyerName: null }, { ...EXPECTED, ...NOBODY })).toBeNull();
  });

  it.each([
    [{ found: false, message: "查无此票" } as const, 1],
    [{ ...FOUND, status: "void" } as const, 1],
    [{ ...FOUND, date: "2025-06-20" }, 1],
    [{ ...FOUND, status: "used" } as const, 2],
    [{ ...FOUND, total: "1000.07" }, 3],
    [{ ...FOUND, net: "884.98" }, 3],
    [{ ...FOUND, tax: "115.07" }, 3],
    [{ ...FOUND, buyerName: "别的公司" }, 4],
    [{ ...FOUND, buyerTaxNo: "91DEMO000000000176" }, 4],
    [{ ...FOUND, sellerTaxNo: "91DEMO000000000177" }, 4],
  ])("%o: %d", (answer, failkind) => {
    expect(kindOf(answer)).toBe(failkind);
  });

  it("lets a difference of one 分 pass", () => {
    expect(kindOf({ ...FOUND, total: "1000.06", net: "884.99" })).toBeNull();
  });

  it("holds the invoice against the notice and the supplier's file, too", () => {
    expect(kindOf(FOUND, { ...EXPECTED, buyerName: "安居便利（示例）" })).toBe(4);
    expect(kindOf(FOUND, { ...EXPECTED, sellerTaxNo: "91DEMO000000105009" })).toBe(4);
  });

  it("holds it against the code on its picture", () => {
    expect(kindOf(FOUND, EXPECTED, "01,01,1200154130,03630024,885.00,20250621,,9335,")).toBeNull();
    expect(kindOf(FOUND, EXPECTED, "01,01,1200154130,03630025,885.00,20250621,,9335,")).toBe(1);
    expect(kindOf(FOUND, EXPECTED, "01,01,1200154130,03630024,785.00,20250621,,9335,")).toBe(3);
  });
});
