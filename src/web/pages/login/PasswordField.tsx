import { type KeyboardEvent, type Ref, useState } from "react";
import { LoginField } from "./LoginField.tsx";

interface PasswordFieldProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly inputRef: Ref<HTMLInputElement>;
}

/** The password, hidden or shown, with a word on caps lock. */
export function PasswordField({ value, onChange, inputRef }: PasswordFieldProps) {
  const [isShown, setShown] = useState(false);
  const capsLock = useCapsLock();
  return (
    <LoginField
      label="密码"
      name="password"
      testId="login-pass"
      autoComplete="current-password"
      type={isShown ? "text" : "password"}
      value={value}
      onChange={onChange}
      inputRef={inputRef}
      onKey={capsLock.onKey}
      hint={capsLock.isOn && <span className="login-caps">大写锁定已开启</span>}
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

/** Whether the last key was struck with caps lock on: no page is told before. */
function useCapsLock(): { readonly isOn: boolean; readonly onKey: (event: KeyboardEvent) => void } {
  const [isOn, setOn] = useState(false);
  return { isOn, onKey: (event) => setOn(event.getModifierState("CapsLock")) };
}
