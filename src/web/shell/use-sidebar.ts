import { useState } from "react";
import { useIsMobile } from "../kinds/use-media.ts";

/** Cookie named by the specification: 1 open, 0 closed. */
const COOKIE = "sidebarStatus";
const YEAR_S = 31_536_000;

/** Whether the menu is open; the desktop's choice is remembered in the cookie. A window that becomes narrow closes it. */
export function useSidebar() {
  const isMobile = useIsMobile();
  const [isWide, setWide] = useState(readCookie);
  const [drawer, setDrawer] = useState({ isMobile, isDrawn: false, withoutAnimation: true });
  if (drawer.isMobile !== isMobile) setDrawer({ isMobile, isDrawn: false, withoutAnimation: true });
  const isDrawn = drawer.isMobile === isMobile && drawer.isDrawn;

  const toggle = () => {
    setDrawer({ isMobile, isDrawn: isMobile && !isDrawn, withoutAnimation: false });
    if (isMobile) return;
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Firefox and on plain http
    document.cookie = `${COOKIE}=${isWide ? 0 : 1}; path=/; max-age=${YEAR_S}; samesite=lax`;
    setWide(!isWide);
  };
  /** Puts the drawer away; the desktop sidebar stays. */
  const dismiss = () => {
    if (isDrawn) setDrawer({ isMobile, isDrawn: false, withoutAnimation: false });
  };
  // On a desktop: full width. On a phone: the drawer is out. What changes with the window, not by the user, takes its new form at once.
  return { isMobile, isOpen: isMobile ? isDrawn : isWide, withoutAnimation: drawer.withoutAnimation, toggle, dismiss };
}

export type Sidebar = ReturnType<typeof useSidebar>;

function readCookie(): boolean {
  return !document.cookie.split("; ").includes(`${COOKIE}=0`);
}
