import { ERRORS } from "../../shared/domain/error-catalogue.ts";
import { ApiError, CODE, messageOf, TransportError } from "../../shared/protocol/envelope.ts";
import type { CaptchaPicture, CaptchaRefusal, UserCheck, UserInfo } from "../../shared/protocol/screen.ts";
import { ENDPOINTS } from "./endpoints.ts";
import { type FormParams, send, sendRaw } from "./send.ts";
import { openSession } from "./session.ts";

/** What was read off which picture. */
export interface CaptchaAnswer {
  readonly id: string;
  readonly text: string;
}

/** Whether the next sign-in with this name needs a captcha. */
export async function needsCaptcha(userName: string): Promise<boolean> {
  return (await send<UserCheck>(ENDPOINTS.userCheck, { username: userName }, { token: null })).captcha;
}

/** A new captcha. */
export function fetchCaptcha(): Promise<CaptchaPicture> {
  return send<CaptchaPicture>(ENDPOINTS.captcha, {}, { token: null });
}

/** Signs in and keeps the session (order: docs/decisions/17). Throws ApiError: wrong password, no granted module, no connection. */
export async function signIn(userName: string, password: string, captcha?: CaptchaAnswer): Promise<void> {
  const token = await fetchToken({ username: userName, password, captchaid: captcha?.id, captcha: captcha?.text });
  const info = await send<UserInfo>(ENDPOINTS.userInfo, { username: userName }, { token });
  if (info.mdl.length === 0) {
    // Nobody will use this session: it need not wait for its end. What the user is told does not depend on it.
    await send(ENDPOINTS.logout, {}, { token }).catch(() => undefined);
    throw new ApiError(CODE.forbidden, ERRORS.noModules.text);
  }
  await send(ENDPOINTS.login, { username: userName }, { token });
  openSession(token, userName, info);
}

/** Whether a sign-in was refused for its captcha, not for its password. */
export function isAboutCaptcha(error: unknown): boolean {
  const result: unknown = error instanceof ApiError ? error.result : null;
  return (
    typeof result === "object" && result !== null && "field" in result && result.field === ("captcha" satisfies CaptchaRefusal["field"])
  );
}

/** The token reply has no envelope: it is good if it carries `expires_in`. */
async function fetchToken(params: FormParams): Promise<string> {
  const { body, requestId } = await sendRaw(ENDPOINTS.token, { grant_type: "password", ...params }, { token: null });
  const { Code, Result, expires_in, access_token } = body as Readonly<Record<"Code" | "Result" | "expires_in" | "access_token", unknown>>;
  if (expires_in !== undefined && typeof access_token === "string") return access_token;
  if (typeof Code !== "number") throw new TransportError(0, messageOf(body), requestId);
  throw new ApiError(Code, messageOf(body), requestId, Result);
}
