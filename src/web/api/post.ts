import { ApiError, CODE } from "../../shared/protocol/envelope.ts";
import { type FormParams, type SendOptions, send } from "./send.ts";
import { endSession, readToken } from "./session.ts";

/** POSTs with the session's token. A 401 ends the session, here and nowhere else. */
export async function post<T>(url: string, params: FormParams = {}, options: Omit<SendOptions, "token"> = {}): Promise<T> {
  const token = readToken();
  try {
    return await send<T>(url, params, { ...options, token });
  } catch (error) {
    // A late 401 of an earlier session must not end the new one.
    if (error instanceof ApiError && error.code === CODE.signedOut && token === readToken()) endSession(error);
    throw error;
  }
}
