import { placeOfPath, withoutEnd } from "../../shared/domain/page-place.ts";
import { leadsTo, type PageAddresses, type RouteRefusal, routeRefusal } from "../../shared/domain/route-refusal.ts";
import type { MenuEntry } from "../../shared/protocol/screen.ts";
import type { SessionState } from "../api/session.ts";
import { HOME, isFramePath, isPublicPath, LOGIN, loginPath, NOT_FOUND } from "./paths.ts";

/** What the guard says about an address: show it, go elsewhere, or refuse it with a row of the error catalogue. */
export type Verdict =
  | { readonly kind: "show" }
  | { readonly kind: "go"; readonly to: string }
  | { readonly kind: "refuse"; readonly reason: RouteRefusal };

/** What is known about the visitor. */
export interface Visitor {
  readonly session: SessionState;
  /** The granted pages. */
  readonly pages: readonly MenuEntry[];
  /** Addresses of the pages that are there but not granted. */
  readonly closed: readonly PageAddresses[];
  /** The only addresses that are open; null: no limit. */
  readonly limit: readonly string[] | null;
}

/** The address asked for, and by whom. */
export interface Visit extends Visitor {
  readonly pathname: string;
  readonly search: string;
}

/** What an address leads to. */
interface Place {
  readonly page: PageAddresses;
  readonly isGranted: boolean;
  /** The address as the routes spell it. */
  readonly path: string;
}

const SHOW: Verdict = { kind: "show" };
const PRINT = /^\/print\/(\d{1,9})\/[^/]+$/;

/** The navigation guard (docs/decisions/18): token, public path, contract, module right, unknown path; in this order. */
export function judge({ pathname, search, ...visitor }: Visit): Verdict {
  const { session, limit } = visitor;
  if (session !== "in" && isPublicPath(pathname)) return SHOW;
  // Whoever signed out on purpose starts afresh; everybody else comes back to the page asked for.
  if (session !== "in") return go(session === "left" ? LOGIN : loginPath(pathname + search));
  if (pathname === LOGIN) return go(redirectTarget(new URLSearchParams(search).get("redirect"), visitor));
  if (isPublicPath(pathname)) return SHOW;
  if (pathname === "/") return go(HOME);
  // Wherever a refusal leads, home is open: nobody can be sent round in circles.
  if (pathname === HOME) return SHOW;
  const place = placeOf(pathname, visitor);
  const reason = routeRefusal(place?.page ?? bare(pathname), place?.isGranted ?? true, limit);
  if (reason !== null) return { kind: "refuse", reason };
  if (place === null) return go(NOT_FOUND);
  return place.path === pathname ? SHOW : go(place.path + search);
}

/** The address a sign-in leads to: `redirect` if it is a route, else the home page. */
function redirectTarget(redirect: string | null, visitor: Visitor): string {
  const [path = "", query] = (redirect ?? "").split("?", 2);
  // Only the route table decides; a text that merely looks like a path ("//evil", "/\evil") is in no table.
  const place = placeOf(path, visitor);
  if (place === null) return HOME;
  return query === undefined ? place.path : `${place.path}?${query}`;
}

/** What stands behind an address, with or without slashes at its end; null: nothing. */
function placeOf(address: string, { pages, closed }: Pick<Visitor, "pages" | "closed">): Place | null {
  const pathname = withoutEnd(address);
  if (isFramePath(pathname)) return { page: bare(pathname), isGranted: true, path: pathname };
  const printed = PRINT.exec(pathname)?.[1];
  if (printed !== undefined) {
    const page = pages.find(({ MdlId }) => String(MdlId) === printed);
    return { page: page ?? bare(pathname), isGranted: page !== undefined, path: pathname };
  }
  const { base, rest } = placeOfPath(pathname);
  const granted = pages.find((each) => leadsTo(each, base));
  const page = granted ?? closed.find((each) => leadsTo(each, base));
  return page === undefined ? null : { page, isGranted: granted !== undefined, path: page.path + rest };
}

const bare = (path: string): PageAddresses => ({ path, aliases: [] });
const go = (to: string): Verdict => ({ kind: "go", to });
