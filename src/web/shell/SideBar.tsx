import { lazy, Suspense, useEffect, useRef } from "react";
import { useLocation } from "react-router-dom";
import type { MenuEntry } from "../../shared/protocol/screen.ts";
import { BrandMark } from "../kinds/icons/BrandMark.tsx";
import { SideMenu } from "./SideMenu.tsx";
import type { Sidebar } from "./use-sidebar.ts";

const Drawer = lazy(() => import("antd/es/drawer"));

/** The menu at the side, or in a drawer on a phone, which goes away when another page is opened. */
export function SideBar({ sidebar, title, groups }: { sidebar: Sidebar; title: string; groups: readonly MenuEntry[] }) {
  const { isMobile, isOpen, withoutAnimation, dismiss } = sidebar;
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current !== pathname) dismiss();
    shown.current = pathname;
  }, [pathname, dismiss]);

  const isCollapsed = !isMobile && !isOpen;
  const content = (
    <div className="shell-side" data-collapsed={isCollapsed} data-still={withoutAnimation} data-testid="sidebar">
      <div className="shell-logo" title={title}>
        <BrandMark />
        {!isCollapsed && <span>{title}</span>}
      </div>
      <nav className="shell-menu" aria-label="功能菜单">
        <SideMenu groups={groups} isCollapsed={isCollapsed} onChosen={dismiss} />
      </nav>
    </div>
  );
  if (!isMobile) return <aside>{content}</aside>;
  return (
    <Suspense fallback={null}>
      <Drawer
        open={isOpen}
        onClose={dismiss}
        placement="left"
        width={210}
        closable={false}
        styles={{ body: { padding: 0 } }}
        aria-label="功能菜单"
        data-testid="menu-drawer"
      >
        {content}
      </Drawer>
    </Suspense>
  );
}
