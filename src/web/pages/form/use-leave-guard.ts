import { useCallback, useContext, useEffect, useRef } from "react";
import { UNSAFE_NavigationContext as NavigationContext } from "react-router-dom";
import { readToken } from "../../api/session.ts";
import { guardHistory } from "../../providers/history-guard.ts";

/**
 * Asks before unsaved changes are left: by a link, by the browser's back button, by closing the tab. The router cannot be told
 * to wait without its data API, so its navigator is wrapped, and a step through the history is undone first.
 * Returns a function that lets the next navigation pass.
 */
export function useLeaveGuard(isDirty: boolean, ask: () => Promise<boolean>): () => void {
  const { navigator } = useContext(NavigationContext);
  const isFree = useRef(false);
  const question = useRef(ask);
  question.current = ask;

  useEffect(() => {
    isFree.current = false;
    if (!isDirty) return;
    // Whoever is signed out is led to the login page without being asked.
    const mayPass = () => isFree.current || readToken() === null;
    const { push, replace } = navigator;
    const guarded = (go: typeof push): typeof push => {
      return (...args) => {
        const [to] = args;
        const isSamePage = typeof to !== "string" && to.pathname === location.pathname;
        if (mayPass() || isSamePage) return go.apply(navigator, args);
        void question.current().then((isSure) => isSure && go.apply(navigator, args));
      };
    };
    navigator.push = guarded(push);
    navigator.replace = guarded(replace);
    const unwatch = watchHistory(mayPass, () => question.current());
    const onUnload = (event: BeforeUnloadEvent) => {
      if (!mayPass()) event.preventDefault();
    };
    addEventListener("beforeunload", onUnload);
    return () => {
      navigator.push = push;
      navigator.replace = replace;
      unwatch();
      removeEventListener("beforeunload", onUnload);
    };
  }, [isDirty, navigator]);

  return useCallback(() => {
    isFree.current = true;
  }, []);
}

/** Undoes a step through the history before the router sees it, asks, and takes it again. */
function watchHistory(mayPass: () => boolean, ask: () => Promise<boolean>): () => void {
  const here = indexOf(history.state);
  let isUndoing = false;
  let isSure = false;
  const onPop = (event: PopStateEvent) => {
    const by = here - indexOf(event.state);
    if (isUndoing) {
      isUndoing = false;
      event.stopImmediatePropagation();
      return;
    }
    if (mayPass() || isSure || by === 0 || Number.isNaN(by)) return;
    event.stopImmediatePropagation();
    isUndoing = true;
    history.go(by);
    void ask().then((answer) => {
      isSure = answer;
      if (answer) history.go(-by);
    });
  };
  return guardHistory(onPop);
}

/** The place of an entry in the history, as the router numbers them. */
const indexOf = (state: unknown): number => Number((state as { idx?: number } | null)?.idx ?? Number.NaN);
