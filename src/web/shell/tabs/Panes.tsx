import { QueryClientProvider, useQueryClient } from "@tanstack/react-query";
import { ConfigProvider } from "antd";
import { memo, type ReactNode, useCallback, useContext, useEffect, useLayoutEffect, useMemo, useState } from "react";
import { createPortal } from "react-dom";
import {
  UNSAFE_LocationContext as LocationContext,
  UNSAFE_NavigationContext as NavigationContext,
  NavigationType,
  UNSAFE_RouteContext as RouteContext,
  type To,
} from "react-router-dom";
import { PortalClient } from "../../data/tab-client.ts";
import { type Tab, TabContext } from "../../providers/tab.ts";
import { hasDialog, type PaneElements, PaneStage, paneElements } from "./pane-stage.ts";
import { pageNavigator } from "./tab-navigator.ts";
import type { OpenTab } from "./tabs-state.ts";
import type { Tabs } from "./use-tabs.ts";

/** The pages of the open tabs, one of them in view. A page that nobody has looked at for long, or since the portal was loaded, is not drawn. */
export function Panes({ tabs, content }: { tabs: Tabs; content: ReactNode }) {
  const [stage, setStage] = useState<PaneStage | null>(null);
  const place = useCallback((element: HTMLElement | null) => setStage(element && new PaneStage(element)), []);
  const { active, controller, hold, rest, drop } = tabs;
  // In a fixed order: what is dragged in the bar is not moved here.
  const mounted = tabs.tabs.filter(({ isMounted }) => isMounted);
  return (
    <>
      <main ref={place} className="shell-content" />
      {stage !== null &&
        mounted.map(({ path, location, visit }) => (
          <Pane
            key={`${path} ${visit}`}
            path={path}
            location={location}
            controller={controller}
            hold={hold}
            rest={rest}
            drop={drop}
            isShown={path === active}
            stage={stage}
            content={content}
          />
        ))}
    </>
  );
}

/** The route around the frame tells the browser's address: a page has its own. */
const NO_ROUTE = { outlet: null, matches: [], isDataRoute: false };

interface PaneProps extends Pick<OpenTab, "path" | "location">, Pick<Tabs, "controller" | "hold" | "rest" | "drop"> {
  readonly isShown: boolean;
  readonly stage: PaneStage;
  readonly content: ReactNode;
}

/**
 * The page of one tab, alive as long as the tab is open and not put to rest. It has an address, a way to navigate and queries of its own, so that
 * nothing the browser does while it is out of view reaches it: it is neither drawn again nor does it read anything.
 */
const Pane = memo(function Pane({ path, location, controller, hold, rest, drop, isShown, stage, content }: PaneProps) {
  const [elements] = useState(paneElements);
  const client = useTabClient(isShown);
  const whenShown = useWhenShown(isShown);
  const base = useContext(NavigationContext);
  const navigation = useMemo(() => ({ ...base, navigator: pageNavigator(controller, path) }), [base, controller, path]);
  const tab = useMemo((): Tab => {
    const leave = async (to: To) => {
      if (await controller.mayLose([path])) navigation.navigator.replace(to);
    };
    return {
      isShown: () => controller.state().active === path,
      whenShown,
      name: (label) => controller.dispatch({ type: "named", path, label }),
      hold: (forget) => hold(path, forget),
      rest: (isIdle) => rest(path, () => isIdle() && !hasDialog(elements)),
      leave: (to) => void leave(to),
      // Its own is left by navigating.
      drop: (paths) => drop(paths.filter((each) => each !== path)),
    };
  }, [controller, hold, rest, drop, navigation, path, whenShown, elements]);
  const address = useMemo(() => ({ location, navigationType: NavigationType.Pop }), [location]);
  useEffect(() => () => stage.remove(elements), [stage, elements]);
  const page = useMemo(
    () => (
      <QueryClientProvider client={client}>
        <ConfigProvider getPopupContainer={() => elements.popups}>
          <TabContext.Provider value={tab}>
            <NavigationContext.Provider value={navigation}>
              <RouteContext.Provider value={NO_ROUTE}>
                <LocationContext.Provider value={address}>{content}</LocationContext.Provider>
              </RouteContext.Provider>
            </NavigationContext.Provider>
          </TabContext.Provider>
        </ConfigProvider>
      </QueryClientProvider>
    ),
    [client, elements, tab, navigation, address, content],
  );
  return createPortal(
    <>
      <Entrance isShown={isShown} stage={stage} elements={elements} />
      {page}
    </>,
    elements.page,
  );
});

/** Stands before the page, so that the page is in the document when it looks at its own size for the first time. */
function Entrance({ isShown, stage, elements }: { isShown: boolean; stage: PaneStage; elements: PaneElements }) {
  useLayoutEffect(() => {
    if (isShown) stage.show(elements);
  }, [isShown, stage, elements]);
  return null;
}

/** The queries of a tab, freed with it. */
function useTabClient(isShown: boolean) {
  const portal = useQueryClient();
  if (!(portal instanceof PortalClient)) throw new Error("tabs need the portal's query client");
  const [client] = useState(() => portal.openTab());
  useEffect(() => client.setShown(isShown), [client, isShown]);
  useEffect(() => () => portal.closeTab(client), [portal, client]);
  return client;
}

/** Tells the page when it comes into view. */
function useWhenShown(isShown: boolean): Tab["whenShown"] {
  const [listeners] = useState(() => new Set<() => void>());
  useEffect(() => {
    if (isShown) for (const tell of listeners) tell();
  }, [isShown, listeners]);
  return useCallback(
    (tell) => {
      listeners.add(tell);
      return () => void listeners.delete(tell);
    },
    [listeners],
  );
}
