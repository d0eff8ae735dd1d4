import type { Feature } from "../../http/feature.ts";
import { applyChange } from "./apply-change.ts";
import { notifySuppliers } from "./notify-suppliers.ts";
import { refuseRateOverlap } from "./refuse-rate-overlap.ts";
import { registerSupplier } from "./register-supplier.ts";

/** Suppliers' files and contracts: made when a registration is approved, changed by applications. */
export const suppliers: Feature = {
  name: "suppliers",
  flags: ["confirmParty"],
  effects: {
    "apply-change": { run: applyChange },
    "notify-suppliers": { run: notifySuppliers },
    "refuse-rate-overlap": { run: refuseRateOverlap },
    "register-supplier": { run: registerSupplier },
  },
};
