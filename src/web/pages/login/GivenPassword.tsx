import { type FormEvent, useEffect, useRef, useState } from "react";
import { passwordProblems, passwordRules, UNCOMMON } from "../../../shared/domain/password-rules.ts";
import { ApiError } from "../../../shared/protocol/envelope.ts";
import { choosePassword, type GivenSession, passwordRefusal, type SignInStep } from "../../api/sign-in.ts";
import { LeaveGiven } from "./LeaveGiven.tsx";
import { LoginField } from "./LoginField.tsx";

interface GivenPasswordProps {
  readonly session: GivenSession;
  readonly tell: (text: string) => void;
  readonly onChosen: (next: SignInStep | null) => Promise<void> | void;
  readonly onLeave: () => void;
}

/** The choice of an own password in place of one that somebody else gave; until then nothing else is open (docs/decisions/82). */
export default function GivenPassword({ session, tell, onChosen, onLeave }: GivenPasswordProps) {
  const [next, setNext] = useState("");
  const [again, setAgain] = useState("");
  const [isBusy, setBusy] = useState(false);
  const nextInput = useRef<HTMLInputElement>(null);
  const againInput = useRef<HTMLInputElement>(null);
  const context = { userId: session.userName, oldPassword: session.password, shortest: session.passwordLength };
  useEffect(() => nextInput.current?.focus(), []);

  const attempt = async () => {
    const problems = passwordProblems(next, context);
    if (problems.length > 0) {
      tell(`新密码应满足：${problems.join("、")}`);
      return nextInput.current?.focus();
    }
    if (again !== next) {
      tell("两次输入的新密码不一致");
      return againInput.current?.focus();
    }
    setBusy(true);
    try {
      await onChosen(await choosePassword(session, next));
    } catch (error) {
      tell(error instanceof ApiError ? passwordRefusal(error) : "修改失败，请重试");
      setBusy(false);
    }
  };

  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (!isBusy && next !== "" && again !== "") void attempt();
  };

  return (
    <form className="login-form" onSubmit={onSubmit} noValidate data-testid="given-password">
      <h1>设置自己的密码</h1>
      <p>账号 {session.userName} 使用的是他人设置的初始密码，请先改为自己的密码。</p>
      <input type="text" name="username" autoComplete="username" value={session.userName} readOnly hidden />
      <LoginField
        label="新密码"
        name="new-password"
        testId="given-new"
        type="password"
        autoComplete="new-password"
        value={next}
        onChange={setNext}
        inputRef={nextInput}
        hint={[...passwordRules(session.passwordLength).map(({ text }) => text), UNCOMMON].join("；")}
      />
      <LoginField
        label="确认新密码"
        name="new-password-again"
        testId="given-again"
        type="password"
        autoComplete="new-password"
        value={again}
        onChange={setAgain}
        inputRef={againInput}
      />
      <button type="submit" className="login-submit" data-testid="given-submit" disabled={isBusy || next === "" || again === ""}>
        {isBusy ? "正在修改…" : "修改并登录"}
      </button>
      <LeaveGiven session={session} testId="given-leave" onLeave={onLeave} />
    </form>
  );
}
