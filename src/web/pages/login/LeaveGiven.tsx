import { type GivenSession, leaveGiven } from "../../api/sign-in.ts";

interface LeaveGivenProps {
  readonly session: GivenSession;
  readonly testId: string;
  readonly onLeave: () => void;
}

/** The way back to the sign-in from what a session was given for; the session ends with it. */
export function LeaveGiven({ session, testId, onLeave }: LeaveGivenProps) {
  const leave = () => {
    void leaveGiven(session);
    onLeave();
  };
  return (
    <nav className="login-links">
      <button type="button" className="login-back" data-testid={testId} onClick={leave}>
        返回登录
      </button>
    </nav>
  );
}
