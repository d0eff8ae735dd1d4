import { type KeyboardEvent, type ReactNode, type Ref, useId, useState } from "react";

const LONGEST = 128;

interface LoginFieldProps {
  readonly label: string;
  readonly name: string;
  readonly testId: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly autoComplete: string;
  readonly type?: "text" | "password";
  /** Which keys a phone shows. */
  readonly inputMode?: "numeric";
  readonly inputRef?: Ref<HTMLInputElement>;
  readonly onBlur?: () => void;
  readonly onKey?: (event: KeyboardEvent) => void;
  /** Inside the box, after the text. */
  readonly after?: ReactNode;
  /** Below the box; read out with the field. */
  readonly hint?: ReactNode;
}

/** One labelled input of the login form. */
export function LoginField({ label, testId, onChange, type = "text", inputRef, onKey, after, hint, ...input }: LoginFieldProps) {
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
          maxLength={LONGEST}
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
