import type { ItemType } from "antd/es/menu/interface";
import { Link } from "react-router-dom";
import type { MenuEntry } from "../../shared/protocol/screen.ts";
import { MenuIcon } from "../kinds/icons/MenuIcon.tsx";
import { Reminded, ReminderDot } from "./ReminderDot.tsx";

/** The menu's items: home, then each group with its visible pages. Keys are paths; `reminded`: those with a red dot. */
export function menuItems(groups: readonly MenuEntry[], reminded: ReadonlySet<string>): ItemType[] {
  return [
    { key: "/index", icon: <MenuIcon name="home" />, label: <Link to="/index">首页</Link> },
    ...groups.map((group) => ({
      key: group.path,
      icon: <GroupIcon group={group} isReminded={isReminded(group, reminded)} />,
      label: isReminded(group, reminded) ? <Reminded>{group.title}</Reminded> : group.title,
      children: group.children
        .filter((page) => !page.hidden)
        .map((page) => ({ key: page.path, label: <PageLink page={page} isReminded={reminded.has(page.path)} />, title: page.title })),
    })),
  ];
}

const isReminded = ({ children }: MenuEntry, reminded: ReadonlySet<string>): boolean =>
  children.some(({ path, hidden }) => !hidden && reminded.has(path));

function PageLink({ page, isReminded }: { page: MenuEntry; isReminded: boolean }) {
  return <Link to={page.path}>{isReminded ? <Reminded>{page.title}</Reminded> : page.title}</Link>;
}

/** While the menu is folded, the icon is all there is of a group; antd hands it the class of its icons. */
function GroupIcon({ group, isReminded, className = "" }: { group: MenuEntry; isReminded: boolean; className?: string }) {
  if (!isReminded) return <MenuIcon name={group.icon} />;
  return (
    <span className={`menu-icon-reminded ${className}`}>
      <MenuIcon name={group.icon} />
      <ReminderDot />
    </span>
  );
}
