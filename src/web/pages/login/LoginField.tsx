import { type KeyboardEvent, type ReactNode, type Ref, useId } from "react";

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
