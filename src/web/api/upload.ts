import { UPLOAD_FAILED, type UploadKind } from "../../shared/domain/upload-rules.ts";
import { ApiError, readEnvelope } from "../../shared/protocol/envelope.ts";
import { ENDPOINTS } from "./endpoints.ts";
import { DEFAULT_TEXT, OFFLINE_TEXT, TIMEOUT_MS, TIMEOUT_TEXT } from "./send.ts";
import { withToken } from "./with-token.ts";

export interface UploadOptions {
  readonly kind: UploadKind;
  /** Share of the file that has been sent, in percent. */
  readonly onProgress: (percent: number) => void;
  readonly signal: AbortSignal;
}

/** Uploads one file and returns its address. Throws ApiError, and AbortError when `signal` says so. */
export function upload(file: File, options: UploadOptions): Promise<string> {
  return withToken(async (token) => addressOf(await sendFile(file, token, options)));
}

/** By XMLHttpRequest: fetch does not tell how much has been sent. */
function sendFile(file: File, token: string | null, { kind, onProgress, signal }: UploadOptions): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const body = new FormData();
    body.set("file", file, file.name);
    request.open("POST", `${ENDPOINTS.upload}?kind=${kind}`);
    request.timeout = TIMEOUT_MS;
    if (token !== null) request.setRequestHeader("Authorization", token);
    request.upload.onprogress = ({ loaded, total }) => onProgress(total === 0 ? 0 : Math.round((loaded / total) * 100));
    request.onload = () => resolve(answerOf(request));
    request.ontimeout = () => reject(new ApiError(0, TIMEOUT_TEXT));
    request.onerror = () => reject(new ApiError(0, OFFLINE_TEXT));
    request.onabort = () => reject(new DOMException("the upload was cancelled", "AbortError"));
    signal.addEventListener("abort", () => request.abort(), { once: true });
    if (signal.aborted) reject(new DOMException("the upload was cancelled", "AbortError"));
    else request.send(body);
  });
}

function answerOf({ responseText, status }: XMLHttpRequest): unknown {
  try {
    return JSON.parse(responseText);
  } catch {
    // A proxy's page carries no envelope: the HTTP status stands in for the Code.
    return { Code: status === 200 ? 0 : status, Msg: DEFAULT_TEXT };
  }
}

/** Msg of a success is the address; the text 上传失败 in its place is a failure (specification section 5). */
function addressOf(answer: unknown): string {
  readEnvelope(answer);
  const { Msg } = answer as { readonly Msg?: unknown };
  if (typeof Msg !== "string" || Msg === "" || Msg === UPLOAD_FAILED) throw new ApiError(0, UPLOAD_FAILED);
  return Msg;
}
