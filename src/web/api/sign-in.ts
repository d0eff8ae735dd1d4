import { ERRORS } from "../../shared/domain/error-catalogue.ts";
import { ApiError, CODE, messageOf, TransportError } from "../../shared/protocol/envelope.ts";
import type { SignInWait, TokenReply, UserInfo } from "../../shared/protocol/screen.ts";
import { ENDPOINTS } from "./endpoints.ts";
import { type FormParams, send, sendRaw } from "./send.ts";
import { openSession } from "./session.ts";

/** Where the browser keeps by what it is known: no part of a session, so it outlives them (docs/decisions/17). */
const DEVICE = "device";

/** How long the next sign-in with this name has to wait. */
export function fetchWait(userName: string): Promise<SignInWait> {
  return send<SignInWait>(ENDPOINTS.userCheck, { username: userName, device: readDevice() }, { token: null });
}

/** A session that is for choosing a password, and for nothing else: somebody else gave the one it was opened with. */
export interface GivenSession {
  readonly userName: string;
  readonly token: string;
  readonly password: string;
}

/**
 * Signs in and keeps the session (order: docs/decisions/17); where the password is one that somebody else gave, the answer is a session to
 * choose another one with (docs/decisions/82). `ticket` is what an earlier answer said to wait with. Throws ApiError: wrong password, too
 * early, no granted module, no connection.
 */
export async function signIn(userName: string, password: string, ticket = ""): Promise<GivenSession | null> {
  const params = { username: userName, password, ticket, device: readDevice() };
  const { access_token: token, change_password: mustChange } = await fetchToken(params);
  if (mustChange === true) return { userName, token, password };
  await enter(userName, token);
  return null;
}

/** Chooses the own password and goes on as signed in. Throws ApiError: a password that is not good enough, no granted module. */
export async function choosePassword({ userName, token, password }: GivenSession, next: string): Promise<void> {
  await send(ENDPOINTS.changePassword, { OldPass: password, NewPass: next }, { token });
  await enter(userName, token);
}

/** Why a new password was refused, as it is told to a person: callers are told the name of the parameter, too. */
export const passwordRefusal = (refusal: ApiError): string => refusal.message.replace("（NewPass）", "");

/** Ends a session without having chosen; nothing is told where that fails: it ends by itself. */
export async function leaveGiven({ token }: GivenSession): Promise<void> {
  await send(ENDPOINTS.logout, {}, { token }).catch(() => undefined);
}

async function enter(userName: string, token: string): Promise<void> {
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
async function fetchToken(params: FormParams): Promise<Pick<TokenReply, "access_token" | "change_password">> {
  const { body, requestId } = await sendRaw(ENDPOINTS.token, { grant_type: "password", ...params }, { token: null });
  const { Code, Result, expires_in, access_token, device, change_password } = body as Readonly<
    Record<"Code" | "Result" | "expires_in" | "access_token" | "device" | "change_password", unknown>
  >;
  if (expires_in !== undefined && typeof access_token === "string") {
    if (typeof device === "string") localStorage.setItem(DEVICE, device);
    return { access_token, ...(change_password === true && { change_password }) };
  }
  if (typeof Code !== "number") throw new TransportError(0, messageOf(body), requestId);
  throw new ApiError(Code, messageOf(body), requestId, Result);
}
