import type { MenuEntry } from "../../shared/protocol/screen.ts";
import type { SessionState } from "../api/session.ts";
import { HOME, isPublicPath, LOGIN, loginPath, NOT_FOUND } from "./paths.ts";

/** What the guard says about an address: show it, or go elsewhere. */
export type Verdict = { readonly kind: "show" } | { readonly kind: "go"; readonly to: string };

/** The address asked for, and what is known about the visitor. */
export interface Visit {
  readonly pathname: string;
  readonly search: string;
  readonly session: SessionState;
  readonly pages: readonly MenuEntry[];
}

const SHOW: Verdict = { kind: "show" };
const PRINT = /^\/print\/[^/]+\/[^/]+$/;

/** The navigation guard (specification section 2). */
export function judge({ pathname, search, session, pages }: Visit): Verdict {
  if (session !== "in" && isPublicPath(pathname)) return SHOW;
  // Whoever signed out on purpose starts afresh; everybody else comes back to the page asked for.
  if (session !== "in") return go(session === "left" ? LOGIN : loginPath(pathname + search));
  if (pathname === LOGIN) return go(redirectTarget(new URLSearchParams(search).get("redirect"), pages));
  if (pathname === "/") return go(HOME);
  if (pathname === HOME || pathname === NOT_FOUND || isPublicPath(pathname) || PRINT.test(pathname)) return SHOW;
  const known = knownPath(pathname, pages);
  if (known === null) return go(NOT_FOUND);
  return known === pathname ? SHOW : go(known + search);
}

/** The address a sign-in leads to: `redirect` if it is a route of this user, else the home page. */
function redirectTarget(redirect: string | null, pages: readonly MenuEntry[]): string {
  const [path = "", query] = (redirect ?? "").split("?", 2);
  // Only the route table decides; a text that merely looks like a path ("//evil", "/\evil") is in no table.
  const known = knownPath(path, pages);
  if (known === null) return HOME;
  return query === undefined ? known : `${known}?${query}`;
}

/** The path of the granted page behind `pathname`, with aliases resolved; null if there is none. */
function knownPath(pathname: string, pages: readonly MenuEntry[]): string | null {
  const [, base = "", below = ""] = /^(.*?)(\/show\/[^/]+|\/create|\/[^/]+\/edit)?$/.exec(pathname) ?? [];
  const page = pages.find((entry) => entry.path === base || entry.aliases.includes(base));
  return page === undefined ? null : page.path + below;
}

const go = (to: string): Verdict => ({ kind: "go", to });
