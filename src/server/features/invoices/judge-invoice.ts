import type { InvoiceReading } from "../../../shared/domain/invoice-code.ts";
import { parseScaled, SCALE } from "../../../shared/domain/scaled.ts";
import { cents } from "../../engine/values/amounts.ts";
import { TaxInvoiceFailkind, type TaxInvoiceRow } from "../../generated/entities.ts";
import type { InvoiceAnswer } from "./verifier/invoice-verifier.ts";

/** In 分: net + tax = total, give or take 0.01 (docs/decisions/49). */
const TOLERANCE = 1n;

/** Who the invoice must name: what the notice and the supplier's file say; null: nothing. */
export interface ExpectedParties {
  readonly buyerName: string | null;
  readonly buyerTaxNo: string | null;
  readonly sellerTaxNo: string | null;
}

export interface Verdict {
  /** null: the invoice is good. */
  readonly failkind: TaxInvoiceFailkind | null;
  readonly message: string;
}

/** An invoice as it was entered. */
type Entered = Pick<
  TaxInvoiceRow,
  "Code" | "Number" | "InvDate" | "InvTitle" | "BuyerTaxNo" | "SellerTaxNo" | "netMoney" | "taxMoney" | "TotalMoney"
>;

/** What an answer of the register means for an invoice as it was entered. `picture`: what its code says, where it could be read. */
export function judgeInvoice(
  invoice: Entered,
  answer: InvoiceAnswer,
  expected: ExpectedParties,
  picture: InvoiceReading | null = null,
): Verdict {
  if (!answer.found) return { failkind: TaxInvoiceFailkind.failed, message: answer.message };
  if (answer.status === "void") return { failkind: TaxInvoiceFailkind.failed, message: "该发票已作废或红冲" };
  if (answer.status === "used") return { failkind: TaxInvoiceFailkind.duplicate, message: "该发票已在其他单据中使用" };
  if (isOther(invoice.InvDate, answer.date)) return { failkind: TaxInvoiceFailkind.failed, message: "开票日期与查验结果不符" };
  if (isOtherNumber(invoice, picture)) return { failkind: TaxInvoiceFailkind.failed, message: "发票图片与录入的发票代码、号码不符" };
  if (isOtherMoney(invoice, answer) || (picture !== null && isOtherMoney(invoice, { ...picture, tax: null }))) {
    return { failkind: TaxInvoiceFailkind.wrongAmount, message: "票面金额与录入金额不符" };
  }
  const isBuyer = [answer.buyerName, expected.buyerName].every((name) => !isOther(invoice.InvTitle, name));
  const isBuyerTax = [answer.buyerTaxNo, expected.buyerTaxNo].every((number) => !isOther(invoice.BuyerTaxNo, number));
  if (!isBuyer || !isBuyerTax) return { failkind: TaxInvoiceFailkind.wrongTitle, message: "购方名称或税号不符" };
  const isSeller = [answer.sellerTaxNo, expected.sellerTaxNo].every((number) => !isOther(invoice.SellerTaxNo, number));
  return isSeller ? { failkind: null, message: "发票查验一致" } : { failkind: TaxInvoiceFailkind.wrongTitle, message: "销方税号不符" };
}

/** What nobody tells differs from nothing. */
function isOther(entered: string | null, told: string | null): boolean {
  return told !== null && told !== "" && (entered ?? "") !== told;
}

function isOtherNumber(invoice: Entered, picture: InvoiceReading | null): boolean {
  return picture !== null && ((invoice.Code ?? "") !== picture.code || (invoice.Number ?? "") !== picture.number);
}

function isOtherMoney(
  invoice: Entered,
  told: { readonly net: string | null; readonly tax: string | null; readonly total: string | null },
): boolean {
  const pairs = [
    [invoice.netMoney, told.net],
    [invoice.taxMoney, told.tax],
    [invoice.TotalMoney, told.total],
  ] as const;
  return pairs.some(([entered, text]) => {
    const money = text === null ? null : parseScaled(text, SCALE.money);
    if (money === null) return false;
    const difference = cents(entered) - money;
    return difference > TOLERANCE || difference < -TOLERANCE;
  });
}
