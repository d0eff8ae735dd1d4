import { useLogout } from "@refinedev/core";
import { Link } from "react-router-dom";
import type { SessionUser } from "../../../shared/protocol/screen.ts";
import { PASSWORD_PATH } from "./account.ts";

/** The user id, and what the user can do with the account, as links in the bar: the layout of shops with a bar of their own. */
export function AccountLinks({ user }: { user: SessionUser }) {
  const { mutate: logout } = useLogout();
  return (
    <nav className="account-links" aria-label="账户" data-testid="user-menu">
      <span className="account-id" title={user.USER_ID}>
        {user.USER_ID}
      </span>
      <Link to={PASSWORD_PATH}>修改密码</Link>
      <button type="button" onClick={() => logout()}>
        退出
      </button>
    </nav>
  );
}
