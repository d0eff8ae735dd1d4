import { Input, type InputRef } from "antd";
import { type Ref, useId } from "react";

interface PasswordInputProps {
  readonly label: string;
  readonly testId: string;
  readonly value: string;
  readonly isShown: boolean;
  readonly autoComplete: "current-password" | "new-password";
  readonly fault: string | undefined;
  readonly inputRef: Ref<InputRef>;
  readonly onChange: (value: string) => void;
}

/** One password with its label and what is wrong with it. */
export function PasswordInput({ label, testId, isShown, fault, inputRef, onChange, ...input }: PasswordInputProps) {
  const id = useId();
  return (
    <div className="password-field">
      <label htmlFor={id}>{label}</label>
      <Input
        {...input}
        id={id}
        ref={inputRef}
        size="large"
        type={isShown ? "text" : "password"}
        status={fault === undefined ? "" : "error"}
        aria-invalid={fault !== undefined}
        aria-describedby={fault === undefined ? undefined : `${id}-fault`}
        data-testid={testId}
        spellCheck={false}
        autoCapitalize="none"
        maxLength={256}
        onChange={({ target }) => onChange(target.value)}
      />
      {fault !== undefined && (
        <p id={`${id}-fault`} className="password-fault" data-testid={`${testId}-fault`}>
          {fault}
        </p>
      )}
    </div>
  );
}
