import { lazy, Suspense } from "react";
import { BrandMark } from "../../kinds/icons/BrandMark.tsx";
import { LoginForm } from "./LoginForm.tsx";
import { type SignIn, useSignIn } from "./use-sign-in.ts";
import "./login.css";

/** What most sign-ins need nothing of. */
const GivenPassword = lazy(() => import("./GivenPassword.tsx"));
const SecondFactor = lazy(() => import("./SecondFactor.tsx"));
const RequiredFactor = lazy(() => import("./RequiredFactor.tsx"));

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
        <Suspense fallback={null}>
          <LoginStep signIn={signIn} onSignedIn={onSignedIn} />
        </Suspense>
        <footer className="login-foot">忘记密码或账号停用，请联系贵单位的系统管理员</footer>
      </section>
    </main>
  );
}

/** What is to be done now. */
function LoginStep({ signIn, onSignedIn }: { signIn: SignIn; onSignedIn: () => Promise<void> | void }) {
  const { step, tell, goOn, leave, isAway } = signIn;
  if (isAway) return <LoginAway />;
  switch (step?.kind) {
    case undefined:
      return <LoginForm signIn={signIn} />;
    case "given":
      return <GivenPassword session={step.session} tell={tell} onChosen={goOn} onLeave={leave} />;
    case "factor":
      return <SecondFactor step={step} tell={tell} onShown={goOn} onLeave={leave} />;
    case "enrol":
      return <RequiredFactor session={step.session} tell={tell} onDone={onSignedIn} onLeave={leave} />;
  }
}

/** While the provider of identity is gone to, or what it answered is looked at. */
function LoginAway() {
  return (
    <div className="login-form login-away" role="status" data-testid="login-away">
      <i aria-hidden="true" />
      <h1>正在使用企业账号登录…</h1>
      <p>请稍候，不要关闭本页</p>
    </div>
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
