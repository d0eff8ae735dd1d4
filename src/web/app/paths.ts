/** Routes that need no sign-in. */
const PUBLIC_PATHS: ReadonlySet<string> = new Set(["/login", "/register", "/suggestion", "/setup"]);

export const LOGIN = "/login";
export const HOME = "/index";
export const NOT_FOUND = "/404";
const CHANGE_PASSWORD = "/UpdatePassWord";

/** Pages of the frame: no module stands behind them, so no module's right is asked for (docs/decisions/15). */
const FRAME_PATHS: ReadonlySet<string> = new Set([HOME, NOT_FOUND, CHANGE_PASSWORD]);

/** Whether a path can be opened without a sign-in. */
export const isPublicPath = (pathname: string): boolean => PUBLIC_PATHS.has(pathname);

/** Whether a path is a page of the frame. */
export const isFramePath = (pathname: string): boolean => FRAME_PATHS.has(pathname);

/** The login page that leads back to `target` (a path with its search). Slashes stay readable. */
export function loginPath(target: string): string {
  if (target === "/" || target === HOME) return LOGIN;
  return `${LOGIN}?redirect=${encodeURIComponent(target).replaceAll("%2F", "/")}`;
}
