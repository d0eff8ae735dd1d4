// Generated from the settings (schemas/shared) by `npm run generate:types`. Do not edit: change them and run it again.

/** Key to the value that counts for a shop; null: none is set. */
export interface Settings {
  "accept.overRate": bigint;
  "balance.autoGenerate": boolean;
  "balance.autoSubmit": boolean;
  "balance.invoiceTolerance": bigint;
  "balance.planDays": number;
  "export.maxRows": number;
  "invoice.closedUntil": string | null;
  "limit.approve": bigint | null;
  "limit.confirm": bigint | null;
  "limit.pay": bigint | null;
  "login.idleMinutes": number;
  "login.maxHours": number;
  "message.keepDays": number | null;
  "order.autoClose": boolean;
  "order.leadDays": number;
  "order.validDays": number;
  "password.minLength": number;
  "pay.needInvoice": boolean;
  "payee.waitHours": number;
  "site.logo": string | null;
  "site.manualRetailer": string | null;
  "site.manualSupplier": string | null;
  "site.miniQr": string | null;
  "site.title": string | null;
  "site.watermark": "full" | "shop" | "none";
  "upload.maxMegabytes": number;
}
