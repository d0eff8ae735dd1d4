import type { FactorOffer, RecoveryCodes } from "../../../shared/protocol/screen.ts";
import { ENDPOINTS } from "../../api/endpoints.ts";
import { send } from "../../api/send.ts";
import { finishEnrolment, type GivenSession } from "../../api/sign-in.ts";
import { EnrolFactor } from "../second-factor/EnrolFactor.tsx";
import { LeaveGiven } from "./LeaveGiven.tsx";

interface RequiredFactorProps {
  readonly session: GivenSession;
  readonly tell: (text: string) => void;
  readonly onDone: () => Promise<void> | void;
  readonly onLeave: () => void;
}

/** The setting up of a second factor that the user's rights require; until then nothing else is open (docs/decisions/86). */
export default function RequiredFactor({ session, tell, onDone, onLeave }: RequiredFactorProps) {
  const { token, password } = session;
  const finish = async () => {
    await finishEnrolment(session);
    await onDone();
  };
  return (
    <div className="login-form" data-testid="required-factor">
      <h1>设置两步验证</h1>
      <p>您的权限包括付款或授权，登录时除密码外还需要手机上的验证码。</p>
      <EnrolFactor
        begin={() => send<FactorOffer>(ENDPOINTS.beginSecondFactor, { OldPass: password }, { token })}
        confirm={(proof, otp) => send<RecoveryCodes>(ENDPOINTS.confirmSecondFactor, { proof, otp }, { token })}
        tell={tell}
        doneText="进入系统"
        onDone={finish}
      />
      <LeaveGiven session={session} testId="required-factor-leave" onLeave={onLeave} />
    </div>
  );
}
