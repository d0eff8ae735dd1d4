import { type FormEvent, lazy, Suspense, useEffect, useRef, useState } from "react";
import { BrandMark } from "../../kinds/icons/BrandMark.tsx";
import { CaptchaField, LoginField, PasswordField } from "./LoginField.tsx";
import { type SignIn, useCaptcha, useSignIn } from "./use-sign-in.ts";
import "./login.css";

/** Its rules and the list of common passwords are nothing the sign-in waits for. */
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

/** Name, password and, after failures, a captcha. Nothing typed here outlives the page. */
function LoginForm({ signIn: { submit, tell } }: { signIn: SignIn }) {
  const [userName, setUserName] = useState("");
  const [password, setPassword] = useState("");
  const captcha = useCaptcha();
  /** From the press until it is known what became of it: whoever reads that and tries again at once does not press Enter in vain. */
  const [isBusy, setBusy] = useState(false);
  const userNameInput = useRef<HTMLInputElement>(null);
  const passwordInput = useRef<HTMLInputElement>(null);
  const captchaInput = useRef<HTMLInputElement>(null);
  const name = userName.trim();
  useEffect(() => userNameInput.current?.focus(), []);

  const attempt = async () => {
    setBusy(true);
    if ((await captcha.check(name)) && captcha.answer === undefined) {
      tell("请输入验证码");
      setBusy(false);
      return captchaInput.current?.focus();
    }
    const failure = await submit(name, password, captcha.answer);
    if (failure === null) return;
    tell(failure.text);
    setBusy(false);
    // Every picture is good for one try, and one more failure may have made one necessary: the next try waits until that is known.
    if (captcha.isNeeded) void captcha.renew();
    const checked = captcha.check(name, true);
    // A field that is not there yet takes no focus.
    if (failure.field === "captcha") await checked;
    const input = failure.field === "captcha" ? captchaInput.current : passwordInput.current;
    input?.focus();
    input?.select();
  };

  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (!isBusy && name !== "" && password !== "") void attempt();
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
      {/* Plain addresses: the registration is not part of this chunk. */}
      <nav className="login-links" aria-label="注册">
        <span>还没有账号？</span>
        <a href="/register?type=supplier">供应商注册</a>
        <a href="/register?type=bidding">竞价注册</a>
      </nav>
    </form>
  );
}
