import { MenuFoldOutlined, MenuUnfoldOutlined } from "@ant-design/icons";
import type { MenuEntry } from "../../shared/protocol/screen.ts";
import { readUser } from "../api/session.ts";
import { MessageBadge } from "./MessageBadge.tsx";
import { UserMenu } from "./UserMenu.tsx";
import type { Sidebar } from "./use-sidebar.ts";

interface TitleBarProps {
  readonly sidebar: Sidebar;
  readonly groups: readonly MenuEntry[];
}

/** Shop, supplier, messages and user. */
export function TitleBar({ sidebar, groups }: TitleBarProps) {
  const user = readUser();
  return (
    <header className="shell-bar">
      <button type="button" className="shell-button" onClick={sidebar.toggle} aria-label={sidebar.isOpen ? "收起菜单" : "展开菜单"}>
        {sidebar.isOpen ? <MenuFoldOutlined /> : <MenuUnfoldOutlined />}
      </button>
      <div className="shell-names">
        {user?.ShopName && <strong title={user.ShopName}>{user.ShopName}</strong>}
        {user?.SupplierName && <span title={user.SupplierName}>{user.SupplierName}</span>}
      </div>
      <MessageBadge groups={groups} />
      {user && <UserMenu user={user} />}
    </header>
  );
}
