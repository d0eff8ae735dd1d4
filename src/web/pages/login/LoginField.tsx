import { type KeyboardEvent, type ReactNode, type Ref, useId, useState } from "react";
import type { Captcha } from "./use-sign-in.ts";

interface LoginFieldProps {
  readonly label: string;
  readonly name: string;
  readonly testId: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly autoComplete: string;
  readonly type?: "text" | "password";
  readonly longest?: number;
  readonly inputRef?: Ref<HTMLInputElement>;
  readonly onBlur?: () => void;
  readonly onKey?: (event: KeyboardEvent) => void;
  /** Inside the box, after the text. */
  readonly after?: ReactNode;
  /** Below the box; read out with the field. */
  readonly hint?: ReactNode;
}

/** One labelled input of the login form. */
export function LoginField({
  label,
  testId,
  onChange,
  type = "text",
  longest = 128,
  inputRef,
  onKey,
  after,
  hint,
  ...input
}: LoginFieldProps) {
  const id = useId();
  return (
    <div className="login-field">
      <label htmlFor={id}>{label}</label>
      <div className="login-box">
        <input
          {...input}
          ref={inputRef}
          id={id}
          type={type}
          data-testid={testId}
          autoCapitalize="none"
          spellCheck={false}
          maxLength={longest}
          placeholder={`请输入${label}`}
          aria-describedby={hint ? `${id}-hint` : undefined}
          onChange={(event) => onChange(event.target.value)}
          onKeyDown={onKey}
          onKeyUp={onKey}
        />
        {after}
      </div>
      {hint && (
        <div id={`${id}-hint`} className="login-hint">
          {hint}
        </div>
      )}
    </div>
  );
}

/** The password, hidden or shown, with a word on caps lock. */
export function PasswordField(field: Pick<LoginFieldProps, "value" | "onChange" | "inputRef">) {
  const [isShown, setShown] = useState(false);
  /** The last key was struck with caps lock on: no page is told before. */
  const [isCapsLock, setCapsLock] = useState(false);
  return (
    <LoginField
      label="密码"
      name="password"
      testId="login-pass"
      autoComplete="current-password"
      type={isShown ? "text" : "password"}
      {...field}
      onKey={(event) => setCapsLock(event.getModifierState("CapsLock"))}
      hint={isCapsLock && <span className="login-caps">大写锁定已开启</span>}
      after={
        <button
          type="button"
          className="login-eye"
          aria-pressed={isShown}
          aria-label={isShown ? "隐藏密码" : "显示密码"}
          onClick={() => setShown(!isShown)}
        >
          {isShown ? "隐藏" : "显示"}
        </button>
      }
    />
  );
}

const LENGTH = 4;

/** The captcha and its picture; a click on the picture, or Enter on it, draws another one. */
export function CaptchaField({ captcha, inputRef }: { captcha: Captcha; inputRef: Ref<HTMLInputElement> }) {
  const { picture, isMissing, text, setText, renew } = captcha;
  return (
    <LoginField
      label="验证码"
      name="captcha"
      testId="login-captcha"
      autoComplete="off"
      longest={2 * LENGTH}
      inputRef={inputRef}
      value={text}
      onChange={setText}
      after={
        <button
          type="button"
          className="login-captcha"
          aria-label="换一张验证码图片"
          title="看不清？点击换一张"
          onClick={() => void renew()}
        >
          {picture !== null && !isMissing ? (
            <img src={picture.image} alt={`验证码图片，${LENGTH} 位字母或数字`} />
          ) : (
            <span>{isMissing ? "点击重试" : "加载中…"}</span>
          )}
        </button>
      }
      hint="登录失败次数较多，请输入图中 4 位字符，不区分大小写；看不清可点击图片更换。无法辨认图片时，请等待 10 分钟后再登录，或联系贵单位的系统管理员重置密码。"
    />
  );
}
