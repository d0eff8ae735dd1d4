import { type ComponentType, lazy } from "react";
import type { PageKind, ScreenModel } from "../../../shared/protocol/screen.ts";
import { ListPage } from "../list/ListPage.tsx";
import { OverridePage } from "./OverridePage.tsx";

/** What draws the main page of a module. */
export const PAGE_KINDS = {
  list: ListPage,
  form: lazy(() => import("../settings/SettingsPage.tsx")),
  tree: lazy(() => import("../tree/TreePage.tsx")),
  stats: lazy(() => import("../stats/StatsPage.tsx")),
  override: OverridePage,
} satisfies Record<PageKind, ComponentType<{ screen: ScreenModel }>>;
