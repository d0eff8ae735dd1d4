import { type ComponentType, lazy } from "react";
import type { PageKind, ScreenModel } from "../../shared/protocol/screen.ts";
import { ListPage } from "../pages/list/ListPage.tsx";
import { OverridePage } from "./OverridePage.tsx";

/** What draws the main page of a module. */
export const PAGE_KINDS = {
  list: ListPage,
  form: lazy(() => import("../pages/settings/SettingsPage.tsx")),
  tree: lazy(() => import("../pages/tree/TreePage.tsx")),
  stats: lazy(() => import("../pages/stats/StatsPage.tsx")),
  override: OverridePage,
} satisfies Record<PageKind, ComponentType<{ screen: ScreenModel }>>;
