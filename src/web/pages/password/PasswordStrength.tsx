import { CheckCircleFilled, MinusCircleOutlined } from "@ant-design/icons";
import { PASSWORD_RULES, type PasswordContext, passwordStrength } from "../../../shared/domain/password-rules.ts";

/** By strength; the first for what breaks a rule. */
const WORDS = ["不符合要求", "弱", "中", "强"] as const;

interface PasswordStrengthProps {
  readonly password: string;
  readonly context: PasswordContext;
}

/** How strong the new password is, and which rules it meets, while it is typed. */
export function PasswordStrength({ password, context }: PasswordStrengthProps) {
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
        {PASSWORD_RULES.map(({ text, isMet }) => {
          const isOk = password !== "" && isMet(password, context);
          return (
            <li key={text} className={isOk ? "password-met" : undefined}>
              {isOk ? <CheckCircleFilled aria-label="已满足" /> : <MinusCircleOutlined aria-label="未满足" />} {text}
            </li>
          );
        })}
      </ul>
    </div>
  );
}
