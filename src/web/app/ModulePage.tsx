import { type ComponentType, lazy, Suspense } from "react";
import type { PageKind, ScreenModel } from "../../shared/protocol/screen.ts";
import { ListPage } from "../pages/list/ListPage.tsx";
import { PageSkeleton } from "../pages/module/PageSkeleton.tsx";
import { Screen } from "../pages/module/Screen.tsx";
import { OverridePage } from "./OverridePage.tsx";

/** The main page of any module. */
export default function ModulePage({ mdl }: { mdl: string }) {
  return (
    <Screen mdl={mdl}>
      {(screen) => {
        const Page = PAGE_KINDS[screen.page];
        return (
          <Suspense fallback={<PageSkeleton />}>
            <Page screen={screen} />
          </Suspense>
        );
      }}
    </Screen>
  );
}

/** What draws the main page of a module. */
const PAGE_KINDS = {
  list: ListPage,
  form: lazy(() => import("../pages/settings/SettingsPage.tsx")),
  tree: lazy(() => import("../pages/tree/TreePage.tsx")),
  stats: lazy(() => import("../pages/stats/StatsPage.tsx")),
  override: OverridePage,
} satisfies Record<PageKind, ComponentType<{ screen: ScreenModel }>>;
