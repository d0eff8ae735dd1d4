import { Menu } from "antd";
import { useEffect, useMemo, useState } from "react";
import { useLocation } from "react-router-dom";
import type { MenuEntry } from "../../shared/protocol/screen.ts";
import { menuItems } from "./menu-items.tsx";

interface SideMenuProps {
  readonly groups: readonly MenuEntry[];
  readonly isCollapsed: boolean;
  readonly onChosen: () => void;
}

/** The menu of the granted modules; one submenu is open at a time. */
export function SideMenu({ groups, isCollapsed, onChosen }: SideMenuProps) {
  const { pathname } = useLocation();
  const items = useMemo(() => menuItems(groups), [groups]);
  const page = pathname.replace(/\/show\/[^/]+$/, "");
  const group = groups.find((entry) => entry.children.some((child) => child.path === page))?.path;
  const [openGroup, setOpenGroup] = useState(group);
  useEffect(() => {
    if (group !== undefined) setOpenGroup(group);
  }, [group]);
  return (
    <Menu
      data-testid="menu"
      mode="inline"
      theme="dark"
      inlineIndent={20}
      items={items}
      selectedKeys={[page]}
      inlineCollapsed={isCollapsed}
      {...(!isCollapsed && { openKeys: openGroup === undefined ? [] : [openGroup] })}
      onOpenChange={(keys) => !isCollapsed && setOpenGroup(keys.find((key) => key !== openGroup))}
      onClick={onChosen}
    />
  );
}
