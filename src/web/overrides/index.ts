import { lazy } from "react";
import type { OverrideKey } from "../../shared/protocol/override-keys.ts";
import type { OverridePages } from "../pages/list/override-pages.ts";
import { PayTabs } from "./balance-pay/PayTabs.tsx";
import { RunDocumentButtons, RunListButtons } from "./imports/RunButtons.tsx";

const paid = () => import("./balance-pay/PageButtons.tsx");

/** The hand-written pages and parts of pages, for modules whose file names one (`page`). */
export const OVERRIDES = {
  advice: { Page: lazy(() => import("./advice/AdvicePage.tsx")) },
  audit: { Aside: lazy(() => import("./audit/AuditButtons.tsx")) },
  "balance-pay": {
    Page: lazy(() => import("./balance-pay/BalancePayPage.tsx")),
    DocumentButtons: lazy(async () => ({ default: (await paid()).BillButtons })),
  },
  imports: { ListButtons: RunListButtons, DocumentButtons: RunDocumentButtons },
  "merged-payments": {
    Aside: PayTabs,
    ListButtons: lazy(async () => ({ default: (await paid()).PayListButtons })),
    DocumentButtons: lazy(async () => ({ default: (await paid()).MergedButtons })),
  },
} satisfies OverridePages & Record<OverrideKey, unknown>;
