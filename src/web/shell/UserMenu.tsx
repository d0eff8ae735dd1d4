import { CheckOutlined, DownOutlined, KeyOutlined, LogoutOutlined } from "@ant-design/icons";
import { useLogout } from "@refinedev/core";
import { Dropdown } from "antd";
import type { ItemType } from "antd/es/menu/interface";
import { useState } from "react";
import { Link } from "react-router-dom";
import type { SessionUser } from "../../shared/protocol/screen.ts";
import { choose, LOOK_CHOICES, type LookKey, readChoice } from "../kinds/look.ts";

/** The user's own password; `L` says that it was asked for from the frame. */
const PASSWORD_PATH = "/UpdatePassWord?personId=L";

/** User id, with the menu of what the user can do with the account. */
export function UserMenu({ user }: { user: SessionUser }) {
  const { mutate: logout } = useLogout();
  const name = user.UsrName || user.USER_ID;
  const looks = useLookItems();
  const who = name === user.USER_ID ? name : `${name}（${user.USER_ID}）`;
  return (
    <Dropdown
      trigger={["click"]}
      placement="bottomRight"
      menu={{
        items: [
          { key: "who", type: "group", label: <span className="user-menu-who">{who}</span> },
          { key: "password", icon: <KeyOutlined />, label: <Link to={PASSWORD_PATH}>修改密码</Link> },
          { type: "divider" },
          ...looks,
          { type: "divider" },
          { key: "logout", icon: <LogoutOutlined />, label: "退出登录", onClick: () => logout() },
        ],
      }}
    >
      <button type="button" className="shell-user" data-testid="user-menu" title={user.USER_ID}>
        <span className="shell-avatar" aria-hidden>
          {name.slice(0, 1)}
        </span>
        <span className="shell-user-name">{user.USER_ID}</span>
        <DownOutlined aria-hidden />
      </button>
    </Dropdown>
  );
}

/** The user id, and what the user can do with the account, as links in the bar: the layout of shops with a bar of their own. */
export function AccountLinks({ user }: { user: SessionUser }) {
  const { mutate: logout } = useLogout();
  const looks = useLookItems();
  return (
    <nav className="account-links" aria-label="账户" data-testid="user-menu">
      <span className="account-id" title={user.USER_ID}>
        {user.USER_ID}
      </span>
      <Dropdown trigger={["click"]} placement="bottomRight" menu={{ items: looks }}>
        <button type="button" data-testid="look-menu">
          <span className="look-word">外观</span>
          <span className="look-sign" aria-hidden>
            ◐
          </span>
        </button>
      </Dropdown>
      <Link to={PASSWORD_PATH}>修改密码</Link>
      <button type="button" onClick={() => logout()}>
        退出
      </button>
    </nav>
  );
}

const LOOK_TITLES: Readonly<Record<LookKey, string>> = { look: "外观", density: "密度" };

/** What of the look may be chosen, with a tick at what is; the choice holds for this device (docs/decisions/119). */
function useLookItems(): ItemType[] {
  const [, redraw] = useState(0);
  return Object.entries(LOOK_TITLES).map(([name, title]) => {
    const key = name as LookKey;
    const chosen = readChoice(key);
    return {
      key,
      type: "group",
      label: title,
      children: Object.entries(LOOK_CHOICES[key]).map(([value, label]) => ({
        key: `${key}-${value}`,
        role: "menuitemradio",
        "aria-checked": value === chosen,
        "data-testid": `${key}-${value}`,
        label,
        icon: <CheckOutlined className={value === chosen ? "look-chosen" : "look-other"} />,
        onClick: () => {
          choose(key, value);
          redraw((count) => count + 1);
        },
      })),
    };
  });
}
