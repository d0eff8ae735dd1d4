import { HistoryOutlined, HomeOutlined, StarOutlined } from "@ant-design/icons";
import { Menu } from "antd";
import type { ItemType } from "antd/es/menu/interface";
import { type ReactNode, useEffect, useMemo, useState } from "react";
import { Link, useLocation } from "react-router-dom";
import type { Favourite, RecentDocument } from "../../shared/protocol/own-list.ts";
import type { MenuEntry } from "../../shared/protocol/screen.ts";
import { useShortcuts } from "../data/use-shortcuts.ts";
import { MenuIcon } from "../kinds/icons/MenuIcon.tsx";
import { useReminded } from "./use-reminded.ts";
import "./reminder-dot.css";

/** The menu of the granted modules; one submenu is open at a time. */
export function SideMenu({ groups, isCollapsed, onChosen }: { groups: readonly MenuEntry[]; isCollapsed: boolean; onChosen: () => void }) {
  const { pathname } = useLocation();
  const reminded = useReminded(groups);
  const { favourites, recent, refresh } = useShortcuts();
  const items = useMemo(() => {
    const [home, ...pages] = menuItems(groups, reminded);
    return [home ?? null, ...favouriteItems(favourites), ...recentItems(recent), ...pages];
  }, [groups, reminded, favourites, recent]);
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
      onOpenChange={(keys) => {
        const opened = keys.find((key) => key !== openGroup);
        if (!isCollapsed) setOpenGroup(opened);
        if (keys.includes(RECENT)) refresh();
      }}
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

const FAVOURITES = "favourites";
const RECENT = "recent";

/** The pages and views that the user wants at hand; without any there is no such group. */
function favouriteItems(favourites: readonly Favourite[]): ItemType[] {
  if (favourites.length === 0) return [];
  const children = favourites.map(({ path, title }) => ({ key: `${FAVOURITES} ${path}`, label: <Link to={path}>{title}</Link>, title }));
  return [{ key: FAVOURITES, icon: <StarOutlined />, label: "收藏", children }];
}

/** The documents that he looked at last. */
function recentItems(recent: readonly RecentDocument[]): ItemType[] {
  if (recent.length === 0) return [];
  const children = recent.map(({ path, number, title }) => ({
    key: `${RECENT} ${path}`,
    label: <Link to={path}>{number}</Link>,
    title: `${title} ${number}`,
  }));
  return [{ key: RECENT, icon: <HistoryOutlined />, label: "最近单据", children }];
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
