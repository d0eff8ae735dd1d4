import { type ComponentType, lazy } from "react";
import type { PageKind, ScreenModel } from "../../../shared/protocol/screen.ts";
import { ListPage } from "../list/ListPage.tsx";

/** What draws the main page of a module. A hand-written page shows its list until it has its own. */
export const PAGE_KINDS = {
  list: ListPage,
  form: lazy(() => import("../settings/SettingsPage.tsx")),
  tree: lazy(() => import("../tree/TreePage.tsx")),
  stats: lazy(() => import("../stats/StatsPage.tsx")),
  override: ListPage,
} satisfies Record<PageKind, ComponentType<{ screen: ScreenModel }>>;
