import { type FormEvent, useEffect, useRef, useState } from "react";
import { ApiError, CODE } from "../../../shared/protocol/envelope.ts";
import { type SignInStep, showFactor } from "../../api/sign-in.ts";
import { LoginField } from "./LoginField.tsx";

interface SecondFactorProps {
  readonly step: Extract<SignInStep, { readonly kind: "factor" }>;
  readonly tell: (text: string) => void;
  readonly onShown: (next: SignInStep | null) => Promise<void> | void;
  readonly onLeave: () => void;
}

const DIGITS = 6;

/** A code of the user's app, or one of his recovery codes, after the password (docs/decisions/86). */
export default function SecondFactor({ step, tell, onShown, onLeave }: SecondFactorProps) {
  const [code, setCode] = useState("");
  const [isRecovery, setRecovery] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the other kind of code is another field
  useEffect(() => input.current?.focus(), [isRecovery]);

  const attempt = async (otp: string) => {
    setBusy(true);
    try {
      await onShown(await showFactor(step, otp));
    } catch (error) {
      tell(error instanceof ApiError ? error.message : "登录失败，请重试");
      // The password was too long ago: it is asked for again.
      if (error instanceof ApiError && error.code === CODE.rule) return onLeave();
      setBusy(false);
      setCode("");
      input.current?.focus();
    }
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (!isBusy && code !== "") void attempt(code);
  };
  const edit = (text: string) => {
    setCode(text);
    const digits = text.replace(/\D/g, "");
    // Complete: there is nothing else to be pressed.
    if (!isRecovery && !isBusy && digits.length === DIGITS && digits !== code.replace(/\D/g, "")) void attempt(digits);
  };
  const change = () => {
    setCode("");
    setRecovery(!isRecovery);
  };

  return (
    <form className="login-form" onSubmit={onSubmit} noValidate data-testid="second-factor">
      <h1>两步验证</h1>
      <p>{isRecovery ? "请输入一个未使用过的恢复码，每个只能使用一次。" : "请打开手机上的身份验证器，输入显示的 6 位验证码。"}</p>
      <LoginField
        key={String(isRecovery)}
        label={isRecovery ? "恢复码" : "验证码"}
        name="otp"
        testId="second-factor-code"
        autoComplete="one-time-code"
        {...(!isRecovery && { inputMode: "numeric" as const })}
        value={code}
        onChange={edit}
        inputRef={input}
      />
      <button type="submit" className="login-submit" data-testid="second-factor-submit" disabled={isBusy || code === ""}>
        {isBusy ? "正在验证…" : "验证并登录"}
      </button>
      <nav className="login-links">
        <button type="button" className="login-back" data-testid="second-factor-other" onClick={change}>
          {isRecovery ? "使用验证码" : "手机不在身边？使用恢复码"}
        </button>
        <button type="button" className="login-back" onClick={onLeave}>
          返回登录
        </button>
      </nav>
    </form>
  );
}
