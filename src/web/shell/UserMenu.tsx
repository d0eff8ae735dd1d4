import { DownOutlined, LogoutOutlined } from "@ant-design/icons";
import { useLogout } from "@refinedev/core";
import { Dropdown } from "antd";
import type { SessionUser } from "../../shared/protocol/screen.ts";

/** User id, with the menu of what the user can do with the account. */
export function UserMenu({ user }: { user: SessionUser }) {
  const { mutate: logout } = useLogout();
  const name = user.UsrName || user.USER_ID;
  return (
    <Dropdown
      trigger={["click"]}
      placement="bottomRight"
      menu={{
        items: [{ key: "logout", icon: <LogoutOutlined />, label: "退出登录", onClick: () => logout() }],
      }}
    >
      <button type="button" className="shell-user" data-testid="user-menu">
        <span className="shell-avatar">{name.slice(0, 1)}</span>
        <span className="shell-user-name">{user.USER_ID}</span>
        <DownOutlined />
      </button>
    </Dropdown>
  );
}
