import { parseScaled, SCALE } from "../../../../shared/domain/scaled.ts";
import type { InvoiceAnswer } from "./invoice-verifier.ts";

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const LONGEST = 200;

/** The register's JSON as an answer; null for anything else. */
export function readInvoiceAnswer(text: string): InvoiceAnswer | null {
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
