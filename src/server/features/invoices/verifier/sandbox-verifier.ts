import type { InvoiceVerifier } from "./invoice-verifier.ts";

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
