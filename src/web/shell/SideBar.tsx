import { lazy, Suspense } from "react";
import type { MenuEntry } from "../../shared/protocol/screen.ts";
import { SideMenu } from "./SideMenu.tsx";
import type { Sidebar } from "./use-sidebar.ts";

const MenuDrawer = lazy(() => import("./MenuDrawer.tsx"));

interface SideBarProps {
  readonly sidebar: Sidebar;
  readonly title: string;
  readonly groups: readonly MenuEntry[];
}

/** The menu at the side, or in a drawer on a phone. */
export function SideBar({ sidebar, title, groups }: SideBarProps) {
  const { isMobile, isOpen, dismiss } = sidebar;
  const isCollapsed = !isMobile && !isOpen;
  const content = (
    <div className="shell-side" data-collapsed={isCollapsed}>
      <div className="shell-logo">
        <svg viewBox="0 0 32 32" aria-hidden="true">
          <path d="M6 10.5 16 5l10 5.5v11L16 27 6 21.5z" />
          <path d="m6 10.5 10 5.5 10-5.5M16 16v11" />
        </svg>
        {!isCollapsed && <span>{title}</span>}
      </div>
      <div className="shell-menu">
        <SideMenu groups={groups} isCollapsed={isCollapsed} onChosen={dismiss} />
      </div>
    </div>
  );
  if (!isMobile) return <aside>{content}</aside>;
  return (
    <Suspense fallback={null}>
      <MenuDrawer isOpen={isOpen} onClose={dismiss}>
        {content}
      </MenuDrawer>
    </Suspense>
  );
}
