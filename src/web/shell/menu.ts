import type { MenuEntry, MenuResult } from "../../shared/protocol/screen.ts";

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
