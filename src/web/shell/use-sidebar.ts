import { useState } from "react";
import { useIsMobile } from "./use-media.ts";

/** Cookie of the specification, section 4: 1 open, 0 closed. */
const COOKIE = "sidebarStatus";
const YEAR_S = 31_536_000;

export interface Sidebar {
  readonly isMobile: boolean;
  /** On a desktop: full width. On a phone: the drawer is out. */
  readonly isOpen: boolean;
  readonly toggle: () => void;
  /** Puts the drawer away; the desktop sidebar stays. */
  readonly dismiss: () => void;
}

/** Whether the menu is open; the desktop's choice is remembered in the cookie. */
export function useSidebar(): Sidebar {
  const isMobile = useIsMobile();
  const [isWide, setWide] = useState(readCookie);
  const [isDrawn, setDrawn] = useState(false);
  const toggle = () => {
    if (isMobile) return setDrawn(!isDrawn);
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Firefox and on plain http
    document.cookie = `${COOKIE}=${isWide ? 0 : 1}; path=/; max-age=${YEAR_S}; samesite=lax`;
    setWide(!isWide);
  };
  return { isMobile, isOpen: isMobile ? isDrawn : isWide, toggle, dismiss: () => setDrawn(false) };
}

function readCookie(): boolean {
  return !document.cookie.split("; ").includes(`${COOKIE}=0`);
}
