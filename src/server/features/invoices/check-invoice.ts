import { timeOf } from "../../../shared/domain/day.ts";
import type { InvoiceReading } from "../../../shared/domain/invoice-code.ts";
import { formatScaled, SCALE } from "../../../shared/domain/scaled.ts";
import { ApiError, CODE } from "../../../shared/protocol/envelope.ts";
import type { Inquiry, Outside } from "../../engine/inquiry.ts";
import { sqlStore } from "../../engine/store/sql-store.ts";
import { cents } from "../../engine/values/amounts.ts";
import { entityOf } from "../../engine/values/names.ts";
import type { TaxInvoiceRow } from "../../generated/entities.ts";
import type { QueryContext } from "../../query/context.ts";
import { type ExpectedParties, judgeInvoice } from "./judge-invoice.ts";
import { readInvoicePicture } from "./read-picture.ts";
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
