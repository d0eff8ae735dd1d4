import { App } from "antd";
import { type Dispatch, useCallback, useEffect, useMemo, useRef } from "react";
import { readToken } from "../../api/session.ts";
import type { OpenTab, TabsEvent } from "./tabs-state.ts";

/** What is entered in the tabs and not saved, and the question before it is lost. */
export function useUnsavedTabs(tabs: readonly OpenTab[], titleOf: (tab: OpenTab) => string, dispatch: Dispatch<TabsEvent>) {
  const { modal } = App.useApp();
  const forgets = useRef(new Map<string, Set<() => void>>());
  const current = useRef({ tabs, titleOf });
  current.current = { tabs, titleOf };

  const hold = useCallback(
    (path: string, forget: () => void) => {
      const here = forgets.current.get(path) ?? new Set();
      forgets.current.set(path, here.add(forget));
      dispatch({ type: "unsaved", path, isUnsaved: true });
      return () => {
        here.delete(forget);
        if (here.size === 0) dispatch({ type: "unsaved", path, isUnsaved: false });
      };
    },
    [dispatch],
  );

  const mayLose = useCallback(
    async (paths: readonly string[]): Promise<boolean> => {
      const lost = current.current.tabs.filter(({ path, isUnsaved }) => isUnsaved && paths.includes(path));
      if (lost.length === 0 || readToken() === null) return true;
      const isSure = await modal.confirm({
        title: "有未保存的修改",
        content: `${lost.map((tab) => `“${current.current.titleOf(tab)}”`).join("、")}尚未保存。离开后，这些修改将会丢失。`,
        okText: "离开",
        okButtonProps: { danger: true, "data-testid": "leave-ok" },
        cancelText: "继续编辑",
      });
      if (isSure) for (const { path } of lost) for (const forget of forgets.current.get(path) ?? []) forget();
      return isSure;
    },
    [modal],
  );

  useUnloadQuestion(tabs.some(({ isUnsaved }) => isUnsaved));
  return useMemo(() => ({ hold, mayLose }), [hold, mayLose]);
}

/** The browser asks before it closes or reloads the portal. Whoever is signed out has been led away already. */
function useUnloadQuestion(isNeeded: boolean): void {
  useEffect(() => {
    if (!isNeeded) return;
    const onUnload = (event: BeforeUnloadEvent) => {
      if (readToken() !== null) event.preventDefault();
    };
    addEventListener("beforeunload", onUnload);
    return () => removeEventListener("beforeunload", onUnload);
  }, [isNeeded]);
}
