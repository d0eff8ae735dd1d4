import { type FormParams, type SendOptions, send } from "./send.ts";
import { withToken } from "./with-token.ts";

/** POSTs with the session's token. */
export function post<T>(url: string, params: FormParams = {}, options: Omit<SendOptions, "token"> = {}): Promise<T> {
  return withToken((token) => send<T>(url, params, { ...options, token }));
}
