import type { Feature } from "../../http/feature.ts";
import { applyChange } from "./apply-change.ts";
import { noteOldValue } from "./change-payee.ts";
import { followContract } from "./follow-contract.ts";
import { notifySuppliers } from "./notify-suppliers.ts";
import { keepPayee, useAccount } from "./payee-accounts.ts";
import { refuseRateOverlap } from "./refuse-rate-overlap.ts";
import { registerSupplier } from "./register-supplier.ts";

export { effectiveAccount, type PayeeAccount, payeeAccounts } from "./payee-accounts.ts";

/** Suppliers' files and contracts: made when a registration is approved, changed by applications. */
export const suppliers: Feature = {
  name: "suppliers",
  flags: ["confirmParty", "payeeReview"],
  effects: {
    "apply-change": { run: applyChange },
    "follow-contract": { run: followContract },
    "keep-payee": { run: keepPayee },
    "note-old-value": { run: noteOldValue },
    "notify-suppliers": { run: notifySuppliers },
    "refuse-rate-overlap": { run: refuseRateOverlap },
    "register-supplier": { run: registerSupplier },
    "use-account": { run: useAccount },
  },
};
