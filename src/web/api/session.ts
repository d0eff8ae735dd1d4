import { SHORTEST_PASSWORD } from "../../shared/domain/password-rules.ts";
import { MOST_FILE_MEGABYTES } from "../../shared/domain/upload-rules.ts";
import type { ApiError } from "../../shared/protocol/envelope.ts";
import type { SessionUser, ShellInfo, UserInfo } from "../../shared/protocol/screen.ts";
import { parse } from "./send.ts";

/**
 * Keys of the session, named by the specification. All of them are cleared together; nothing is kept under those whose
 * meaning it does not tell (loading, SetTime, wuNumberBig, toTime, nameID).
 */
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

/** Login info: who signed in, with the granted modules; and what the frame depends on. */
interface LoginInfo {
  readonly userName: string;
  readonly roles: UserInfo["mdl"];
  readonly shell: ShellInfo;
}

/** `in`: signed in. `left`: the user signed out here. `out`: never signed in, or the session was refused. */
export type SessionState = "in" | "out" | "left";

type SessionListener = (cause: ApiError | undefined) => void;
const listeners = new Set<SessionListener>();
let hasLeft = false;

/** The stored token. Storage is read at every call, never at import: a chunk may be loaded before the sign-in. */
export const readToken = (): string | null => sessionStorage.getItem("Authorization" satisfies SessionKey);

/** The signed-in user, or null. */
export const readUser = (): SessionUser | null => readJson<SessionUser>("userData");

/** Who signed in, with the granted modules, or null. */
export const readLogin = (): LoginInfo | null => readJson<LoginInfo>("userInfo");

/** Of somebody whose session was opened before the frame depended on anything. */
const PLAIN_SHELL: ShellInfo = {
  ownLayout: false,
  hasAdvice: false,
  brand: null,
  mark: "",
  logo: "",
  miniQr: "",
  passwordLength: SHORTEST_PASSWORD,
  uploadMegabytes: MOST_FILE_MEGABYTES,
};

/** What the frame around the pages depends on. */
export const readShell = (): ShellInfo => readLogin()?.shell ?? PLAIN_SHELL;

/** The address of the shop's logo; empty: none. */
export const readLogo = (): string => sessionStorage.getItem("urlImgs" satisfies SessionKey) ?? "";

/** The notice that was read and put away in this session, or null. */
export const readSeenNotice = (): string | null => sessionStorage.getItem("lookMsg" satisfies SessionKey);

/** Keeps that a notice was read and put away. */
export const keepSeenNotice = (notice: string): void => sessionStorage.setItem("lookMsg" satisfies SessionKey, notice);

/** Whether somebody is signed in. */
export function sessionState(): SessionState {
  if (readToken() !== null) return "in";
  return hasLeft ? "left" : "out";
}

/** Keeps a complete sign-in and tells the listeners. */
export function openSession(token: string, userName: string, info: UserInfo): void {
  clear();
  sessionStorage.setItem("Authorization" satisfies SessionKey, token);
  keepUser(userName, info);
}

/** The session as another tab of this browser takes it over; null: nobody is signed in. */
export function copySession(): Readonly<Record<string, string>> | null {
  if (readToken() === null) return null;
  return Object.fromEntries(KEYS.flatMap((key) => entryOf(key, sessionStorage.getItem(key))));
}

/** Keeps the session that another tab gave, and tells the listeners. False: what was given is none. */
export function takeSession(copy: unknown): boolean {
  if (typeof copy !== "object" || copy === null) return false;
  const kept = KEYS.flatMap((key) => entryOf(key, (copy as Readonly<Record<string, unknown>>)[key]));
  if (!kept.some(([key]) => key === "Authorization")) return false;
  clear();
  for (const [key, text] of kept) sessionStorage.setItem(key, text);
  tell(undefined);
  return true;
}

const entryOf = (key: SessionKey, text: unknown): (readonly [SessionKey, string])[] =>
  typeof text === "string" && text !== "" ? [[key, text]] : [];

/** Keeps who the user is and what is granted, and tells the listeners. */
export function keepUser(userName: string, info: UserInfo): void {
  const login: LoginInfo = { userName, roles: info.mdl, shell: info.shell };
  sessionStorage.setItem("userInfo" satisfies SessionKey, JSON.stringify(login));
  sessionStorage.setItem("userData" satisfies SessionKey, JSON.stringify(info.user));
  sessionStorage.setItem("urlImgs" satisfies SessionKey, info.shell.logo);
  tell(undefined);
}

/** Clears the session and tells the listeners, once: without a session it does nothing. `cause` is the 401 that ended it. */
export function endSession(cause?: ApiError): void {
  if (readToken() === null) return;
  clear();
  hasLeft = cause === undefined;
  tell(cause);
}

/** Calls `listener` whenever a session begins or ends. */
export function onSessionChange(listener: SessionListener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function clear(): void {
  for (const key of KEYS) sessionStorage.removeItem(key);
}

function tell(cause: ApiError | undefined): void {
  for (const listener of listeners) listener(cause);
}

function readJson<T>(key: SessionKey): T | null {
  return parse(sessionStorage.getItem(key) ?? "") as T | null;
}
