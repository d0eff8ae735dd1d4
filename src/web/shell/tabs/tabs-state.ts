import type { Location } from "react-router-dom";

/** The first tab. */
export const HOME_PATH = "/index";

/** A page that was visited and not closed since. Its path tells it from the others. */
export interface OpenTab {
  readonly path: string;
  /** What the page calls itself; null: as the menu does. */
  readonly label: string | null;
  /** Where the page is; for the tab in view, the address of the browser. */
  readonly location: Location;
  /** How often the page began anew with another address. */
  readonly visit: number;
  /** The page was in view since the portal was loaded, and has been alive since; not drawn: nobody has looked at it, or it was put to rest. */
  readonly isMounted: boolean;
  /** Something is entered that is not saved. */
  readonly isUnsaved: boolean;
  /** When it came into view the last time: the more, the later. */
  readonly seen: number;
}

export interface TabsState {
  /** Paths of the tabs that are always there and come first: home, and what the menu pins. */
  readonly pinned: readonly string[];
  readonly tabs: readonly OpenTab[];
  /** Path of the tab in view; null: none yet. */
  readonly active: string | null;
  /** The address that was taken in last. */
  readonly arrived: Location | null;
}

export type TabsEvent =
  /** The browser is at another address; `action` is the router's word for how it came there. */
  | { readonly type: "arrived"; readonly location: Location; readonly action: "PUSH" | "POP" | "REPLACE" }
  /** A page out of view changed its own address. */
  | { readonly type: "changed"; readonly path: string; readonly location: Location }
  /** A page is done and gives its place to another. */
  | { readonly type: "replaced"; readonly path: string; readonly location: Location }
  /** A page out of view leads to another. */
  | { readonly type: "opened"; readonly location: Location }
  | { readonly type: "named"; readonly path: string; readonly label: string }
  | { readonly type: "unsaved"; readonly path: string; readonly isUnsaved: boolean }
  | { readonly type: "closed"; readonly paths: readonly string[] }
  /** Another tab is looked at: those that were left longest ago may rest. */
  | { readonly type: "rested"; readonly mayRest: (path: string) => boolean }
  /** Dragged to the place of another. */
  | { readonly type: "moved"; readonly path: string; readonly to: string }
  /** What the user may open, or what is pinned, has changed. Of the tab in view the guard takes care. */
  | {
      readonly type: "allowed";
      readonly mayOpen: (path: string) => boolean;
      readonly pinned: readonly string[];
      readonly active: string | null;
    };

/** A tab that nobody has looked at yet. */
export const newTab = (location: Location, label: string | null = null): OpenTab => ({
  path: location.pathname,
  label,
  location,
  visit: 0,
  isMounted: false,
  isUnsaved: false,
  seen: 0,
});

/** A page's address without a question of its own. */
export const bareLocation = (pathname: string): Location => ({ pathname, search: "", hash: "", state: null, key: "default" });

/** The tabs to begin with. */
export const firstState = (kept: readonly OpenTab[], pinned: readonly string[] = [HOME_PATH]): TabsState =>
  pin({ pinned, tabs: kept, active: null, arrived: null }, pinned);

export function tabsReducer(state: TabsState, event: TabsEvent): TabsState {
  switch (event.type) {
    case "arrived":
      return arrive(state, event);
    case "changed":
      return change(state, event.path, { location: event.location });
    case "replaced":
      return replace(state, event.path, event.location);
    case "opened":
      return findTab(state, event.location.pathname) ? state : { ...state, tabs: [...state.tabs, newTab(event.location)] };
    case "named":
      return findTab(state, event.path)?.label === event.label ? state : change(state, event.path, { label: event.label });
    case "unsaved":
      return change(state, event.path, { isUnsaved: event.isUnsaved });
    case "closed":
      return keep(state, ({ path }) => !event.paths.includes(path));
    case "rested":
      return rest(state, event.mayRest);
    case "moved":
      return move(state, event.path, event.to);
    case "allowed":
      return keep(pin(state, event.pinned), ({ path }) => path === event.active || event.mayOpen(path));
  }
}

export const findTab = ({ tabs }: TabsState, path: string): OpenTab | undefined => tabs.find((tab) => tab.path === path);

/** The tab that comes into view when these are closed: the active one, or else its nearest neighbour, the right one first. */
export function tabAfterClosing({ pinned, tabs, active }: TabsState, paths: readonly string[]): OpenTab | undefined {
  const stays = ({ path }: OpenTab) => pinned.includes(path) || !paths.includes(path);
  const at = tabs.findIndex(({ path }) => path === active);
  return tabs.slice(at).find(stays) ?? tabs.slice(0, at).findLast(stays);
}

/** Whether two addresses ask a page for the same. */
export const isSameSearch = (a: string, b: string): boolean => new URLSearchParams(a).toString() === new URLSearchParams(b).toString();

function arrive(state: TabsState, { location, action }: TabsEvent & { type: "arrived" }): TabsState {
  const { pathname } = location;
  const tab = findTab(state, pathname);
  const next = { ...state, active: pathname, arrived: location };
  const seen = Math.max(0, ...state.tabs.map((each) => each.seen)) + 1;
  if (tab === undefined) return { ...next, tabs: [...state.tabs, { ...newTab(location), isMounted: true, seen }] };
  return change(next, pathname, { isMounted: true, seen, ...addressOf(state, tab, location, action) });
}

/** A tab is shown as it was left, unless the address brings another question. */
function addressOf({ active }: TabsState, tab: OpenTab, location: Location, action: string): Partial<OpenTab> {
  const isInView = tab.path === active;
  // The page itself wrote its state into the address.
  if (isInView && action === "REPLACE") return { location };
  const isAsked = location.search !== "" && !isSameSearch(location.search, tab.location.search);
  // Steps through the history lead from tab to tab, and never cost what is entered in one.
  const isStep = action === "POP" && active !== null && (!isInView || tab.isUnsaved);
  return isAsked && !isStep ? { location, visit: tab.visit + 1, isUnsaved: false } : {};
}

/** Pages out of view that stay as they are. */
export const MOST_ALIVE = 15;

/** Puts the pages to rest that were left longest ago: they are drawn anew, from their address, when somebody looks at them again. */
function rest(state: TabsState, mayRest: (path: string) => boolean): TabsState {
  const hidden = state.tabs.filter(({ path, isMounted }) => isMounted && path !== state.active).sort((one, other) => other.seen - one.seen);
  const tired = new Set(hidden.slice(MOST_ALIVE).filter(({ path, isUnsaved }) => !isUnsaved && mayRest(path)));
  return tired.size === 0 ? state : { ...state, tabs: state.tabs.map((tab) => (tired.has(tab) ? { ...tab, isMounted: false } : tab)) };
}

function replace(state: TabsState, path: string, location: Location): TabsState {
  const isOpen = findTab(state, location.pathname) !== undefined;
  if (state.pinned.includes(path) || isOpen) return keep(state, (tab) => tab.path !== path);
  return { ...state, tabs: state.tabs.map((tab) => (tab.path === path ? newTab(location) : tab)) };
}

function move(state: TabsState, path: string, to: string): TabsState {
  const { pinned, tabs } = state;
  const tab = findTab(state, path);
  const place = tabs.findIndex((each) => each.path === to);
  if (tab === undefined || place < 0 || pinned.includes(path) || pinned.includes(to)) return state;
  return { ...state, tabs: tabs.filter((each) => each !== tab).toSpliced(place, 0, tab) };
}

function pin(state: TabsState, pinned: readonly string[]): TabsState {
  const first = pinned.map((path) => findTab(state, path) ?? newTab(bareLocation(path)));
  const tabs = [...first, ...state.tabs.filter(({ path }) => !pinned.includes(path))];
  const isSame = tabs.length === state.tabs.length && tabs.every((tab, index) => tab === state.tabs[index]);
  return isSame && pinned === state.pinned ? state : { ...state, pinned, tabs };
}

function change(state: TabsState, path: string, changes: Partial<OpenTab>): TabsState {
  if (findTab(state, path) === undefined) return state;
  return { ...state, tabs: state.tabs.map((tab) => (tab.path === path ? { ...tab, ...changes } : tab)) };
}

function keep(state: TabsState, stays: (tab: OpenTab) => boolean): TabsState {
  const tabs = state.tabs.filter((tab) => state.pinned.includes(tab.path) || stays(tab));
  return tabs.length === state.tabs.length ? state : { ...state, tabs };
}
