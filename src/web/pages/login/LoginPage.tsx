import { type FormEvent, useState } from "react";
import { LoginBrand } from "./LoginBrand.tsx";
import { LoginField } from "./LoginField.tsx";
import { useSignIn } from "./use-sign-in.ts";
import "./login.css";

/** Sign-in. Plain React and CSS: this page must not load antd or refine. */
export default function LoginPage({ onSignedIn = () => undefined }: { onSignedIn?: () => Promise<void> | void }) {
  const { isBusy, notice, submit } = useSignIn(onSignedIn);
  const [userName, setUserName] = useState("");
  const [password, setPassword] = useState("");
  const [isShown, setShown] = useState(false);
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (!isBusy) void submit(userName.trim(), password);
  };
  return (
    <main className="login">
      <LoginBrand />
      <section className="login-side">
        {notice && (
          <div key={notice.at} className="login-notice" role="alert" data-testid="login-notice">
            {notice.text}
          </div>
        )}
        <form className="login-form" onSubmit={onSubmit}>
          <h1>欢迎登录</h1>
          <p>请使用企业账号登录供应链管理系统</p>
          <LoginField
            label="账号"
            name="username"
            testId="login-user"
            autoComplete="username"
            value={userName}
            onChange={setUserName}
            autoFocus
          />
          <LoginField
            label="密码"
            name="password"
            testId="login-pass"
            autoComplete="current-password"
            type={isShown ? "text" : "password"}
            value={password}
            onChange={setPassword}
            after={
              <button type="button" className="login-eye" aria-pressed={isShown} onClick={() => setShown(!isShown)}>
                {isShown ? "隐藏" : "显示"}
              </button>
            }
          />
          <button
            type="submit"
            className="login-submit"
            data-testid="login-submit"
            disabled={isBusy || userName.trim() === "" || password === ""}
          >
            {isBusy ? "正在登录…" : "登 录"}
          </button>
        </form>
        <footer className="login-foot">忘记密码请联系贵单位的系统管理员</footer>
      </section>
    </main>
  );
}
