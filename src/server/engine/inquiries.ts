import { checkInvoice } from "../features/invoices/check-invoice.ts";
import { readInvoice } from "../features/invoices/read-invoice.ts";
import { findPayChannel } from "../features/payments/find-pay-channel.ts";
import type { Inquiry } from "./inquiry.ts";

/** Every inquiry a transition may name (`asks`). */
const KNOWN: Readonly<Record<string, Inquiry>> = {
  "check-invoice": checkInvoice,
  "pay-channel": findPayChannel,
  "read-invoice": readInvoice,
};

/** Their names, for the checks of the registry. */
export const INQUIRIES: readonly string[] = Object.keys(KNOWN);

/** An inquiry by its name. */
export function inquiryOf(name: string): Inquiry {
  const found = Object.hasOwn(KNOWN, name) ? KNOWN[name] : undefined;
  if (!found) throw new Error(`no inquiry ${name}: the registry must have refused it`);
  return found;
}
