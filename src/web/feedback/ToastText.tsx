import { useState } from "react";
import { copyText } from "./copy-text.ts";
import "./feedback.css";

interface ToastTextProps {
  readonly text: string;
  /** What a refusal comes from: below its text. */
  readonly cause?: string | undefined;
  readonly requestId?: string | undefined;
}

/** The words of a toast; read out at once. */
export function ToastText({ text, cause, requestId }: ToastTextProps) {
  return (
    <span className="toast" role="alert" data-testid="toast">
      <span>{text}</span>
      {cause !== undefined && <small className="refusal-cause">{cause}</small>}
      {requestId !== undefined && <RequestId id={requestId} />}
    </span>
  );
}

/** As much of the number as people read out; the copy has all of it. */
const SHOWN = 6;

/** The number by which the administrator finds a failed call in the log, and a button that copies it. */
export function RequestId({ id }: { readonly id: string }) {
  const [isCopied, setCopied] = useState(false);
  return (
    <span className="request-id" data-testid="request-id">
      编号 <code title={id}>{id.slice(0, SHOWN)}</code>
      <button type="button" aria-label="复制完整编号" onClick={() => void copyText(id).then(setCopied)}>
        {isCopied ? "已复制" : "复制"}
      </button>
    </span>
  );
}
