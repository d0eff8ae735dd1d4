import { parseScaled, SCALE } from "../../../../shared/domain/scaled.ts";
import { readLimited } from "../../../base/read-limited.ts";
import { isSafeAddress } from "../../../base/safe-address.ts";
import { type InvoiceAnswer, type InvoiceQuestion, type InvoiceVerifier, VerifierError } from "./invoice-verifier.ts";

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
    return (await readLimited(answer.body, MOST_BYTES, () => new VerifierError("the register answered too much"))).toString("utf8");
  } catch (error) {
    if (error instanceof VerifierError) throw error;
    throw new VerifierError("the register cannot be reached", { cause: error });
  }
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const LONGEST = 200;

/** The register's JSON as an answer; null for anything else. */
function readInvoiceAnswer(text: string): InvoiceAnswer | null {
  const body = parse(text);
  if (body === null) return null;
  if (body.found === false) return { found: false, message: textOf(body.message) ?? "查无此票" };
  const { status } = body;
  if (body.found !== true || (status !== "normal" && status !== "void" && status !== "used")) return null;
  const [date, net, tax, total] = [dayOf(body.date), moneyOf(body.net), moneyOf(body.tax), moneyOf(body.total)];
  if (date === undefined || net === undefined || tax === undefined || total === undefined) return null;
  const parties = { sellerTaxNo: textOf(body.sellerTaxNo), buyerTaxNo: textOf(body.buyerTaxNo), buyerName: textOf(body.buyerName) };
  return { found: true, status, date, net, tax, total, ...parties };
}

function parse(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === "object" && body !== null && !Array.isArray(body) ? (body as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

/** null: not told; undefined: no day. */
function dayOf(value: unknown): string | null | undefined {
  if (value === undefined || value === null) return null;
  return typeof value === "string" && DAY.test(value) ? value : undefined;
}

function moneyOf(value: unknown): string | null | undefined {
  if (value === undefined || value === null) return null;
  return typeof value === "string" && parseScaled(value, SCALE.money) !== null ? value : undefined;
}

function textOf(value: unknown): string | null {
  return typeof value === "string" && value !== "" ? value.slice(0, LONGEST) : null;
}

const URL_NAME = "INVOICE_VERIFIER_URL";
const SECRET_NAME = "INVOICE_VERIFIER_SECRET";
const LEAST = 16;

type Env = Readonly<Record<string, string | undefined>>;

/** The register of tax invoices; undefined: the portal's own sandbox. Both variables belong together. */
export function readVerifier(env: Env, tell: (problem: string) => void): VerifierAddress | undefined {
  const [url = "", secret = ""] = [env[URL_NAME], env[SECRET_NAME]];
  if (url === "" && secret === "") return undefined;
  if (!isSafeUrl(url)) tell(`${URL_NAME}: 应为 https://主机/路径 / must be like https://host/path`);
  if (!/^[\x21-\x7e]+$/.test(secret) || secret.length < LEAST) {
    tell(`${SECRET_NAME}: 应为至少 ${LEAST} 位可见 ASCII 字符 / must be at least ${LEAST} visible ASCII characters`);
  }
  return { url, secret };
}

/** What is sent is encrypted, unless it stays on this machine. */
function isSafeUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const url = new URL(text);
  return isSafeAddress(url) && url.username === "" && url.password === "" && url.hash === "";
}
