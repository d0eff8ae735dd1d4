import type { ApiError } from "../../shared/protocol/envelope.ts";
import type { SessionUser, UserInfo } from "../../shared/protocol/screen.ts";

/** Keys of the specification, section 3 (Session keys). All of them are cleared together. */
const KEYS = [
  "Authorization",
  "userInfo",
  "userData",
  "urlImgs",
  "loading",
  "SetTime",
  "wuNumberBig",
  "toTime",
  "nameID",
  "lookMsg",
] as const;
type SessionKey = (typeof KEYS)[number];

/** Login info (specification section 3): who signed in, with the granted modules. */
export interface LoginInfo {
  readonly userName: string;
  readonly roles: UserInfo["mdl"];
}

type EndListener = (cause: ApiError | undefined) => void;
const endListeners = new Set<EndListener>();

/** The stored token. Storage is read at every call, never at import: a chunk may be loaded before the sign-in. */
export const readToken = (): string | null => sessionStorage.getItem("Authorization" satisfies SessionKey);

/** The signed-in user, or null. */
export const readUser = (): SessionUser | null => readJson<SessionUser>("userData");

/** Who signed in, with the granted modules, or null. */
export const readLogin = (): LoginInfo | null => readJson<LoginInfo>("userInfo");

/** Keeps the token alone, so that the calls which complete a sign-in can be made. */
export function storeToken(token: string): void {
  sessionStorage.setItem("Authorization" satisfies SessionKey, token);
}

/** Keeps who the user is. */
export function storeUser(userName: string, info: UserInfo): void {
  const login: LoginInfo = { userName, roles: info.mdl };
  sessionStorage.setItem("userInfo" satisfies SessionKey, JSON.stringify(login));
  sessionStorage.setItem("userData" satisfies SessionKey, JSON.stringify(info.user));
}

/** Clears the session and tells the listeners, once: without a session it does nothing. */
export function endSession(cause?: ApiError): void {
  if (readToken() === null) return;
  for (const key of KEYS) sessionStorage.removeItem(key);
  for (const listener of endListeners) listener(cause);
}

/** Calls `listener` whenever a session ends: `cause` is the 401, or undefined after a sign-out. */
export function onSessionEnd(listener: EndListener): () => void {
  endListeners.add(listener);
  return () => endListeners.delete(listener);
}

function readJson<T>(key: SessionKey): T | null {
  const text = sessionStorage.getItem(key);
  if (text === null) return null;
  try {
    return JSON.parse(text) as T;
  } catch {
    return null;
  }
}
