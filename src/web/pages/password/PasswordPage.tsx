import { CheckCircleFilled, CloudServerOutlined, MinusCircleOutlined } from "@ant-design/icons";
import { Alert, Button, Checkbox, Input, type InputRef } from "antd";
import { type FormEvent, Fragment, type Ref, useId, useRef, useState } from "react";
import { type PasswordContext, passwordRules, passwordStrength, UNCOMMON } from "../../../shared/domain/password-rules.ts";
import { readShell, readUser } from "../../api/session.ts";
import { SecondFactorSection } from "./SecondFactorSection.tsx";
import { SessionList } from "./SessionList.tsx";
import { useChangePassword } from "./use-change-password.ts";
import "./password.css";

const FIELDS = [
  { field: "old", testId: "password-old", label: "原密码", autoComplete: "current-password" },
  { field: "next", testId: "password-new", label: "新密码", autoComplete: "new-password" },
  { field: "again", testId: "password-again", label: "确认新密码", autoComplete: "new-password" },
] as const;

/** The user changes his own password; whom the address names does not matter (docs/decisions/17). */
export default function PasswordPage() {
  const userId = readUser()?.USER_ID ?? "";
  const { draft, faults, isBusy, isDone, refusal, edit, submit } = useChangePassword(userId);
  const [isShown, setShown] = useState(false);
  const inputs = { old: useRef<InputRef>(null), next: useRef<InputRef>(null), again: useRef<InputRef>(null) };
  const onSubmit = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    const faulty = await submit();
    if (faulty !== null) inputs[faulty].current?.focus();
  };
  return (
    <section className="password" data-testid="password-page">
      <h1>修改密码</h1>
      <p className="password-who">
        账号 <strong>{userId}</strong>。修改成功后，该账号在其他设备和浏览器上的登录将全部退出，当前登录不受影响。
      </p>
      <form onSubmit={(event) => void onSubmit(event)} noValidate>
        {/* Tells password managers whose password this is. */}
        <input type="text" name="username" autoComplete="username" value={userId} readOnly hidden />
        {FIELDS.map(({ field, ...about }) => (
          <Fragment key={field}>
            <PasswordInput
              {...about}
              value={draft[field]}
              isShown={isShown}
              fault={faults[field]}
              inputRef={inputs[field]}
              onChange={(text) => edit(field, text)}
            />
            {field === "next" && (
              <PasswordStrength password={draft.next} context={{ userId, oldPassword: draft.old, shortest: readShell().passwordLength }} />
            )}
          </Fragment>
        ))}
        <Checkbox checked={isShown} onChange={({ target }) => setShown(target.checked)} data-testid="password-show">
          显示密码
        </Checkbox>
        <div className="password-outcome" aria-live="polite">
          {refusal !== "" && <Alert type="error" showIcon message={refusal} data-testid="password-refused" />}
          {isDone && (
            <Alert
              type="success"
              showIcon
              message="密码已修改"
              description="其他设备和浏览器上的登录已全部退出，请使用新密码重新登录；当前登录不受影响。"
              data-testid="password-done"
            />
          )}
        </div>
        <Button type="primary" htmlType="submit" size="large" block loading={isBusy} data-testid="password-submit">
          确认修改
        </Button>
      </form>
      <SecondFactorSection />
      <SessionList />
    </section>
  );
}

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
function PasswordInput({ label, testId, isShown, fault, inputRef, onChange, ...input }: PasswordInputProps) {
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

/** By strength; the first for what breaks a rule. */
const WORDS = ["不符合要求", "弱", "中", "强"] as const;

/** How strong the new password is, and which rules it meets, while it is typed. */
function PasswordStrength({ password, context }: { password: string; context: PasswordContext }) {
  const strength = passwordStrength(password, context);
  const word = password === "" ? "未输入" : WORDS[strength];
  return (
    <div className="password-strength">
      <div className={`password-meter password-meter-${strength}`} aria-hidden>
        <i />
        <i />
        <i />
      </div>
      <span className="password-word" role="status" data-testid="password-strength">
        密码强度：{word}
      </span>
      <ul aria-label="新密码的要求">
        {passwordRules(context.shortest).map(({ text, isMet }) => {
          const isOk = password !== "" && isMet(password, context);
          return (
            <li key={text} className={isOk ? "password-met" : undefined}>
              {isOk ? <CheckCircleFilled aria-label="已满足" /> : <MinusCircleOutlined aria-label="未满足" />} {text}
            </li>
          );
        })}
        <li>
          <CloudServerOutlined aria-label="提交时核对" /> {UNCOMMON}（提交时核对）
        </li>
      </ul>
    </div>
  );
}
