import { describe, expect, it } from "vitest";
import { readInvoiceCode } from "../../../src/shared/domain/invoice-code.ts";

describe("the code of a VAT invoice", () => {
  it("of paper and older electronic invoices has a code and tells the amount without tax", () => {
    expect(readInvoiceCode("01,01,1200154130,03630024,94339.62,20160621,,9335,")).toEqual({
      kind: 1,
      code: "1200154130",
      number: "03630024",
      date: "2016-06-21",
      amount: "94339.62",
      net: "94339.62",
      total: null,
    });
    expect(readInvoiceCode("01,10,011001605111,80100798,64.9,20161018,85342965681116380258")).toMatchObject({
      kind: 2,
      code: "011001605111",
      amount: "64.90",
    });
  });

  it("of fully digital invoices has twenty digits, no code, and tells the amount with tax", () => {
    expect(readInvoiceCode("01,32,,23442000000014209621,112,20230215,,74AE")).toEqual({
      kind: 4,
      code: "",
      number: "23442000000014209621",
      date: "2023-02-15",
      amount: "112.00",
      net: null,
      total: "112.00",
    });
    expect(readInvoiceCode("01,31,,23442000000014209621,112.5,20230215,,74AE")).toMatchObject({ kind: 3, total: "112.50" });
  });

  it("of a kind that the portal does not know leaves the kind open", () => {
    expect(readInvoiceCode("01,51,,23442000000014209621,112,20230215,,74AE")).toMatchObject({ kind: null });
  });

  it.each([
    "",
    "https://example.com/pay?id=1",
    "02,32,,23442000000014209621,112,20230215,,74AE",
    "01,3,,23442000000014209621,112,20230215",
    "01,32,1200154130,23442000000014209621,112,20230215",
    "01,01,,03630024,94339.62,20160621",
    "01,01,12001541300,03630024,94339.62,20160621",
    "01,32,,2344200000001420962,112,20230215",
    "01,32,,23442000000014209621,1e3,20230215",
    "01,32,,23442000000014209621,112.345,20230215",
    "01,32,,23442000000014209621,112,20230230",
    "01,32,,23442000000014209621,112,2023-02-15",
    `01,32,,23442000000014209621,112,20230215,${"9".repeat(300)}`,
  ])("is not %j", (text) => {
    expect(readInvoiceCode(text)).toBeNull();
  });
});
