import { Suspense, useContext } from "react";
import type { ScreenModel } from "../../shared/protocol/screen.ts";
import { ListPage } from "../pages/list/ListPage.tsx";
import { OverridePagesContext, type OverrideParts } from "../pages/list/override-pages.ts";

const NO_PARTS: OverrideParts = {};

/** A hand-written page, or a list with hand-written parts; what came with a later version of the app than this tab runs is just its list. */
export function OverridePage({ screen }: { screen: ScreenModel }) {
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
