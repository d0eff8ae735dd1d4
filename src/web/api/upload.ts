import { ERRORS } from "../../shared/domain/error-catalogue.ts";
import { UPLOAD_FAILED, type UploadKind } from "../../shared/domain/upload-rules.ts";
import { ApiError, readEnvelope, TransportError } from "../../shared/protocol/envelope.ts";
import type { ImportRunView } from "../../shared/protocol/import.ts";
import { ENDPOINTS } from "./endpoints.ts";
import { withToken } from "./post.ts";
import { type Answer, checkedAnswer, parse, REQUEST_ID, TIMEOUT_MS } from "./send.ts";

export interface UploadOptions {
  readonly kind: UploadKind;
  /** Share of the file that has been sent, in percent. */
  readonly onProgress: (percent: number) => void;
  readonly signal: AbortSignal;
}

/** Uploads one file and returns its address. Throws ApiError, and AbortError when `signal` says so. */
export function upload(file: File, options: UploadOptions): Promise<string> {
  return withToken(async (token) => addressOf(await sendFile(file, token, `${ENDPOINTS.upload}?kind=${options.kind}`, options)));
}

/** The same for a picture of somebody who is not signed in, for what he will hand in to the shop. */
export async function uploadAsVisitor(file: File, shop: string, options: UploadOptions): Promise<string> {
  return addressOf(await sendFile(file, null, `${ENDPOINTS.visitorUpload}?${new URLSearchParams({ shop })}`, options));
}

/** Uploads a file that is to be brought in on a page, and returns its run once it was read. */
export function uploadForImport(file: File, mdl: string, options: Omit<UploadOptions, "kind">): Promise<ImportRunView> {
  const url = `${ENDPOINTS.importUpload}?${new URLSearchParams({ mdl })}`;
  return withToken(async (token) => {
    const { body, requestId } = await sendFile(file, token, url, options);
    return readEnvelope<ImportRunView>(body, requestId);
  });
}

/** By XMLHttpRequest: fetch does not tell how much has been sent. */
function sendFile(file: File, token: string | null, url: string, { onProgress, signal }: Omit<UploadOptions, "kind">): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const body = new FormData();
    body.set("file", file, file.name);
    request.open("POST", url);
    const timer = setTimeout(() => {
      reject(new TransportError(0, ERRORS.timeout.text));
      request.abort();
    }, TIMEOUT_MS);
    request.onloadend = () => clearTimeout(timer);
    if (token !== null) request.setRequestHeader("Authorization", token);
    request.upload.onprogress = ({ loaded, total }) => onProgress(total === 0 ? 0 : Math.round((loaded / total) * 100));
    request.onload = () => {
      try {
        resolve(checkedAnswer(parse(request.responseText), request.status, request.getResponseHeader(REQUEST_ID) ?? undefined));
      } catch (error) {
        reject(error);
      }
    };
    request.onerror = () => reject(new TransportError(0, ERRORS.offline.text));
    request.onabort = () => reject(new DOMException("the upload was cancelled", "AbortError"));
    signal.addEventListener("abort", () => request.abort(), { once: true });
    if (signal.aborted) {
      clearTimeout(timer);
      reject(new DOMException("the upload was cancelled", "AbortError"));
    } else request.send(body);
  });
}

/** Msg of a success is the address; the text 上传失败 in its place is a failure. */
function addressOf({ body, requestId }: Answer): string {
  readEnvelope(body, requestId);
  const { Msg } = body as { readonly Msg?: unknown };
  if (typeof Msg !== "string" || Msg === "" || Msg === UPLOAD_FAILED) throw new ApiError(0, UPLOAD_FAILED);
  return Msg;
}
