import { ERRORS } from "../../shared/domain/error-catalogue.ts";
import { ApiError, CODE, messageOf, TransportError } from "../../shared/protocol/envelope.ts";
import type { SignInWait, UserInfo } from "../../shared/protocol/screen.ts";
import { ENDPOINTS } from "./endpoints.ts";
import { type FormParams, send, sendRaw } from "./send.ts";
import { openSession } from "./session.ts";

/** Where the browser keeps by what it is known: no part of a session, so it outlives them (docs/decisions/17). */
const DEVICE = "device";

/** How long the next sign-in with this name has to wait. */
export function fetchWait(userName: string): Promise<SignInWait> {
  return send<SignInWait>(ENDPOINTS.userCheck, { username: userName, device: readDevice() }, { token: null });
}

/**
 * Signs in and keeps the session (order: docs/decisions/17). Throws ApiError: wrong password, too early, no granted module, no
 * connection. `ticket` is what an earlier answer said to wait with.
 */
export async function signIn(userName: string, password: string, ticket = ""): Promise<void> {
  const token = await fetchToken({ username: userName, password, ticket, device: readDevice() });
  const info = await send<UserInfo>(ENDPOINTS.userInfo, { username: userName }, { token });
  if (info.mdl.length === 0) {
    // Nobody will use this session: it need not wait for its end. What the user is told does not depend on it.
    await send(ENDPOINTS.logout, {}, { token }).catch(() => undefined);
    throw new ApiError(CODE.forbidden, ERRORS.noModules.text);
  }
  await send(ENDPOINTS.login, { username: userName }, { token });
  openSession(token, userName, info);
}

/** How long a refused sign-in has to wait; null: it was not refused for that. */
export function waitOfRefusal(error: unknown): SignInWait | null {
  if (!(error instanceof ApiError) || error.code !== CODE.tooMany) return null;
  const told = error.result as Partial<SignInWait> | null | undefined;
  return typeof told?.wait === "number" ? { wait: told.wait, ticket: told.ticket ?? "" } : null;
}

function readDevice(): string {
  return localStorage.getItem(DEVICE) ?? "";
}

/** The token reply has no envelope: it is good if it carries `expires_in`. */
async function fetchToken(params: FormParams): Promise<string> {
  const { body, requestId } = await sendRaw(ENDPOINTS.token, { grant_type: "password", ...params }, { token: null });
  const answer = body as Readonly<Record<"Code" | "Result" | "expires_in" | "access_token" | "device", unknown>>;
  const { Code, Result, expires_in, access_token, device } = answer;
  if (expires_in !== undefined && typeof access_token === "string") {
    if (typeof device === "string") localStorage.setItem(DEVICE, device);
    return access_token;
  }
  if (typeof Code !== "number") throw new TransportError(0, messageOf(body), requestId);
  throw new ApiError(Code, messageOf(body), requestId, Result);
}
