import type { Location } from "react-router-dom";
import { describe, expect, it } from "vitest";
import {
  bareLocation,
  firstState,
  HOME_PATH,
  MOST_ALIVE,
  newTab,
  type TabsEvent,
  type TabsState,
  tabAfterClosing,
  tabsReducer,
} from "../../src/web/shell/tabs/tabs-state.ts";
import { titleOf } from "../../src/web/shell/tabs/use-tabs.ts";

const at = (pathname: string, search = ""): Location => ({ ...bareLocation(pathname), search });
const go = (pathname: string, search = "", action: "PUSH" | "POP" | "REPLACE" = "PUSH"): TabsEvent => ({
  type: "arrived",
  location: at(pathname, search),
  action,
});
const stateAfter = (...events: TabsEvent[]): TabsState => events.reduce(tabsReducer, firstState([]));
const paths = ({ tabs }: TabsState) => tabs.map(({ path }) => path);
const tab = (state: TabsState, path: string) => state.tabs.find((each) => each.path === path);
const seen = (state: TabsState, path: string) => [tab(state, path)?.location.search, tab(state, path)?.visit];

describe("arriving at an address", () => {
  it("opens a tab for each path, home first", () => {
    const state = stateAfter(go("/a"), go("/a/show/1"), go("/a"), go("/b"));
    expect(paths(state)).toEqual([HOME_PATH, "/a", "/a/show/1", "/b"]);
    expect(state.active).toBe("/b");
  });

  it("draws only what was in view since the portal was loaded", () => {
    const kept = ["/a", "/b"].map((path) => newTab(at(path, "?current=2")));
    const state = tabsReducer(firstState(kept), go("/b", "", "POP"));
    expect(state.tabs.map(({ isMounted }) => isMounted)).toEqual([false, false, true]);
    expect(seen(state, "/b")).toEqual(["?current=2", 0]);
  });

  it("takes what stands in the address over what was kept when the portal is loaded", () => {
    const state = tabsReducer(firstState([newTab(at("/a", "?current=2"))]), go("/a", "?current=3", "POP"));
    expect(tab(state, "/a")?.location.search).toBe("?current=3");
  });

  it("follows what a page writes about itself, without beginning it anew", () => {
    expect(seen(stateAfter(go("/a"), go("/a", "?current=2", "REPLACE")), "/a")).toEqual(["?current=2", 0]);
  });

  it("shows a tab as it was left", () => {
    const state = stateAfter(go("/a", "?current=2"), go("/b"), go("/a", ""));
    expect(seen(state, "/a")).toEqual(["?current=2", 0]);
  });

  it("begins a page anew for a link that asks for something else", () => {
    const state = stateAfter(go("/a", "?current=2"), go("/b"), go("/a", "?filters=x"));
    expect(seen(state, "/a")).toEqual(["?filters=x", 1]);
    expect(seen(tabsReducer(state, go("/a", "?filters=y")), "/a")).toEqual(["?filters=y", 2]);
  });

  it("takes an address written otherwise for the same", () => {
    const state = stateAfter(go("/a", "?f=%5B1%5D"), go("/b"), go("/a", "?f=[1]"));
    expect(seen(state, "/a")).toEqual(["?f=%5B1%5D", 0]);
  });

  it("leads through the history from tab to tab as they are", () => {
    const state = stateAfter(go("/a", "?current=1"), go("/b"), go("/a", "?current=2"), go("/b", "", "POP"), go("/a", "?current=1", "POP"));
    expect(seen(state, "/a")).toEqual(["?current=2", 1]);
  });

  it("steps back within a tab, but never over what is entered", () => {
    const here = stateAfter(go("/a", "?x=1"), go("/a", "?x=2"));
    expect(seen(tabsReducer(here, go("/a", "?x=1", "POP")), "/a")).toEqual(["?x=1", 2]);
    const typed = tabsReducer(here, { type: "unsaved", path: "/a", isUnsaved: true });
    expect(seen(tabsReducer(typed, go("/a", "?x=1", "POP")), "/a")).toEqual(["?x=2", 1]);
  });

  it("reopens a tab that was closed", () => {
    const closed = stateAfter(go("/a", "?current=2"), go("/b"), { type: "closed", paths: ["/a"] });
    expect(paths(closed)).toEqual([HOME_PATH, "/b"]);
    expect(seen(tabsReducer(closed, go("/a", "?current=1", "POP")), "/a")).toEqual(["?current=1", 0]);
  });
});

describe("closing", () => {
  const open = stateAfter(go("/a"), go("/b"), go("/c"), go("/b"));

  it("never closes home", () => {
    expect(paths(tabsReducer(open, { type: "closed", paths: [HOME_PATH, "/a", "/b", "/c"] }))).toEqual([HOME_PATH]);
  });

  it.each([
    { closed: ["/b"], next: "/c" },
    { closed: ["/b", "/c"], next: "/a" },
    { closed: ["/a", "/b", "/c"], next: HOME_PATH },
    { closed: ["/a"], next: "/b" },
  ])("$closed leads to $next", ({ closed, next }) => {
    expect(tabAfterClosing(open, closed)?.path).toBe(next);
  });
});

describe("a page that is done", () => {
  const form = stateAfter(go("/a"), go("/a/create"), go("/b"), go("/a/create"));

  it("gives its place to the next one", () => {
    const state = tabsReducer(form, { type: "replaced", path: "/a/create", location: at("/a/show/7") });
    expect(paths(state)).toEqual([HOME_PATH, "/a", "/a/show/7", "/b"]);
  });

  it("just goes if that one is open", () => {
    const state = tabsReducer(form, { type: "replaced", path: "/a/create", location: at("/a", "?old=1") });
    expect(paths(state)).toEqual([HOME_PATH, "/a", "/b"]);
    expect(tab(state, "/a")?.location.search).toBe("");
  });

  it("is never home", () => {
    const state = tabsReducer(form, { type: "replaced", path: HOME_PATH, location: at("/c") });
    expect(paths(state)).toEqual(paths(form));
  });
});

describe("order, names and rights", () => {
  const open = stateAfter(go("/a"), go("/b"), go("/c"));
  const moved = (path: string, to: string) => paths(tabsReducer(open, { type: "moved", path, to }));

  it.each([
    ["/a", "/c", ["/b", "/c", "/a"]],
    ["/c", "/a", ["/c", "/a", "/b"]],
    ["/b", "/b", ["/a", "/b", "/c"]],
    ["/a", HOME_PATH, ["/a", "/b", "/c"]],
    [HOME_PATH, "/b", ["/a", "/b", "/c"]],
    ["/a", "/gone", ["/a", "/b", "/c"]],
  ])("moves %s to %s, behind home", (path, to, order) => {
    expect(moved(path, to)).toEqual([HOME_PATH, ...order]);
  });

  it("pins what the menu pins, behind home and before all others", () => {
    const pinned = [HOME_PATH, "/d", "/b"];
    const state = tabsReducer(open, { type: "allowed", mayOpen: () => true, pinned, active: "/c" });
    expect(paths(state)).toEqual([HOME_PATH, "/d", "/b", "/a", "/c"]);
    expect(paths(tabsReducer(state, { type: "closed", paths: ["/b", "/a"] }))).toEqual([HOME_PATH, "/d", "/b", "/c"]);
    expect(paths(tabsReducer(state, { type: "moved", path: "/c", to: "/d" }))).toEqual(paths(state));
    expect(tabsReducer(state, { type: "allowed", mayOpen: () => true, pinned, active: "/c" })).toBe(state);
  });

  it("keeps what is out of view changed by itself", () => {
    const state = tabsReducer(open, { type: "changed", path: "/a", location: at("/a", "?pageSize=9") });
    expect(seen(state, "/a")).toEqual(["?pageSize=9", 0]);
    expect(state.active).toBe("/c");
  });

  it("lets go of tabs whose page is no longer granted, but for the one in view", () => {
    const state = tabsReducer(open, { type: "allowed", mayOpen: (path) => path === "/b", pinned: [HOME_PATH], active: "/c" });
    expect(paths(state)).toEqual([HOME_PATH, "/b", "/c"]);
  });

  it("changes nothing for a tab that is gone", () => {
    expect(tabsReducer(open, { type: "named", path: "/gone", label: "x" })).toBe(open);
    expect(tabsReducer(open, { type: "unsaved", path: "/gone", isUnsaved: true })).toBe(open);
    expect(tabsReducer(open, { type: "closed", paths: ["/gone"] })).toBe(open);
  });

  it("is called as the menu does, until the page knows better", () => {
    const page = { MdlId: 7, PrtId: 1, path: "/g/Bills", title: "单据", icon: "", hidden: false, aliases: [], children: [] };
    const name = (path: string, label: string | null = null) => titleOf({ path, label }, [page as never]);
    expect([HOME_PATH, "/g/Bills", "/g/Bills/show/1", "/g/Bills/create", "/g/Bills/1/edit"].map((path) => name(path))).toEqual([
      "首页",
      "单据",
      "单据 详情",
      "单据 新增",
      "单据 编辑",
    ]);
    expect(name("/g/Bills/show/1", "单据 D1")).toBe("单据 D1");
    expect(name("/g/BillsOfOthers")).toBe("/g/BillsOfOthers");
    const below = { ...page, path: "/g/Bills/merged", title: "合并单" };
    expect(titleOf({ path: "/g/Bills/merged/show/2", label: null }, [page as never, below as never])).toBe("合并单 详情");
  });
});

describe("pages out of view", () => {
  const opened = Array.from({ length: MOST_ALIVE + 4 }, (_, index) => `/page-${index}`);
  const all = stateAfter(...opened.map((path) => go(path)));
  const alive = (state: TabsState) => state.tabs.filter(({ isMounted }) => isMounted).map(({ path }) => path);
  const rested = (state: TabsState, mayRest: (path: string) => boolean = () => true) => tabsReducer(state, { type: "rested", mayRest });

  it("rest when there are more than fifteen, those left longest ago first; their tabs stay as they are", () => {
    const state = rested(all);
    expect(alive(state)).toEqual(opened.slice(3));
    expect(paths(state)).toEqual(paths(all));
    expect(state.active).toBe(opened.at(-1));
  });

  it("are alive again as they are looked at, and another one rests in their place", () => {
    const [first = "", , , fourth = ""] = opened;
    const state = rested(stateAfter(...opened.map((path) => go(path, "?current=2")), { type: "rested", mayRest: () => true }, go(first)));
    expect(alive(state)).toContain(first);
    expect(alive(state)).not.toContain(fourth);
    expect(seen(state, first)).toEqual(["?current=2", 0]);
  });

  it("do not rest while something is entered in them, or where they do not allow it", () => {
    const [first = "", second = ""] = opened;
    const unsaved = tabsReducer(all, { type: "unsaved", path: first, isUnsaved: true });
    const state = rested(unsaved, (path) => path !== second);
    expect(alive(state)).toEqual([first, second, ...opened.slice(3)]);
  });

  it("are left alone, in the same state, as long as they are few", () => {
    const few = stateAfter(...opened.slice(0, MOST_ALIVE + 1).map((path) => go(path)));
    expect(rested(few)).toBe(few);
  });
});
