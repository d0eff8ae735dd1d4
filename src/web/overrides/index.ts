import { lazy } from "react";
import type { OverrideKey } from "../../shared/protocol/override-keys.ts";
import type { OverridePages } from "../pages/module/override-pages.ts";

/** The hand-written pages, for modules whose menu line names one (`override` in modules.json). */
export const OVERRIDES = {
  advice: lazy(() => import("./advice/AdvicePage.tsx")),
} satisfies OverridePages & Record<OverrideKey, unknown>;
