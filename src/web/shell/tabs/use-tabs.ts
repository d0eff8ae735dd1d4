import { useCallback, useContext, useEffect, useMemo, useReducer, useRef } from "react";
import { type Location, UNSAFE_NavigationContext as NavigationContext, type NavigationType } from "react-router-dom";
import type { MenuEntry } from "../../../shared/protocol/screen.ts";
import { parse } from "../../api/send.ts";
import { onSessionChange, readToken, sessionState } from "../../api/session.ts";
import { addressOf, isAt, isSameAddress, shellNavigator, type TabsController } from "./tab-navigator.ts";
import { bareLocation, findTab, firstState, HOME_PATH, newTab, type OpenTab, tabAfterClosing, tabsReducer } from "./tabs-state.ts";
import { useRestingTabs } from "./use-resting-tabs.ts";
import { useUnsavedTabs } from "./use-unsaved-tabs.ts";

/** An address the guard has let pass, and the router's word for how the browser came there. */
export interface Visit {
  readonly location: Location;
  readonly action: `${NavigationType}`;
}

/** The open tabs, which follow the browser's address and are kept over a reload. */
export function useTabs({ visit, pages, mayOpen }: { visit: Visit; pages: readonly MenuEntry[]; mayOpen: (path: string) => boolean }) {
  const pinned = useMemo(() => [HOME_PATH, ...pages.filter(({ affix }) => affix).map(({ path }) => path)], [pages]);
  const [state, dispatch] = useReducer(tabsReducer, null, () => firstState(readTabs(), pinned));
  // While drawing: a page and its tab appear together.
  if (state.arrived !== visit.location) dispatch({ type: "arrived", ...visit });
  const latest = useRef(state);
  latest.current = state;
  const { tabs, active } = state;

  const nameOf = useCallback((tab: OpenTab) => titleOf(tab, pages), [pages]);
  const { hold, mayLose } = useUnsavedTabs(tabs, nameOf, dispatch);
  const { rest } = useRestingTabs(active, dispatch);
  const { navigator: router } = useContext(NavigationContext);
  const controller = useMemo((): TabsController => ({ router, dispatch, mayLose, state: () => latest.current }), [router, mayLose]);

  const drop = useCallback(
    (paths: readonly string[], then?: string) => {
      const next = then === undefined ? tabAfterClosing(latest.current, paths) : findTab(latest.current, then);
      const isShown = latest.current.active !== null && paths.includes(latest.current.active);
      dispatch({ type: "closed", paths });
      if (isShown && next !== undefined) router.push(addressOf(next.location), next.location.state);
    },
    [router],
  );
  const actions = useMemo(() => {
    const close = async (isClosed: (path: string) => boolean, then?: string) => {
      const { tabs, pinned } = latest.current;
      const paths = tabs.map(({ path }) => path).filter((path) => !pinned.includes(path) && isClosed(path));
      if (await mayLose(paths)) drop(paths, then);
    };
    return {
      navigator: shellNavigator(controller),
      close: (path: string) => void close((each) => each === path),
      closeOthers: (path: string) => void close((each) => each !== path, path),
      closeAll: () => void close(() => true),
      move: (path: string, to: string) => dispatch({ type: "moved", path, to }),
    };
  }, [controller, mayLose, drop]);

  useEffect(() => dispatch({ type: "allowed", mayOpen, pinned, active }), [mayOpen, pinned, active]);
  useEffect(() => keepTabs(tabs), [tabs]);
  useEffect(
    () =>
      onSessionChange(() => {
        if (sessionState() !== "in") sessionStorage.removeItem(KEY);
      }),
    [],
  );
  useEffect(() => {
    // A step through the history that led to a tab: the address becomes that of the tab as it is.
    const tab = active === null ? undefined : findTab(latest.current, active);
    if (tab !== undefined && isAt(tab.path) && !isSameAddress(tab.location, visit.location))
      router.replace(addressOf(tab.location), tab.location.state);
  }, [router, active, visit.location]);

  const shown = active === null ? undefined : findTab(state, active);
  return { tabs, pinned, active, shownTitle: shown && nameOf(shown), nameOf, controller, hold, rest, drop, ...actions };
}

export type Tabs = ReturnType<typeof useTabs>;

const KEY = "tabs";

/** A tab as it is kept over a reload. */
interface KeptTab {
  readonly path: string;
  readonly label: string | null;
  readonly search: string;
  readonly state: unknown;
}

/** Keeps the open tabs with their addresses for this session. A storage that is full keeps the ones it has. */
function keepTabs(tabs: readonly OpenTab[]): void {
  if (readToken() === null) return;
  const kept = tabs.map(({ path, label, location: { search, state } }): KeptTab => ({ path, label, search, state: state as unknown }));
  try {
    sessionStorage.setItem(KEY, JSON.stringify(kept));
  } catch {
    return;
  }
}

/** The tabs kept before a reload; what is not understood counts as none. */
function readTabs(): OpenTab[] {
  const kept = parse(sessionStorage.getItem(KEY) ?? "");
  if (!Array.isArray(kept)) return [];
  return kept.filter(isKept).map(({ path, label, search, state }) => newTab({ ...bareLocation(path), search, state }, label));
}

function isKept(item: unknown): item is KeptTab {
  if (typeof item !== "object" || item === null) return false;
  const { path, label, search } = item as Record<string, unknown>;
  return typeof path === "string" && path.startsWith("/") && typeof search === "string" && (label === null || typeof label === "string");
}

/** Pages that are no module. */
const TITLES: Readonly<Record<string, string>> = { [HOME_PATH]: "首页", "/404": "页面不存在", "/UpdatePassWord": "修改密码" };

/** What a tab is called: as its page says, or as the menu does. */
export function titleOf({ path, label }: Pick<OpenTab, "path" | "label">, pages: readonly MenuEntry[]): string {
  if (label !== null) return label;
  const around = pages.filter((entry) => path === entry.path || path.startsWith(`${entry.path}/`));
  // A page may lie below another one: the nearest is meant.
  const [page] = around.toSorted((a, b) => b.path.length - a.path.length);
  if (page === undefined) return TITLES[path] ?? path;
  return `${page.title}${suffixOf(path.slice(page.path.length))}`;
}

function suffixOf(rest: string): string {
  if (rest.includes("/show/")) return " 详情";
  if (rest === "/create") return " 新增";
  return rest.endsWith("/edit") ? " 编辑" : "";
}
