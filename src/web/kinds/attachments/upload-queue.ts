import { endsSession } from "../../../shared/domain/error-catalogue.ts";
import { UPLOAD_FAILED } from "../../../shared/domain/upload-rules.ts";
import { ApiError, CODE } from "../../../shared/protocol/envelope.ts";

/** A file that was chosen and is not there yet. */
export interface PendingUpload {
  readonly uid: string;
  readonly file: File;
  readonly percent: number;
}

/** What a failed upload is told as; null: nothing, because it was cancelled or the session's end is told already. */
export function failureText(error: unknown): string | null {
  if (error instanceof DOMException && error.name === "AbortError") return null;
  if (!(error instanceof ApiError)) return UPLOAD_FAILED;
  if (endsSession(error)) return null;
  const { message, code } = error;
  // A refusal of the file is said as it is; anything else that went wrong went wrong while uploading.
  if (message === "" || message.startsWith(UPLOAD_FAILED) || code === CODE.rule) return message || UPLOAD_FAILED;
  return `${UPLOAD_FAILED}：${message}`;
}

/** Calls `run` once nothing was asked for during `ms`; returns how to ask. */
export function debounced(run: () => void, ms: number): { readonly ask: () => void; readonly cancel: () => void } {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const cancel = () => clearTimeout(timer);
  return {
    cancel,
    ask: () => {
      cancel();
      timer = setTimeout(run, ms);
    },
  };
}
