import { SafetyCertificateOutlined } from "@ant-design/icons";
import { Alert, App, Button, Input, Tag } from "antd";
import { type FormEvent, useState } from "react";
import { ApiError, DEFAULT_MESSAGE } from "../../../shared/protocol/envelope.ts";
import type { RecoveryCodes as Codes, FactorOffer, FactorResult } from "../../../shared/protocol/screen.ts";
import { ENDPOINTS } from "../../api/endpoints.ts";
import { useCall, useCommand } from "../../data/use-call.ts";
import { EnrolFactor } from "../second-factor/EnrolFactor.tsx";
import { RecoveryCodes } from "../second-factor/RecoveryCodes.tsx";

/** What the user is about to do: to set one up (or another one), to give it up, to get other recovery codes. */
const WISHES = {
  begin: { url: ENDPOINTS.beginSecondFactor, title: "验证身份后设置" },
  remove: { url: ENDPOINTS.removeSecondFactor, title: "验证身份后关闭" },
  renew: { url: ENDPOINTS.renewRecoveryCodes, title: "验证身份后重新生成恢复码，原来的恢复码全部作废" },
} as const;
type Wish = keyof typeof WISHES;

/** Where the user stands: at rest, proving himself, with an offer to confirm, or with codes that are shown this once. */
type Stage =
  | { readonly kind: "rest" }
  | { readonly kind: "prove"; readonly wish: Wish }
  | { readonly kind: "enrol"; readonly offer: FactorOffer }
  | { readonly kind: "codes"; readonly codes: readonly string[] };

const REST: Stage = { kind: "rest" };

/** The user's second factor: set up, changed, given up (docs/decisions/86). */
export function SecondFactorSection() {
  const { message } = App.useApp();
  const { data: state, isError, refetch } = useCall<FactorResult>(ENDPOINTS.secondFactor, {}, { isReadWhenShown: true });
  const { run, isRunning } = useCommand({ isSilent: true });
  const [stage, setStage] = useState<Stage>(REST);
  const tell = (text: string) => void message.error(text);
  const rest = async () => {
    setStage(REST);
    await refetch();
  };
  const prove = async (wish: Wish, params: Readonly<Record<string, string>>) => {
    try {
      const result = await run<unknown>({ url: WISHES[wish].url, params });
      if (wish === "begin") return setStage({ kind: "enrol", offer: result as FactorOffer });
      if (wish === "renew") return setStage({ kind: "codes", codes: (result as Codes).codes });
      void message.success("两步验证已关闭");
      await rest();
    } catch (error) {
      tell(error instanceof ApiError ? error.message : DEFAULT_MESSAGE);
    }
  };
  if (isError)
    return (
      <section className="password-sessions">
        <Alert type="warning" showIcon message="两步验证的状态读取失败" action={<Button onClick={() => void refetch()}>重试</Button>} />
      </section>
    );
  if (state === undefined) return null;
  return (
    <section className="password-sessions" data-testid="second-factor-section" aria-labelledby="second-factor-title">
      <header>
        <h2 id="second-factor-title">
          <SafetyCertificateOutlined aria-hidden /> 两步验证
        </h2>
        <Tag color={state.isOn ? "success" : "default"} data-testid="second-factor-state">
          {state.isOn ? "已开启" : "未开启"}
        </Tag>
      </header>
      <p className="password-who">
        {state.isOn
          ? `${state.since} 开启，剩余 ${state.codesLeft} 个恢复码。登录时除密码外还需要手机上的验证码。`
          : "开启后，登录时除密码外还需要手机上的验证码；密码泄露时他人也不能登录。"}
        {state.isRequired && "您的权限包括付款或授权，必须使用两步验证。"}
      </p>
      {stage.kind === "rest" && <Choices state={state} onWish={(wish) => setStage({ kind: "prove", wish })} />}
      {stage.kind === "prove" && (
        <Prove
          state={state}
          wish={stage.wish}
          isBusy={isRunning}
          onProve={(params) => void prove(stage.wish, params)}
          onLeave={() => setStage(REST)}
        />
      )}
      {stage.kind === "enrol" && (
        <EnrolFactor
          begin={async () => stage.offer}
          confirm={(proof, otp) => run<Codes>({ url: ENDPOINTS.confirmSecondFactor, params: { proof, otp } })}
          tell={tell}
          doneText="完成"
          onDone={rest}
        />
      )}
      {stage.kind === "codes" && <RecoveryCodes codes={stage.codes} doneText="完成" onDone={rest} onFail={() => undefined} />}
    </section>
  );
}

function Choices({ state, onWish }: { state: FactorResult; onWish: (wish: Wish) => void }) {
  if (!state.isOn)
    return (
      <Button type="primary" onClick={() => onWish("begin")} data-testid="second-factor-begin">
        开启两步验证
      </Button>
    );
  return (
    <div className="password-choices">
      <Button onClick={() => onWish("renew")}>重新生成恢复码</Button>
      <Button onClick={() => onWish("begin")}>更换手机</Button>
      {!state.isRequired && (
        <Button danger onClick={() => onWish("remove")} data-testid="second-factor-remove">
          关闭
        </Button>
      )}
    </div>
  );
}

interface ProveProps {
  readonly state: FactorResult;
  readonly wish: Wish;
  readonly isBusy: boolean;
  readonly onProve: (params: Readonly<Record<string, string>>) => void;
  readonly onLeave: () => void;
}

/** Whoever sits before an open session may be another one: he shows his password, and a code where there is a second factor. */
function Prove({ state, wish, isBusy, onProve, onLeave }: ProveProps) {
  const [password, setPassword] = useState("");
  const [code, setCode] = useState("");
  const isReady = (password !== "" || !state.asksPassword) && (code !== "" || !state.isOn);
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (isReady && !isBusy) onProve({ ...(state.asksPassword && { OldPass: password }), ...(state.isOn && { otp: code }) });
  };
  return (
    <form onSubmit={onSubmit} noValidate aria-label={WISHES[wish].title}>
      <p className="password-who">{WISHES[wish].title}</p>
      {state.asksPassword && (
        <div className="password-field">
          <label htmlFor="second-factor-password">登录密码</label>
          <Input
            id="second-factor-password"
            type="password"
            size="large"
            autoComplete="current-password"
            maxLength={256}
            value={password}
            data-testid="second-factor-password"
            onChange={({ target }) => setPassword(target.value)}
          />
        </div>
      )}
      {state.isOn && (
        <div className="password-field">
          <label htmlFor="second-factor-code">验证码或恢复码</label>
          <Input
            id="second-factor-code"
            size="large"
            autoComplete="one-time-code"
            maxLength={20}
            value={code}
            data-testid="second-factor-prove-code"
            onChange={({ target }) => setCode(target.value)}
          />
        </div>
      )}
      <div className="password-choices">
        <Button type="primary" htmlType="submit" loading={isBusy} disabled={!isReady} data-testid="second-factor-prove">
          下一步
        </Button>
        <Button onClick={onLeave}>取消</Button>
      </div>
    </form>
  );
}
