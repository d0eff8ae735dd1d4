/** Routes that need no sign-in (specification section 2). */
const PUBLIC_PATHS: ReadonlySet<string> = new Set(["/login", "/register", "/suggestion"]);

export const LOGIN = "/login";
export const HOME = "/index";
export const NOT_FOUND = "/404";

/** Whether a path can be opened without a sign-in. */
export const isPublicPath = (pathname: string): boolean => PUBLIC_PATHS.has(pathname);

/** The login page that leads back to `target` (a path with its search). Slashes stay readable. */
export function loginPath(target: string): string {
  if (target === "/" || target === HOME) return LOGIN;
  return `${LOGIN}?redirect=${encodeURIComponent(target).replaceAll("%2F", "/")}`;
}
