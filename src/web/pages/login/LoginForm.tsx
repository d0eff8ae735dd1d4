import { type FormEvent, useEffect, useRef, useState } from "react";
import { CaptchaField, LoginField, PasswordField } from "./LoginField.tsx";
import { useCaptcha } from "./use-captcha.ts";
import type { SignIn } from "./use-sign-in.ts";

/** Name, password and, after failures, a captcha. Nothing typed here outlives the page. */
export function LoginForm({ signIn: { isBusy, submit, tell } }: { signIn: SignIn }) {
  const [userName, setUserName] = useState("");
  const [password, setPassword] = useState("");
  const captcha = useCaptcha();
  const isUnderWay = useRef(false);
  const userNameInput = useRef<HTMLInputElement>(null);
  const passwordInput = useRef<HTMLInputElement>(null);
  const captchaInput = useRef<HTMLInputElement>(null);
  const name = userName.trim();
  useEffect(() => userNameInput.current?.focus(), []);

  const attempt = async () => {
    if ((await captcha.check(name)) && captcha.answer === undefined) {
      tell("请输入验证码");
      return captchaInput.current?.focus();
    }
    const faulty = await submit(name, password, captcha.answer);
    if (faulty === null) return;
    // Every picture is good for one try, and one more failure may have made one necessary.
    if (captcha.isNeeded) await captcha.renew();
    await captcha.check(name, true);
    const input = faulty === "captcha" ? captchaInput.current : passwordInput.current;
    input?.focus();
    input?.select();
  };

  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (isUnderWay.current || name === "" || password === "") return;
    isUnderWay.current = true;
    void attempt().finally(() => {
      isUnderWay.current = false;
    });
  };

  return (
    <form className="login-form" onSubmit={onSubmit} noValidate>
      <h1>欢迎登录</h1>
      <p>请使用企业账号登录供应链管理系统</p>
      <LoginField
        label="账号"
        name="username"
        testId="login-user"
        autoComplete="username"
        value={userName}
        onChange={setUserName}
        inputRef={userNameInput}
        onBlur={() => void captcha.check(name)}
      />
      <PasswordField value={password} onChange={setPassword} inputRef={passwordInput} />
      {captcha.isNeeded && <CaptchaField captcha={captcha} inputRef={captchaInput} />}
      <button type="submit" className="login-submit" data-testid="login-submit" disabled={isBusy || name === "" || password === ""}>
        {isBusy ? "正在登录…" : "登 录"}
      </button>
      <LoginLinks />
    </form>
  );
}

/** Ways on for who has no account, or no password. Plain addresses: the registration is not part of this chunk. */
function LoginLinks() {
  return (
    <nav className="login-links" aria-label="注册">
      <span>还没有账号？</span>
      <a href="/register?type=supplier">供应商注册</a>
      <a href="/register?type=bidding">竞价注册</a>
    </nav>
  );
}
