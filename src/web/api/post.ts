import { endsSession } from "../../shared/domain/error-catalogue.ts";
import { ApiError } from "../../shared/protocol/envelope.ts";
import { firstAnswer } from "./first-answers.ts";
import { type FormParams, type SendOptions, send } from "./send.ts";
import { endSession, readToken } from "./session.ts";

/** POSTs with the session's token, unless the answer was asked for as the page was opened. */
export function post<T>(url: string, params: FormParams = {}, options: Omit<SendOptions, "token"> = {}): Promise<T> {
  const ask = () => withToken((token) => send<T>(url, params, { ...options, token }));
  const first = firstAnswer<T>(url, params);
  // At once: some calls are made as the page is closed.
  return first === null ? ask() : first.then((answer) => answer ?? ask());
}

/** Makes a call with the session's token. A 401 ends the session, here and nowhere else. */
export async function withToken<T>(call: (token: string | null) => Promise<T>): Promise<T> {
  const token = readToken();
  try {
    return await call(token);
  } catch (error) {
    // A late 401 of an earlier session must not end the new one.
    if (error instanceof ApiError && endsSession(error) && token === readToken()) endSession(error);
    throw error;
  }
}

/** A fresh Idempotency-Key. `crypto.randomUUID` is missing on plain http outside localhost, hence the long way. */
export function requestKey(): string {
  if (typeof crypto.randomUUID === "function") return crypto.randomUUID();
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
