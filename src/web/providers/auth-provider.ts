import type { AuthProvider } from "@refinedev/core";
import { ENDPOINTS } from "../api/endpoints.ts";
import { post } from "../api/post.ts";
import { endSession, readLogin, readToken, readUser } from "../api/session.ts";
import { signIn } from "../api/sign-in.ts";

const LOGIN_PATH = "/login";

/** refine's view of the session. */
export const authProvider: AuthProvider = {
  login: async ({ userName, password }: { userName: string; password: string }) => {
    await signIn(userName, password);
    return { success: true };
  },
  logout: async () => {
    // The session ends here whatever the server answers.
    await post(ENDPOINTS.logout).catch(() => undefined);
    endSession();
    return { success: true };
  },
  check: async () => (readToken() === null ? { authenticated: false, redirectTo: LOGIN_PATH } : { authenticated: true }),
  // `post` has ended the session on a 401 already, and the listener of its end leads to the login page: nothing left to do.
  onError: async () => ({}),
  getIdentity: async () => readUser(),
  getPermissions: async () => readLogin()?.roles ?? [],
};
