import { type ReactNode, useContext, useEffect, useMemo } from "react";
import { UNSAFE_NavigationContext as NavigationContext } from "react-router-dom";
import type { MenuResult } from "../../shared/protocol/screen.ts";
import { KeysHelp } from "./keys/KeysHelp.tsx";
import { useEscape } from "./keys/use-escape.ts";
import { groupsOf, pagesOf } from "./menu.ts";
import { SideBar } from "./SideBar.tsx";
import { TitleBar } from "./TitleBar.tsx";
import { Panes } from "./tabs/Panes.tsx";
import { TabBar } from "./tabs/TabBar.tsx";
import { useTabs, type Visit } from "./tabs/use-tabs.ts";
import { useSidebar } from "./use-sidebar.ts";
import { useStay } from "./use-stay.ts";
import "./shell.css";

interface ShellProps {
  readonly menu: MenuResult;
  readonly visit: Visit;
  /** Whether the guard lets a path pass; stable as long as its answers are. */
  readonly mayOpen: (path: string) => boolean;
  /** The routes; one element, of which every tab draws its own copy. */
  readonly content: ReactNode;
}

/** The frame around every page. */
export function Shell({ menu, visit, mayOpen, content }: ShellProps) {
  const sidebar = useSidebar();
  const groups = useMemo(() => groupsOf(menu), [menu]);
  const pages = useMemo(() => pagesOf(menu), [menu]);
  const tabs = useTabs({ visit, pages, mayOpen });
  const base = useContext(NavigationContext);
  const navigation = useMemo(() => ({ ...base, navigator: tabs.navigator }), [base, tabs.navigator]);
  useDocumentTitle(tabs.shownTitle, menu.title);
  useEscape();
  useStay(pages.find(({ path }) => tabs.active === path || tabs.active?.startsWith(`${path}/`) === true)?.MdlId);
  return (
    <NavigationContext.Provider value={navigation}>
      <div className="shell">
        <SideBar sidebar={sidebar} title={menu.title} groups={groups} />
        <div className="shell-main">
          <TitleBar sidebar={sidebar} groups={groups} />
          <TabBar tabs={tabs} />
          <Panes tabs={tabs} content={content} />
        </div>
        <KeysHelp />
      </div>
    </NavigationContext.Provider>
  );
}

/** What the portal is called where nobody is signed in. */
const PORTAL_TITLE = "供应链管理系统";

/** Titles the browser's tab by the page in view. */
function useDocumentTitle(page: string | undefined, title: string): void {
  useEffect(() => {
    document.title = page === undefined ? title : `${page} - ${title}`;
  }, [page, title]);
  // The pages outside of the frame bear the portal's name alone.
  useEffect(
    () => () => {
      document.title = PORTAL_TITLE;
    },
    [],
  );
}
