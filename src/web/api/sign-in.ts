import { ERRORS } from "../../shared/domain/error-catalogue.ts";
import { ApiError, CODE, messageOf, TransportError } from "../../shared/protocol/envelope.ts";
import type { EnterpriseStart, SecondStep, SignInWait, SignInWaysResult, TokenReply, UserInfo } from "../../shared/protocol/screen.ts";
import { ENDPOINTS } from "./endpoints.ts";
import { type FormParams, parse, send, sendRaw } from "./send.ts";
import { openSession } from "./session.ts";

/** Where the browser keeps by what it is known: no part of a session, so it outlives them (docs/decisions/17). */
const DEVICE = "device";

/** How long the next sign-in with this name has to wait. */
export function fetchWait(userName: string): Promise<SignInWait> {
  return send<SignInWait>(ENDPOINTS.userCheck, { username: userName, device: readDevice() }, { token: null });
}

/** A session that is for one thing, and is to be kept once that is done. */
export interface GivenSession {
  readonly userName: string;
  readonly token: string;
  /** What it was opened with; "": the provider of identity. */
  readonly password: string;
  /** A second factor is to be set up before anything else. */
  readonly mustEnrol: boolean;
  /** Least length of a password of his own; undefined: as everywhere. */
  readonly passwordLength: number | undefined;
}

/** What is still to be done before the portal opens. */
export type SignInStep =
  /** Somebody else gave the password: another one is to be chosen (docs/decisions/82). */
  | { readonly kind: "given"; readonly session: GivenSession }
  /** The user's rights require a second factor, and he has none (docs/decisions/86). */
  | { readonly kind: "enrol"; readonly session: GivenSession }
  /** He has one, and is asked for it. */
  | { readonly kind: "factor"; readonly userName: string; readonly password: string; readonly proof: string };

/**
 * Signs in and keeps the session (order: docs/decisions/17), or answers what is to be done first. `ticket` is what an earlier answer said to
 * wait with. Throws ApiError: wrong password, too early, no granted module, no connection.
 */
export function signIn(userName: string, password: string, ticket = ""): Promise<SignInStep | null> {
  return takeToken({ grant_type: "password", username: userName, password, ticket }, userName, password);
}

/** Shows the second factor: a code of the app, or a recovery code. Throws ApiError: a wrong code, too early, too late. */
export function showFactor(step: Extract<SignInStep, { readonly kind: "factor" }>, otp: string): Promise<SignInStep | null> {
  return takeToken({ grant_type: "second_factor", proof: step.proof, otp }, step.userName, step.password);
}

/** Chooses the own password and goes on. Throws ApiError: a password that is not good enough, no granted module. */
export async function choosePassword(session: GivenSession, next: string): Promise<SignInStep | null> {
  await send(ENDPOINTS.changePassword, { OldPass: session.password, NewPass: next }, { token: session.token });
  return goOn({ ...session, password: next });
}

/** Enters the portal with a session that has been for setting up a second factor. */
export function finishEnrolment({ userName, token }: GivenSession): Promise<void> {
  return enter(userName, token);
}

/** What the login page offers besides. */
export function fetchSignInWays(): Promise<SignInWaysResult> {
  return send<SignInWaysResult>(ENDPOINTS.signInWays, {}, { token: null });
}

/** Where the browser keeps what it set out with to the provider of identity, and where it wanted to go. */
const FLOW = "enterprise-sign-in";
const LOST = "登录请求已过期，或不是从本页发起的，请重新登录";

/** Goes to the provider of identity (docs/decisions/87); the page is left. Throws ApiError where it cannot be reached. */
export async function beginEnterprise(): Promise<void> {
  const { url, flow } = await send<EnterpriseStart>(ENDPOINTS.beginEnterprise, {}, { token: null });
  sessionStorage.setItem(FLOW, JSON.stringify({ flow, search: location.search }));
  location.assign(url);
}

/** Whether the address is one that the provider of identity has sent the browser back to. */
export function isEnterpriseAnswer(search: string): boolean {
  const answer = new URLSearchParams(search);
  return answer.has("state") && (answer.has("code") || answer.has("error"));
}

/**
 * Goes on with what the provider of identity has sent back. The address is what it was before, at once: the answer counts once, and is for nobody to
 * see. Throws ApiError, also where this browser did not set out.
 */
export async function finishEnterprise(callback: string): Promise<SignInStep | null> {
  const { flow, search } = (parse(sessionStorage.getItem(FLOW) ?? "") ?? {}) as { readonly flow?: string; readonly search?: string };
  sessionStorage.removeItem(FLOW);
  history.replaceState(null, "", location.pathname + (search ?? ""));
  if (flow === undefined) throw new ApiError(CODE.rule, LOST);
  return takeToken({ grant_type: "authorization_code", flow, callback: callback.replace(/^\?/, "") }, "", "");
}

/** Why a new password was refused, as it is told to a person: callers are told the name of the parameter, too. */
export const passwordRefusal = (refusal: ApiError): string => refusal.message.replace("（NewPass）", "");

/** Ends a session that was for one thing without having done it; nothing is told where that fails: it ends by itself. */
export async function leaveGiven({ token }: GivenSession): Promise<void> {
  await send(ENDPOINTS.logout, {}, { token }).catch(() => undefined);
}

/** A session, kept or for what is to be done first; a refusal that asks for a second factor is no failure. */
async function takeToken(params: FormParams, userName: string, password: string): Promise<SignInStep | null> {
  try {
    const reply = await fetchToken({ ...params, device: readDevice() });
    const session = {
      userName,
      token: reply.access_token,
      password,
      mustEnrol: reply.enrol_second_factor === true,
      passwordLength: reply.password_length,
    };
    return reply.change_password === true ? { kind: "given", session } : goOn(session);
  } catch (error) {
    const proof = error instanceof ApiError ? (error.result as Partial<SecondStep> | null | undefined)?.proof : undefined;
    if (typeof proof === "string") return { kind: "factor", userName, password, proof };
    throw error;
  }
}

async function goOn(session: GivenSession): Promise<SignInStep | null> {
  if (session.mustEnrol) return { kind: "enrol", session };
  await enter(session.userName, session.token);
  return null;
}

async function enter(userName: string, token: string): Promise<void> {
  const info = await send<UserInfo>(ENDPOINTS.userInfo, { username: userName }, { token });
  if (info.mdl.length === 0) {
    // Nobody will use this session: it need not wait for its end. What the user is told does not depend on it.
    await send(ENDPOINTS.logout, {}, { token }).catch(() => undefined);
    throw new ApiError(CODE.forbidden, ERRORS.noModules.text);
  }
  await send(ENDPOINTS.login, { username: userName }, { token });
  openSession(token, userName || info.user.USER_ID, info);
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
async function fetchToken(params: FormParams): Promise<TokenReply> {
  const { body, requestId } = await sendRaw(ENDPOINTS.token, params, { token: null });
  const { Code, Result, expires_in, access_token, device } = body as Readonly<Record<string, unknown>>;
  if (expires_in !== undefined && typeof access_token === "string") {
    if (typeof device === "string") localStorage.setItem(DEVICE, device);
    return body as TokenReply;
  }
  if (typeof Code !== "number") throw new TransportError(0, messageOf(body), requestId);
  throw new ApiError(Code, messageOf(body), requestId, Result);
}
