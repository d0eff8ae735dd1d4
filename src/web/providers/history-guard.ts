/** May stop a step through the history from being seen by the router, with `stopImmediatePropagation`. */
type HistoryGuard = (event: PopStateEvent) => void;

let current: HistoryGuard | null = null;

/** Makes {@link guardHistory} possible. Must be called before the router listens: events on the window come in the order of registration. */
export function listenBeforeRouter(): void {
  addEventListener("popstate", (event) => current?.(event));
}

/** Puts a guard before the router. Returns how to take it away. */
export function guardHistory(guard: HistoryGuard): () => void {
  current = guard;
  return () => {
    if (current === guard) current = null;
  };
}
