import { ApiError, readEnvelope } from "../../shared/protocol/envelope.ts";

/** Request time-out in ms (specification section 7). */
export const TIMEOUT_MS = 1_200_000;
export const TIMEOUT_TEXT = "请求超时，请检查网络";
export const OFFLINE_TEXT = "网络连接失败，请检查网络后重试";
export const DEFAULT_TEXT = "请求错误";

/** Parameters of a call; undefined ones are left out. */
export type FormParams = Readonly<Record<string, string | number | boolean | undefined>>;

export interface SendOptions {
  readonly token: string | null;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

/** POSTs form-encoded parameters and returns the JSON answer as it is. Knows no session, so that a worker can use it too. */
export async function sendRaw(url: string, params: FormParams, options: SendOptions): Promise<unknown> {
  return readAnswer(await sendForm(url, params, options));
}

/** POSTs form-encoded parameters; whatever the answer is. Throws ApiError where there is none. */
export async function sendForm(url: string, params: FormParams, { token, headers, signal }: SendOptions): Promise<Response> {
  const timeout = AbortSignal.timeout(TIMEOUT_MS);
  return fetch(url, {
    method: "POST",
    body: formBody(params),
    headers: { ...headers, ...(token !== null && { Authorization: token }) },
    signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
  }).catch((error: unknown) => {
    if (timeout.aborted) throw new ApiError(0, TIMEOUT_TEXT);
    if (signal?.aborted) throw error;
    throw new ApiError(0, OFFLINE_TEXT);
  });
}

/** The JSON of an answer. */
export async function readAnswer(response: Response): Promise<unknown> {
  const answer: unknown = await response.json().catch(() => null);
  // A proxy's HTML page carries no envelope: the HTTP status stands in for the Code.
  if (typeof answer !== "object" || answer === null) throw new ApiError(response.status, DEFAULT_TEXT);
  return answer;
}

/** POSTs and returns the envelope's Result; throws ApiError for everything else. */
export async function send<T>(url: string, params: FormParams, options: SendOptions): Promise<T> {
  return readEnvelope<T>(await sendRaw(url, params, options));
}

/** `key=value` joined by `&`. */
function formBody(params: FormParams): URLSearchParams {
  const body = new URLSearchParams();
  for (const [key, value] of Object.entries(params)) if (value !== undefined) body.set(key, String(value));
  return body;
}
