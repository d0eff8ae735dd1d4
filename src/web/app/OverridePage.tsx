import { useContext } from "react";
import type { ScreenModel } from "../../shared/protocol/screen.ts";
import { ListPage } from "../pages/list/ListPage.tsx";
import { OverridePagesContext } from "../pages/module/override-pages.ts";

/** A hand-written page; one that came with a later version of the app than this tab runs is drawn as its list. */
export function OverridePage({ screen }: { screen: ScreenModel }) {
  const pages = useContext(OverridePagesContext);
  const { Page } = pages[screen.override ?? ""] ?? { Page: ListPage };
  return <Page screen={screen} />;
}
