import { HomeOutlined } from "@ant-design/icons";
import { Menu } from "antd";
import type { ItemType } from "antd/es/menu/interface";
import { type ReactNode, useEffect, useMemo, useState } from "react";
import { Link, useLocation } from "react-router-dom";
import type { MenuEntry } from "../../shared/protocol/screen.ts";
import { MenuIcon } from "../kinds/icons/MenuIcon.tsx";
import { useReminded } from "./use-reminded.ts";
import "./reminder-dot.css";

/** The menu of the granted modules; one submenu is open at a time. */
export function SideMenu({ groups, isCollapsed, onChosen }: { groups: readonly MenuEntry[]; isCollapsed: boolean; onChosen: () => void }) {
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

/** The menu's items: home, then each group with its visible pages. Keys are paths; `reminded`: those with a red dot. */
function menuItems(groups: readonly MenuEntry[], reminded: ReadonlySet<string>): ItemType[] {
  return [
    { key: "/index", icon: <HomeOutlined />, label: <Link to="/index">首页</Link> },
    ...groups.map((group) => ({
      key: group.path,
      icon: <GroupIcon group={group} isReminded={isReminded(group, reminded)} />,
      label: isReminded(group, reminded) ? <Reminded>{group.title}</Reminded> : group.title,
      children: group.children
        .filter((page) => !page.hidden)
        .map(({ path, title }) => ({
          key: path,
          label: <Link to={path}>{reminded.has(path) ? <Reminded>{title}</Reminded> : title}</Link>,
          title,
        })),
    })),
  ];
}

const isReminded = ({ children }: MenuEntry, reminded: ReadonlySet<string>): boolean =>
  children.some(({ path, hidden }) => !hidden && reminded.has(path));

/** While the menu is folded, the icon is all there is of a group; antd hands it the class of its icons. */
function GroupIcon({ group, isReminded, className = "" }: { group: MenuEntry; isReminded: boolean; className?: string }) {
  if (!isReminded) return <MenuIcon drawing={group.drawing} />;
  return (
    <span className={`menu-icon-reminded ${className}`}>
      <MenuIcon drawing={group.drawing} />
      <ReminderDot />
    </span>
  );
}

/** Something waits here. */
function ReminderDot() {
  // No span: antd hides those beside the icons of a folded menu.
  return <i className="reminder-dot" role="img" aria-label="有新内容" data-testid="reminder-dot" />;
}

/** A menu line where something waits. */
function Reminded({ children }: { children: ReactNode }) {
  return (
    <span className="menu-reminded">
      {children}
      <ReminderDot />
    </span>
  );
}
