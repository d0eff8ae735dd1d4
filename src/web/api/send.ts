import { ERRORS } from "../../shared/domain/error-catalogue.ts";
import { ApiError, CODE, DEFAULT_MESSAGE, messageOf, readEnvelope, TransportError } from "../../shared/protocol/envelope.ts";
import { againIn, type Sent, waitToSend } from "./again.ts";

/** Request time-out in ms. */
export const TIMEOUT_MS = 1_200_000;

/** Names a request in the server's log. */
export const REQUEST_ID = "x-request-id";

/** Parameters of a call; undefined ones are left out. */
export type FormParams = Readonly<Record<string, string | number | boolean | undefined>>;

export interface SendOptions {
  readonly token: string | null;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
  /** Goes out although the page is closed meanwhile; left out: it is broken off with it. */
  readonly outlivesPage?: true;
}

/** The JSON that came back, and what the server calls the request. */
export interface Answer {
  readonly body: object;
  readonly requestId: string | undefined;
}

/** POSTs and returns the envelope's Result; throws ApiError for everything else. */
export function send<T>(url: string, params: FormParams, options: SendOptions): Promise<T> {
  return exchange(url, params, options, async (response) => readResult<T>(response));
}

/** POSTs form-encoded parameters and returns the JSON answer as it is. */
export function sendRaw(url: string, params: FormParams, options: SendOptions): Promise<Answer> {
  return exchange(url, params, options, readAnswer);
}

/**
 * POSTs form-encoded parameters and has `read` take the answer, both within the time-out. Waits where the server has no room (again.ts). Throws TransportError where nothing
 * arrives. Knows no session, so that a worker can use it too. (AbortSignal.timeout would go by a clock that no test can move.)
 */
export async function exchange<T>(
  url: string,
  params: FormParams,
  { token, headers, signal, outlivesPage }: SendOptions,
  read: (response: Response) => Promise<T>,
): Promise<T> {
  const ended = new AbortController();
  let isTimeout = false;
  const timer = setTimeout(() => {
    isTimeout = true;
    ended.abort();
  }, TIMEOUT_MS);
  const cancel = () => ended.abort();
  signal?.addEventListener("abort", cancel, { once: true });
  if (signal?.aborted) cancel();
  try {
    const sent = { ...headers, ...(token !== null && { Authorization: token }) };
    const init = { method: "POST", body: formBody(params), headers: sent, signal: ended.signal };
    if (outlivesPage === true) return await read(await fetch(url, { ...init, keepalive: true }));
    return await read(await patiently({ url, headers: sent }, () => fetch(url, init), ended.signal));
  } catch (error) {
    if (isTimeout) throw new TransportError(0, ERRORS.timeout.text);
    // Left is what `fetch` and the reading of a body throw themselves: the connection failed.
    if (signal?.aborted || error instanceof ApiError) throw error;
    throw new TransportError(0, ERRORS.offline.text);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", cancel);
  }
}

/** The answer of a call that is sent again where the server says that it has no room just now. */
async function patiently(call: Sent, ask: () => Promise<Response>, signal: AbortSignal): Promise<Response> {
  for (let since: number | undefined; ; ) {
    const response = await ask();
    since ??= Date.now();
    const wait = againIn(call, response, since);
    if (wait === null) return response;
    await response.body?.cancel();
    await waitToSend(wait, signal);
  }
}

/** The Result of an answer. */
export async function readResult<T>(response: Response): Promise<T> {
  const { body, requestId } = await readAnswer(response);
  return readEnvelope<T>(body, requestId);
}

/** The JSON of an answer. What a proxy puts in its place carries no envelope: it is a failure of the transport. */
async function readAnswer(response: Response): Promise<Answer> {
  const body = parse(await response.text());
  return checkedAnswer(body, response.status, response.headers.get(REQUEST_ID) ?? undefined);
}

/** An answer, however it was fetched: a JSON object, and no 401 that hides behind another Code. */
export function checkedAnswer(body: unknown, status: number, requestId: string | undefined): Answer {
  if (typeof body !== "object" || body === null) throw new TransportError(status === CODE.ok ? 0 : status, textOfStatus(status), requestId);
  const { Code } = body as { readonly Code?: unknown };
  if (status === CODE.signedOut && Code !== CODE.signedOut) throw new TransportError(status, messageOf(body), requestId);
  return { body, requestId };
}

const textOfStatus = (status: number): string => (status < 400 ? DEFAULT_MESSAGE : `${DEFAULT_MESSAGE}（HTTP ${status}）`);

/** The value of a JSON text; null: it is none. */
export function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** `key=value` joined by `&`. */
function formBody(params: FormParams): URLSearchParams {
  const body = new URLSearchParams();
  for (const [key, value] of Object.entries(params)) if (value !== undefined) body.set(key, String(value));
  return body;
}
