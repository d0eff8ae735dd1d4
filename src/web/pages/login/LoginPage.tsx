import { LoginBrand } from "./LoginBrand.tsx";
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
