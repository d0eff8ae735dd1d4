import { type FormEvent, lazy, Suspense, useEffect, useRef, useState } from "react";
import { BrandMark } from "../../kinds/icons/BrandMark.tsx";
import { LoginField, PasswordField } from "./LoginField.tsx";
import { type SignIn, useSignIn, useWait } from "./use-sign-in.ts";
import "./login.css";

/** Its rules are nothing the sign-in waits for. */
const GivenPassword = lazy(() => import("./GivenPassword.tsx"));

/** Sign-in. Plain React and CSS: this page must not load antd or refine. */
export default function LoginPage({ onSignedIn = () => undefined }: { onSignedIn?: () => Promise<void> | void }) {
  const signIn = useSignIn(onSignedIn);
  return (
    <main className="login">
      <LoginBrand />
      <section className="login-side">
        <div role="alert" className="login-alert">
          {signIn.notice && (
            <div key={signIn.notice.at} className="login-notice" data-testid="login-notice">
              {signIn.notice.text}
            </div>
          )}
        </div>
        {signIn.given === null ? (
          <LoginForm signIn={signIn} />
        ) : (
          <Suspense fallback={null}>
            <GivenPassword session={signIn.given} tell={signIn.tell} onChosen={onSignedIn} onLeave={signIn.leave} />
          </Suspense>
        )}
        <footer className="login-foot">忘记密码或账号停用，请联系贵单位的系统管理员</footer>
      </section>
    </main>
  );
}

/** What the portal links, in the order of the business. */
const STEPS = ["订货", "收货", "对账", "开票", "付款"];

/** The picture side of the login page. */
function LoginBrand() {
  return (
    <section className="login-brand">
      <div className="login-logo">
        <BrandMark />
        供应链管理系统
      </div>
      <div className="login-pitch">
        <h2>
          零售商与供应商，
          <br />
          在同一张账上协作
        </h2>
        <p>订单、收货、对账、发票与付款，状态实时可见，每一步都有据可查。</p>
        <ol className="login-steps">
          {STEPS.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
      </div>
      <div className="login-rings" aria-hidden="true">
        <i />
        <i />
        <i />
      </div>
    </section>
  );
}

/** Name and password; after failures a try waits its time, and is then made without a second press. Nothing typed here outlives the page. */
function LoginForm({ signIn: { submit, tell } }: { signIn: SignIn }) {
  const [userName, setUserName] = useState("");
  const [password, setPassword] = useState("");
  const wait = useWait();
  /** From the press until it is known what became of it: whoever reads that and tries again at once does not press Enter in vain. */
  const [isBusy, setBusy] = useState(false);
  /** Pressed, and made as soon as it has waited; whoever types meanwhile takes it back. */
  const [isQueued, setQueued] = useState(false);
  const userNameInput = useRef<HTMLInputElement>(null);
  const passwordInput = useRef<HTMLInputElement>(null);
  const name = userName.trim();
  const isWaiting = isQueued && wait.seconds > 0;
  useEffect(() => userNameInput.current?.focus(), []);

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
        onChange={edit(setUserName)}
        inputRef={userNameInput}
        onBlur={() => void wait.check(name)}
      />
      <PasswordField value={password} onChange={edit(setPassword)} inputRef={passwordInput} />
      <button
        type="submit"
        className="login-submit"
        data-testid="login-submit"
        disabled={isBusy || isWaiting || name === "" || password === ""}
      >
        {isBusy ? "正在登录…" : isWaiting ? `${timeOf(wait.seconds)}后自动登录` : "登 录"}
      </button>
      {wait.seconds > 0 && (
        <p className="login-wait" data-testid="login-wait">
          失败次数较多，{timeOf(wait.seconds)}后可以登录。忘记密码请联系贵单位的系统管理员重置，重置后无需等待。
        </p>
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
