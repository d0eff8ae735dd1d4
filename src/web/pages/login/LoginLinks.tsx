/** Ways on for who has no account, or no password. Plain addresses: the registration is not part of this chunk. */
export function LoginLinks() {
  return (
    <nav className="login-links" aria-label="注册">
      <span>还没有账号？</span>
      <a href="/register?type=supplier">供应商注册</a>
      <a href="/register?type=bidding">竞价注册</a>
    </nav>
  );
}
