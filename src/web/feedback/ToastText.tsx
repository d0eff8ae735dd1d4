import { RequestId } from "./RequestId.tsx";
import "./feedback.css";

interface ToastTextProps {
  readonly text: string;
  readonly requestId?: string | undefined;
}

/** The words of a toast; read out at once. */
export function ToastText({ text, requestId }: ToastTextProps) {
  return (
    <span className="toast" role="alert" data-testid="toast">
      <span>{text}</span>
      {requestId !== undefined && <RequestId id={requestId} />}
    </span>
  );
}
