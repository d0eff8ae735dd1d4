import type { ItemType } from "antd/es/menu/interface";
import { Link } from "react-router-dom";
import type { MenuEntry } from "../../shared/protocol/screen.ts";
import { MenuIcon } from "../kinds/icons/MenuIcon.tsx";

/** The menu's items: home, then each group with its visible pages. Keys are paths. */
export function menuItems(groups: readonly MenuEntry[]): ItemType[] {
  return [
    { key: "/index", icon: <MenuIcon name="home" />, label: <Link to="/index">首页</Link> },
    ...groups.map((group) => ({
      key: group.path,
      icon: <MenuIcon name={group.icon} />,
      label: group.title,
      children: group.children
        .filter((page) => !page.hidden)
        .map((page) => ({ key: page.path, label: <Link to={page.path}>{page.title}</Link>, title: page.title })),
    })),
  ];
}
