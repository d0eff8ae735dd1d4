/** What an invoice is looked up by, as it was entered. Amounts as decimal text. */
export interface InvoiceQuestion {
  /** Empty for fully digital invoices. */
  readonly code: string;
  readonly number: string;
  /** `yyyy-MM-dd` */
  readonly date: string;
  readonly net: string;
  readonly tax: string;
  readonly total: string;
  readonly sellerTaxNo: string;
  readonly buyerTaxNo: string;
  readonly buyerName: string;
}

/** What the register says. Fields it does not tell are null: they are not compared. */
export type InvoiceAnswer =
  | { readonly found: false; readonly message: string }
  | {
      readonly found: true;
      /** normal; void: cancelled or reversed; used: entered by another buyer already. */
      readonly status: "normal" | "void" | "used";
      readonly date: string | null;
      readonly net: string | null;
      readonly tax: string | null;
      readonly total: string | null;
      readonly sellerTaxNo: string | null;
      readonly buyerTaxNo: string | null;
      readonly buyerName: string | null;
    };

/** The register could not be asked, or did not answer as agreed: nothing is known of the invoice. */
export class VerifierError extends Error {
  override readonly name = "VerifierError";
}

/** The register of tax invoices. It only answers: what an answer means for an invoice is said by the flows. */
export interface InvoiceVerifier {
  /** Throws a {@link VerifierError}. Asked outside of any transaction. */
  ask(question: InvoiceQuestion): Promise<InvoiceAnswer>;
}

declare module "../../../engine/inquiry.ts" {
  interface Outside {
    /** The register of tax invoices. */
    readonly verifier: InvoiceVerifier;
  }
}

/** The register of the demo knows every invoice as it was entered, but those whose number ends in this digit (docs/decisions/49). */
const UNKNOWN_DIGIT = "7";

/** A register without a tax administration behind it. */
export function sandboxVerifier(): InvoiceVerifier {
  return {
    async ask({ code: _code, number, ...entered }) {
      if (number.endsWith(UNKNOWN_DIGIT)) return { found: false, message: "查无此票" };
      return { found: true, status: "normal", ...entered };
    },
  };
}
