import { Menu } from "antd";
import { useEffect, useMemo, useState } from "react";
import { useLocation } from "react-router-dom";
import type { MenuEntry } from "../../shared/protocol/screen.ts";
import { menuItems } from "./menu-items.tsx";
import { useReminded } from "./use-reminded.ts";

interface SideMenuProps {
  readonly groups: readonly MenuEntry[];
  readonly isCollapsed: boolean;
  readonly onChosen: () => void;
}

/** The menu of the granted modules; one submenu is open at a time. */
export function SideMenu({ groups, isCollapsed, onChosen }: SideMenuProps) {
  const { pathname } = useLocation();
  const reminded = useReminded(groups);
  const items = useMemo(() => menuItems(groups, reminded), [groups, reminded]);
  const isShown = ({ path }: MenuEntry) => pathname === path || pathname.startsWith(`${path}/`);
  const group = groups.find((entry) => entry.children.some(isShown));
  const page = group?.children.find(isShown);
  const shownGroup = group?.path;
  const [openGroup, setOpenGroup] = useState(shownGroup);
  useEffect(() => {
    if (shownGroup !== undefined) setOpenGroup(shownGroup);
  }, [shownGroup]);
  return (
    <Menu
      data-testid="menu"
      mode="inline"
      theme="dark"
      inlineIndent={20}
      items={items}
      selectedKeys={[page?.path ?? pathname]}
      inlineCollapsed={isCollapsed}
      {...(!isCollapsed && { openKeys: openGroup === undefined ? [] : [openGroup] })}
      onOpenChange={(keys) => !isCollapsed && setOpenGroup(keys.find((key) => key !== openGroup))}
      onClick={onChosen}
    />
  );
}
