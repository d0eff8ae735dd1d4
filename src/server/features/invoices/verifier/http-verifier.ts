import { type InvoiceQuestion, type InvoiceVerifier, VerifierError } from "./invoice-verifier.ts";
import { readInvoiceAnswer } from "./read-invoice-answer.ts";

/** Where the register is, and how it knows the portal. */
export interface VerifierAddress {
  readonly url: string;
  /** Sent as a bearer token; never logged. */
  readonly secret: string;
}

const SECONDS = 10;
const MOST_BYTES = 64 * 1024;

/** A register that is asked by POST with a JSON body and answers JSON (README: INVOICE_VERIFIER_URL). Follows no redirect. */
export function httpVerifier({ url, secret }: VerifierAddress, seconds = SECONDS): InvoiceVerifier {
  return {
    async ask(question) {
      const text = await post(url, secret, question, seconds);
      const answer = readInvoiceAnswer(text);
      if (answer === null) throw new VerifierError("the register did not answer as agreed");
      return answer;
    },
  };
}

async function post(url: string, secret: string, question: InvoiceQuestion, seconds: number): Promise<string> {
  try {
    const answer = await fetch(url, {
      method: "POST",
      redirect: "error",
      headers: { "content-type": "application/json", accept: "application/json", authorization: `Bearer ${secret}` },
      body: JSON.stringify(question),
      signal: AbortSignal.timeout(seconds * 1000),
    });
    if (!answer.ok) throw new VerifierError(`the register answered HTTP ${answer.status}`);
    return await limitedText(answer);
  } catch (error) {
    if (error instanceof VerifierError) throw error;
    throw new VerifierError("the register cannot be reached", { cause: error });
  }
}

async function limitedText(answer: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of answer.body ?? []) {
    size += chunk.length;
    if (size > MOST_BYTES) throw new VerifierError("the register answered too much");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}
