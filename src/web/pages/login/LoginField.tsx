import { type ReactNode, useEffect, useId, useRef } from "react";

interface LoginFieldProps {
  readonly label: string;
  readonly name: string;
  readonly testId: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly autoComplete: string;
  readonly type?: "text" | "password";
  readonly autoFocus?: boolean;
  readonly after?: ReactNode;
}

/** One labelled input of the login form. */
export function LoginField({
  label,
  name,
  testId,
  value,
  onChange,
  autoComplete,
  type = "text",
  autoFocus = false,
  after,
}: LoginFieldProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (autoFocus) input.current?.focus();
  }, [autoFocus]);
  return (
    <div className="login-field">
      <label htmlFor={id}>{label}</label>
      <div className="login-box">
        <input
          ref={input}
          id={id}
          name={name}
          type={type}
          value={value}
          data-testid={testId}
          autoComplete={autoComplete}
          autoCapitalize="none"
          spellCheck={false}
          maxLength={128}
          placeholder={`请输入${label}`}
          onChange={(event) => onChange(event.target.value)}
        />
        {after}
      </div>
    </div>
  );
}
