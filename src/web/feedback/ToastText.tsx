import { RequestId } from "./RequestId.tsx";
import "./feedback.css";

/** The words of a toast; read out at once. */
export function ToastText({ text, requestId }: { text: string; requestId?: string | undefined }) {
  return (
    <span className="toast" role="alert" data-testid="toast">
      <span>{text}</span>
      {requestId !== undefined && <RequestId id={requestId} />}
    </span>
  );
}
