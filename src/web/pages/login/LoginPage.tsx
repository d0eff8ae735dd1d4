import { BrandMark } from "../../kinds/icons/BrandMark.tsx";
import { LoginForm } from "./LoginForm.tsx";
import { useSignIn } from "./use-sign-in.ts";
import "./login.css";

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
        <LoginForm signIn={signIn} />
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
