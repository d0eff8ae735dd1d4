import type { MenuEntry, MenuResult } from "../../shared/protocol/screen.ts";
import { ENDPOINTS } from "../api/endpoints.ts";
import { post } from "../api/post.ts";

/** Key of the menu query. */
export const MENU_KEY = ["registry", "menu"] as const;

/** The granted modules of the signed-in user. */
export const fetchMenu = (): Promise<MenuResult> => post<MenuResult>(ENDPOINTS.menu);

/** The menu groups that have something to show. */
export function groupsOf(menu: MenuResult): MenuEntry[] {
  return menu.modules.filter((entry) => entry.PrtId === 0 && entry.children.some((child) => !child.hidden));
}

/** Every page of the menu, hidden ones too: they have a route, but no menu item. */
export function pagesOf(menu: MenuResult): MenuEntry[] {
  return menu.modules.flatMap(leaves);
}

function leaves(entry: MenuEntry): MenuEntry[] {
  if (entry.children.length > 0) return entry.children.flatMap(leaves);
  return entry.PrtId === 0 ? [] : [entry];
}
