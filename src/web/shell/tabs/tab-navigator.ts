import type { Dispatch } from "react";
import { createPath, type Location, type Navigator, type Path, parsePath, type To } from "react-router-dom";
import { isAsLeft } from "../../providers/tab.ts";
import { bareLocation, findTab, isSameSearch, type TabsEvent, type TabsState } from "./tabs-state.ts";

/** What the navigators steer. */
export interface TabsController {
  /** The router's own. */
  readonly router: Navigator;
  readonly state: () => TabsState;
  readonly dispatch: Dispatch<TabsEvent>;
  /** Resolves with whether what is entered there may be lost. */
  readonly mayLose: (paths: readonly string[]) => Promise<boolean>;
}

/** Where links lead: to an open tab as it was left, unless they bring a question of their own. */
export function shellNavigator(controller: TabsController): Navigator {
  const { router, state } = controller;
  const via = (go: Navigator["push"]): Navigator["push"] => {
    return (to, linkState, options) => {
      const wanted = locationOf(to, linkState);
      const tab = findTab(state(), wanted.pathname);
      if (tab === undefined) return go(addressOf(wanted), stateOf(wanted), options);
      const isAsked = wanted.search !== "" && !isAsLeft(linkState) && !isSameSearch(wanted.search, tab.location.search);
      if (!isAsked) return tab.path === state().active ? undefined : go(addressOf(tab.location), tab.location.state, options);
      void controller.mayLose([tab.path]).then((isSure) => isSure && go(addressOf(wanted), stateOf(wanted), options));
    };
  };
  return { ...basics(router), push: via(router.push), replace: via(router.replace) };
}

/**
 * Where a page leads. Its own state goes into the browser's address while it is in view and nobody has gone on, and is kept for its tab otherwise.
 * To put another page in its own place means that it is done: its tab becomes that page's.
 */
export function pageNavigator(controller: TabsController, path: string): Navigator {
  const { router, state, dispatch } = controller;
  const shell = shellNavigator(controller);
  const isOpen = () => findTab(state(), path) !== undefined;
  const isShown = () => state().active === path && isAt(path);
  return {
    ...shell,
    push: (to, linkState, options) => {
      if (isShown()) shell.push(to, linkState, options);
      else if (isOpen()) dispatch({ type: "opened", location: locationOf(to, linkState) });
    },
    replace: (to, linkState, options) => {
      if (!isOpen()) return;
      const location = locationOf(to, linkState);
      const isOwn = location.pathname === path;
      if (isOwn && isShown()) return router.replace(to, linkState, options);
      if (isOwn) return dispatch({ type: "changed", path, location });
      const { location: next } = findTab(state(), location.pathname) ?? { location };
      const wasShown = isShown();
      dispatch({ type: "replaced", path, location });
      if (wasShown) router.replace(addressOf(next), stateOf(next), options);
    },
  };
}

/** Whether the browser is at this page. Where it has gone on, that is drawn in a moment: until then nobody may put another address in its place. */
export const isAt = (path: string): boolean => new URL(window.location.origin + path).pathname === window.location.pathname;

/** What the router reads from its navigator beside the ways to go; a history has more, behind getters. */
function basics({ createHref, encodeLocation, go }: Navigator) {
  return { createHref, go, ...(encodeLocation !== undefined && { encodeLocation }) };
}

function locationOf(to: To, state: unknown): Location {
  const { pathname = "/", search = "", hash = "" } = typeof to === "string" ? parsePath(to) : to;
  return { ...bareLocation(pathname), search, hash, state };
}

/** Without its key: each entry of the history has its own. */
export const addressOf = ({ pathname, search, hash }: Location): Partial<Path> => ({ pathname, search, hash });

/** How a link wants to be understood is nothing to remember. */
const stateOf = ({ state }: Location): unknown => (isAsLeft(state) ? null : state);

/** Whether two locations have the same address. */
export const isSameAddress = (a: Location, b: Location): boolean => createPath(a) === createPath(b);
