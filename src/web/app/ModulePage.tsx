import { type ComponentType, lazy, Suspense, useContext } from "react";
import type { PageKind, ScreenModel } from "../../shared/protocol/screen.ts";
import { ListPage } from "../pages/list/ListPage.tsx";
import { OverridePagesContext, type OverrideParts } from "../pages/list/override-pages.ts";
import { PageSkeleton } from "../pages/module/PageWait.tsx";
import { Screen } from "../pages/module/Screen.tsx";

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
  rights: lazy(() => import("../pages/rights/RightsPage.tsx")),
  stats: lazy(() => import("../pages/stats/StatsPage.tsx")),
  override: OverridePage,
} satisfies Record<PageKind, ComponentType<{ screen: ScreenModel }>>;

const NO_PARTS: OverrideParts = {};

/** A hand-written page, or a list with hand-written parts; what came with a later version of the app than this tab runs is just its list. */
function OverridePage({ screen }: { screen: ScreenModel }) {
  const { Page, Aside, ListButtons } = useContext(OverridePagesContext)[screen.override ?? ""] ?? NO_PARTS;
  if (Page !== undefined) return <Page screen={screen} />;
  return (
    <ListPage
      screen={screen}
      {...(Aside && { aside: <Aside screen={screen} /> })}
      {...(ListButtons && {
        buttons: (selection, list) => (
          <Suspense fallback={null}>
            <ListButtons screen={screen} selection={selection} list={list} />
          </Suspense>
        ),
      })}
    />
  );
}
