import { type FormEvent, lazy, Suspense, useEffect, useId, useRef, useState } from "react";
import { ApiError } from "../../../shared/protocol/envelope.ts";
import type { RecoveryCodes as Codes, FactorOffer } from "../../../shared/protocol/screen.ts";
import { copyText } from "../../feedback/copy-text.ts";
import { RecoveryCodes } from "./RecoveryCodes.tsx";
import "./second-factor.css";

// antd's QR code is large, and is seen once in a while.
const QRCode = lazy(() => import("antd/es/qr-code"));

/** Side of the code in px. */
const SIZE = 168;

interface EnrolFactorProps {
  readonly begin: () => Promise<FactorOffer>;
  readonly confirm: (proof: string, otp: string) => Promise<Codes>;
  /** Says what went wrong. */
  readonly tell: (text: string) => void;
  readonly doneText: string;
  readonly onDone: () => Promise<void> | void;
}

/** A second factor on its way: scanned, confirmed by a code, then the recovery codes, once. Plain React: the login page has no antd. */
export function EnrolFactor({ begin, confirm, tell, doneText, onDone }: EnrolFactorProps) {
  const [offer, setOffer] = useState<FactorOffer | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const [hasFailed, setFailed] = useState(false);
  const fail = (error: unknown) => tell(error instanceof ApiError ? error.message : "操作失败，请重试");
  const start = () => {
    setFailed(false);
    begin().then(setOffer, (error: unknown) => {
      setFailed(true);
      fail(error);
    });
  };
  const first = useRef(start);
  useEffect(() => first.current(), []);

  if (codes !== null) return <RecoveryCodes codes={codes} doneText={doneText} onDone={onDone} onFail={fail} />;
  if (hasFailed)
    return (
      <button type="button" className="factor-plain" onClick={start}>
        重试
      </button>
    );
  if (offer === null) return <div className="factor-qr" role="status" aria-label="加载中" aria-busy />;
  return (
    <ConfirmFactor
      offer={offer}
      onCode={async (otp) => {
        try {
          setCodes((await confirm(offer.proof, otp)).codes);
          return true;
        } catch (error) {
          fail(error);
          return false;
        }
      }}
    />
  );
}

const COPIED_MS = 2000;

function ConfirmFactor({ offer, onCode }: { offer: FactorOffer; onCode: (otp: string) => Promise<boolean> }) {
  const [code, setCode] = useState("");
  const [isBusy, setBusy] = useState(false);
  const [isCopied, setCopied] = useState(false);
  const id = useId();
  const onSubmit = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy || code === "") return;
    setBusy(true);
    const isRight = await onCode(code);
    if (isRight) return;
    setBusy(false);
    setCode("");
  };
  const copy = async () => {
    setCopied(await copyText(offer.secret));
    setTimeout(() => setCopied(false), COPIED_MS);
  };
  return (
    <form className="factor" onSubmit={(event) => void onSubmit(event)} noValidate data-testid="enrol-factor">
      <ol>
        <li>
          用手机上的身份验证器（如 Microsoft Authenticator、Google Authenticator）扫描二维码
          <div className="factor-qr" data-testid="factor-qr">
            <Suspense fallback={null}>
              <QRCode
                aria-label="两步验证的二维码"
                value={offer.uri}
                size={SIZE}
                errorLevel="M"
                type="svg"
                bordered={false}
                color="var(--sheet-ink)"
                bgColor="var(--sheet)"
              />
            </Suspense>
          </div>
          <div className="factor-secret">
            <span>无法扫码时，手工输入密钥：</span>
            <code data-testid="factor-secret">{(offer.secret.match(/.{1,4}/g) ?? []).join(" ")}</code>
            <button type="button" onClick={() => void copy()}>
              {isCopied ? "已复制" : "复制"}
            </button>
          </div>
        </li>
        <li>
          <label htmlFor={id}>输入身份验证器显示的 6 位验证码</label>
          <div className="factor-confirm">
            <input
              id={id}
              name="otp"
              inputMode="numeric"
              autoComplete="one-time-code"
              maxLength={10}
              value={code}
              data-testid="factor-code"
              onChange={({ target }) => setCode(target.value)}
            />
            <button type="submit" className="factor-main" data-testid="factor-confirm" disabled={isBusy || code === ""}>
              {isBusy ? "正在验证…" : "验证并开启"}
            </button>
          </div>
        </li>
      </ol>
    </form>
  );
}
