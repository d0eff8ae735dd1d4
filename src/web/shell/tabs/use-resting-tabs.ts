import { type Dispatch, useCallback, useEffect, useRef } from "react";
import type { TabsEvent } from "./tabs-state.ts";

/** Which pages may be taken apart while nobody looks at them; asked whenever another one comes into view. */
export function useRestingTabs(active: string | null, dispatch: Dispatch<TabsEvent>) {
  const idle = useRef(new Map<string, Set<() => boolean>>());
  const rest = useCallback((path: string, isIdle: () => boolean) => {
    const here = idle.current.get(path) ?? new Set();
    idle.current.set(path, here.add(isIdle));
    return () => {
      here.delete(isIdle);
      if (here.size === 0) idle.current.delete(path);
    };
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page in view is what it is about
  useEffect(() => {
    // A page that says nothing of itself is left as it is.
    const mayRest = (path: string) => [...(idle.current.get(path) ?? [() => false])].every((isIdle) => isIdle());
    dispatch({ type: "rested", mayRest });
  }, [active, dispatch]);
  return { rest };
}
