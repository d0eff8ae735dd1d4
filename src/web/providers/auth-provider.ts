import type { AccessControlProvider, AuthProvider } from "@refinedev/core";
import type { LogoutResult } from "../../shared/protocol/screen.ts";
import { ENDPOINTS } from "../api/endpoints.ts";
import { post } from "../api/post.ts";
import { endSession, readLogin, readToken, readUser } from "../api/session.ts";
import { signIn } from "../api/sign-in.ts";
import { isHeld } from "./held-functions.ts";

const LOGIN_PATH = "/login";

/** refine's view of the session. */
export const authProvider: AuthProvider = {
  login: async ({ userName, password }: { userName: string; password: string }) => {
    // Where something is to be done first there is no session of ours yet: the login page leads on.
    return { success: (await signIn(userName, password)) === null };
  },
  logout: async () => {
    // The session ends here whatever the server answers.
    const told = await post<LogoutResult | null>(ENDPOINTS.logout).catch(() => null);
    endSession();
    // Who came by the provider of identity would be let in by it again without a word: its session ends, too.
    if (told !== null) location.assign(told.url);
    return { success: true };
  },
  check: async () => (readToken() === null ? { authenticated: false, redirectTo: LOGIN_PATH } : { authenticated: true }),
  // `post` has ended the session on a 401 already, and the listener of its end leads to the login page: nothing left to do.
  onError: async () => ({}),
  getIdentity: async () => readUser(),
  getPermissions: async () => readLogin()?.roles ?? [],
};

/** Granted by the module itself, without a function key of its own. */
const MODULE_ACTIONS: ReadonlySet<string> = new Set(["list", "show"]);

/**
 * Rights from the session: a resource is a module id, an action one of its function keys. A page that knows its function keys gives them
 * along (`functions`): one that belongs to another page has none of its own in the session. Courtesy only; the server decides.
 */
export const accessProvider: AccessControlProvider = {
  can: async ({ resource, action, params }) => {
    const functions: readonly string[] | undefined = params?.functions;
    if (functions !== undefined) return { can: isHeld(functions, action) };
    const granted = readLogin()?.roles.find((role) => String(role.MdlId) === resource);
    if (granted === undefined) return { can: false };
    return { can: MODULE_ACTIONS.has(action) || functionKeys(granted.Funcs).has(action.toLowerCase()) };
  },
  options: { buttons: { enableAccessControl: true, hideIfUnauthorized: true } },
};

/** `Funcs` as a set; matched whole, as `pay` must not match `balancepay` (docs/decisions/15). */
export function functionKeys(funcs: string): ReadonlySet<string> {
  return new Set(
    funcs
      .toLowerCase()
      .split(",")
      .map((key) => key.trim())
      .filter((key) => key !== ""),
  );
}
