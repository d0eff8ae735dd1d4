import { timeOf } from "../../../shared/domain/day.ts";
import type { InvoiceReading } from "../../../shared/domain/invoice-code.ts";
import { formatScaled, parseScaled, SCALE } from "../../../shared/domain/scaled.ts";
import { ApiError, CODE } from "../../../shared/protocol/envelope.ts";
import type { Inquiry, Outside } from "../../engine/inquiry.ts";
import { sqlStore } from "../../engine/store/sql-store.ts";
import { cents } from "../../engine/values/amounts.ts";
import { entityOf } from "../../engine/values/names.ts";
import { TaxInvoiceFailkind, type TaxInvoiceRow } from "../../generated/entities.ts";
import type { QueryContext } from "../../query/context.ts";
import { readInvoicePicture } from "./read-invoice.ts";
import { type InvoiceAnswer, type InvoiceQuestion, VerifierError } from "./verifier/invoice-verifier.ts";

const UNREACHABLE = "发票查验服务暂时不可用，请稍后再试";

/** What the register said of an invoice; its transition writes it down (settle-check). */
export type CheckAnswer = Pick<TaxInvoiceRow, "failkind" | "verifyMsg" | "chkid">;

/** 验真: asks the register of tax invoices, and reads the picture once more where its code can be read. */
export const checkInvoice: Inquiry = {
  async ask(ctx, outside, row: TaxInvoiceRow): Promise<CheckAnswer> {
    const answer = await ask(outside, questionOf(row));
    const { failkind, message } = judgeInvoice(row, answer, await expectedOf(ctx, row), await readAgain(ctx, outside, row));
    return { failkind, verifyMsg: message, chkid: `SB${timeOf(ctx.now).replaceAll(/\D/g, "")}${row.Id}` };
  },
};

async function ask({ verifier }: Outside, question: InvoiceQuestion): Promise<InvoiceAnswer> {
  try {
    return await verifier.ask(question);
  } catch (error) {
    if (error instanceof VerifierError) throw new ApiError(CODE.rule, UNREACHABLE);
    throw error;
  }
}

function questionOf(row: TaxInvoiceRow): InvoiceQuestion {
  const text = (cell: string | null) => cell ?? "";
  const money = (amount: bigint | null) => formatScaled(cents(amount), SCALE.money);
  return {
    code: text(row.Code),
    number: text(row.Number),
    date: text(row.InvDate),
    net: money(row.netMoney),
    tax: money(row.taxMoney),
    total: money(row.TotalMoney),
    sellerTaxNo: text(row.SellerTaxNo),
    buyerTaxNo: text(row.BuyerTaxNo),
    buyerName: text(row.InvTitle),
  };
}

/** What the notice that asks for the invoice says of the buyer, and the supplier's file of the seller. */
function expectedOf({ db, registry, viewer }: QueryContext, { BalaBillid, provid }: TaxInvoiceRow): Promise<ExpectedParties> {
  return db.transaction().execute(async (trx) => {
    const store = sqlStore(trx, viewer.shopId);
    const [notice] = await store.find(entityOf(registry, "InvoiceApply"), { BalaBillid });
    const [supplier] = await store.find(entityOf(registry, "Provider"), { provid });
    return { buyerName: notice?.InvTitle || null, buyerTaxNo: notice?.TaxNo || null, sellerTaxNo: supplier?.TaxNo || null };
  });
}

/** The first of its pictures with an invoice's code on it; a picture that cannot be read says nothing against the invoice. */
async function readAgain(ctx: QueryContext, outside: Outside, { ImgUrl }: TaxInvoiceRow): Promise<InvoiceReading | null> {
  for (const url of (ImgUrl ?? "").split(",").filter(Boolean)) {
    try {
      return await readInvoicePicture(ctx, outside, url);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
    }
  }
  return null;
}

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
  // guard check: tests/server/invoices/judge-invoice.test.ts
  if (answer.status === "void") return { failkind: TaxInvoiceFailkind.failed, message: "该发票已作废或红冲" };
  // guard check: tests/server/invoices/judge-invoice.test.ts
  if (answer.status === "used") return { failkind: TaxInvoiceFailkind.duplicate, message: "该发票已在其他单据中使用" };
  // guard check: tests/server/invoices/judge-invoice.test.ts
  if (isOther(invoice.InvDate, answer.date)) return { failkind: TaxInvoiceFailkind.failed, message: "开票日期与查验结果不符" };
  // guard check: tests/server/invoices/judge-invoice.test.ts
  if (isOtherNumber(invoice, picture)) return { failkind: TaxInvoiceFailkind.failed, message: "发票图片与录入的发票代码、号码不符" };
  // guard check: tests/server/invoices/judge-invoice.test.ts
  if (isOtherMoney(invoice, answer) || (picture !== null && isOtherMoney(invoice, { ...picture, tax: null }))) {
    return { failkind: TaxInvoiceFailkind.wrongAmount, message: "票面金额与录入金额不符" };
  }
  const isBuyer = [answer.buyerName, expected.buyerName].every((name) => !isOther(invoice.InvTitle, name));
  const isBuyerTax = [answer.buyerTaxNo, expected.buyerTaxNo].every((number) => !isOther(invoice.BuyerTaxNo, number));
  // guard check as !isBuyer: tests/server/invoices/judge-invoice.test.ts
  // guard check as !isBuyerTax: tests/server/invoices/judge-invoice.test.ts
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
