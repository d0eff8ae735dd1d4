import { lazy } from "react";
import type { OverrideKey } from "../../shared/protocol/override-keys.ts";
import type { OverridePages } from "../pages/module/override-pages.ts";

/** The hand-written pages, for modules whose menu line names one (`override` in modules.json). */
export const OVERRIDES = {
  advice: { Page: lazy(() => import("./advice/AdvicePage.tsx")) },
  "balance-pay": {
    Page: lazy(() => import("./balance-pay/BalancePayPage.tsx")),
    DocumentButtons: lazy(() => import("./balance-pay/DocumentButtons.tsx")),
    furtherDocuments: { merged: lazy(() => import("./balance-pay/MergedPage.tsx")) },
  },
} satisfies OverridePages & Record<OverrideKey, unknown>;
