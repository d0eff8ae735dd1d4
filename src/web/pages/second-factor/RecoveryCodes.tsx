import { useState } from "react";
import { copyText } from "../../feedback/copy-text.ts";
import "./second-factor.css";

interface RecoveryCodesProps {
  readonly codes: readonly string[];
  readonly doneText: string;
  readonly onDone: () => Promise<void> | void;
  readonly onFail: (error: unknown) => void;
}

const FILE = "供应链管理系统-恢复码.txt";
const COPIED_MS = 2000;

/** The recovery codes, which are told this once: whoever leaves says that he has them. */
export function RecoveryCodes({ codes, doneText, onDone, onFail }: RecoveryCodesProps) {
  const [isKept, setKept] = useState(false);
  const [isCopied, setCopied] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const text = codes.join("\n");
  const copy = async () => {
    setCopied(await copyText(text));
    setTimeout(() => setCopied(false), COPIED_MS);
  };
  const save = () => {
    const url = URL.createObjectURL(new Blob([`${text}\n`], { type: "text/plain" }));
    Object.assign(document.createElement("a"), { href: url, download: FILE }).click();
    URL.revokeObjectURL(url);
  };
  const finish = async () => {
    setBusy(true);
    try {
      await onDone();
    } catch (error) {
      onFail(error);
      setBusy(false);
    }
  };
  return (
    <section className="factor" aria-label="恢复码" data-testid="recovery-codes">
      <p className="factor-told">
        手机丢失或更换时，每个恢复码可以代替验证码使用一次。<strong>恢复码只显示这一次，请妥善保存。</strong>
      </p>
      <ul className="factor-codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className="factor-keep">
        <button type="button" className="factor-plain" onClick={() => void copy()}>
          {isCopied ? "已复制" : "复制"}
        </button>
        <button type="button" className="factor-plain" onClick={save}>
          下载
        </button>
      </div>
      <label className="factor-kept">
        <input type="checkbox" checked={isKept} data-testid="recovery-kept" onChange={({ target }) => setKept(target.checked)} />
        我已保存恢复码
      </label>
      <button type="button" className="factor-main" data-testid="recovery-done" disabled={!isKept || isBusy} onClick={() => void finish()}>
        {doneText}
      </button>
    </section>
  );
}
