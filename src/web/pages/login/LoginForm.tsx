import { type FormEvent, useEffect, useRef, useState } from "react";
import { LoginField, PasswordField } from "./LoginField.tsx";
import { type SignIn, useWait } from "./use-sign-in.ts";

/**
 * Name and password, and where it is set the way to the company's account; after failures a try waits its time, and is then made without a
 * second press. Nothing typed here outlives the page.
 */
export function LoginForm({ signIn: { submit, tell, ways, goAway } }: { signIn: SignIn }) {
  const [userName, setUserName] = useState("");
  const [password, setPassword] = useState("");
  const wait = useWait();
  /** From the press until it is known what became of it: whoever reads that and tries again at once does not press Enter in vain. */
  const [isBusy, setBusy] = useState(false);
  /** Pressed, and made as soon as it has waited; whoever types meanwhile takes it back. */
  const [isQueued, setQueued] = useState(false);
  const userNameInput = useRef<HTMLInputElement>(null);
  const passwordInput = useRef<HTMLInputElement>(null);
  /** Where few have a password its fields are out of the way of the others. */
  const [isAsked, setAsked] = useState(false);
  const isByPassword = ways.password === "all" || isAsked;
  const name = userName.trim();
  const isWaiting = isQueued && wait.seconds > 0;
  /** Also in the moment before a try that need not wait, so that the button never says it could be pressed. */
  const isTrying = isBusy || (isQueued && !isWaiting);
  useEffect(() => (isByPassword ? userNameInput.current?.focus() : undefined), [isByPassword]);

  const attempt = async () => {
    setQueued(false);
    setBusy(true);
    const failure = await submit(name, password, wait.ticket);
    if (failure === null) return;
    tell(failure.text);
    setBusy(false);
    if (failure.wait !== null) {
      wait.take(failure.wait);
      return setQueued(true);
    }
    // One more failure may have made the next try wait.
    void wait.check(name, true);
    passwordInput.current?.focus();
    passwordInput.current?.select();
  };
  // After every drawing: the press and the end of the wait come in either order.
  useEffect(() => {
    if (isQueued && !isBusy && wait.seconds === 0) void attempt();
  });

  const press = async () => {
    setBusy(true);
    await wait.check(name);
    setBusy(false);
    setQueued(true);
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (!isBusy && !isQueued && name !== "" && password !== "") void press();
  };
  const edit = (set: (text: string) => void) => (text: string) => {
    setQueued(false);
    set(text);
  };

  const passwordFields = (
    <>
      <LoginField
        label="账号"
        name="username"
        testId="login-user"
        autoComplete="username"
        value={userName}
        onChange={edit(setUserName)}
        inputRef={userNameInput}
        onBlur={() => void wait.check(name)}
      />
      <PasswordField value={password} onChange={edit(setPassword)} inputRef={passwordInput} />
      <button
        type="submit"
        className="login-submit"
        data-testid="login-submit"
        disabled={isTrying || isWaiting || name === "" || password === ""}
      >
        {isTrying ? "正在登录…" : isWaiting ? `${timeOf(wait.seconds)}后自动登录` : "登 录"}
      </button>
      {wait.seconds > 0 && (
        <p className="login-wait" data-testid="login-wait">
          失败次数较多，{timeOf(wait.seconds)}后可以登录。忘记密码请联系贵单位的系统管理员重置，重置后无需等待。
        </p>
      )}
    </>
  );

  return (
    <form className="login-form" onSubmit={onSubmit} noValidate>
      <h1>欢迎登录</h1>
      <p>{ways.enterprise && isByPassword ? "请使用账号密码或企业账号登录供应链管理系统" : "请使用企业账号登录供应链管理系统"}</p>
      {isByPassword && passwordFields}
      {ways.enterprise && (
        <>
          {isByPassword && <div className="login-or">或</div>}
          <button type="button" className={isByPassword ? "login-other" : "login-submit"} data-testid="login-enterprise" onClick={goAway}>
            使用企业账号登录
          </button>
        </>
      )}
      {!isByPassword && (
        <nav className="login-links">
          <button type="button" className="login-back" data-testid="login-by-password" onClick={() => setAsked(true)}>
            管理员密码登录
          </button>
        </nav>
      )}
      {/* Plain addresses: the registration is not part of this chunk. */}
      <nav className="login-links" aria-label="注册">
        <span>还没有账号？</span>
        <a href="/register?type=supplier">供应商注册</a>
        <a href="/register?type=bidding">竞价注册</a>
      </nav>
    </form>
  );
}

const MINUTE = 60;

function timeOf(seconds: number): string {
  const [minutes, rest] = [Math.floor(seconds / MINUTE), seconds % MINUTE];
  return [minutes > 0 && `${minutes} 分`, (minutes === 0 || rest > 0) && `${rest} 秒`].filter(Boolean).join(" ");
}
