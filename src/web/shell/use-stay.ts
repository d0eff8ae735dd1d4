import { useEffect, useRef } from "react";
import { ENDPOINTS } from "../api/endpoints.ts";
import { post } from "../api/post.ts";
import { readToken } from "../api/session.ts";

const SECOND = 1000;
const PAUSE_MS = 30_000;
/** Nobody looks at a page that he has not touched for so long. */
const IDLE_MS = 300_000;

/**
 * Tells how long each page is in view (114), now and then, and what is left when the browser's tab goes out of view or is closed. Time
 * without a key or a pointer counts for five minutes. What cannot be told is told later; what a session has not told goes with it.
 */
export function useStay(mdl: number | undefined): void {
  const watch = useRef<StayWatch | null>(null);
  useEffect(() => {
    const begun = watchStay();
    watch.current = begun;
    return begun.end;
  }, []);
  useEffect(() => watch.current?.turnTo(mdl), [mdl]);
}

interface StayWatch {
  /** Another page is in view; undefined: one that is not counted. */
  readonly turnTo: (mdl: number | undefined) => void;
  readonly end: () => void;
}

/** One watch over whatever page is in view: a clock that began anew with each would never strike for somebody who is quick. */
function watchStay(): StayWatch {
  /** Milliseconds by page that were not told yet. */
  const untold = new Map<number, number>();
  let page: number | undefined;
  let since = performance.now();
  let touched = since;
  const isSeen = () => document.visibilityState === "visible";
  const count = () => {
    const until = Math.min(performance.now(), touched + IDLE_MS);
    if (page !== undefined && until > since) untold.set(page, (untold.get(page) ?? 0) + until - since);
    since = performance.now();
  };
  const touch = () => {
    if (performance.now() > touched + IDLE_MS) count();
    touched = performance.now();
  };
  const look = () => {
    if (isSeen()) since = touched = performance.now();
    else {
      count();
      void tell(untold);
    }
  };
  const timer = setInterval(() => {
    if (!isSeen()) return;
    count();
    void tell(untold);
  }, PAUSE_MS);
  document.addEventListener("visibilitychange", look);
  for (const event of TOUCHES) document.addEventListener(event, touch, { capture: true, passive: true });
  return {
    turnTo: (mdl) => {
      if (isSeen()) count();
      page = mdl;
    },
    end: () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", look);
      for (const event of TOUCHES) document.removeEventListener(event, touch, { capture: true });
    },
  };
}

const TOUCHES = ["keydown", "pointerdown", "pointermove", "wheel"] as const;

/** Tells whole seconds, also of a tab that is closed at this moment; the rest waits. */
async function tell(untold: Map<number, number>): Promise<void> {
  const stays = [...untold].map(([mdl, ms]) => [mdl, Math.floor(ms / SECOND)] as const).filter(([, seconds]) => seconds > 0);
  if (stays.length === 0 || readToken() === null) return;
  const add = (sign: number) => {
    for (const [mdl, seconds] of stays) untold.set(mdl, (untold.get(mdl) ?? 0) + sign * seconds * SECOND);
  };
  add(-1);
  await post(ENDPOINTS.addStay, { stays: JSON.stringify(stays) }, { outlivesPage: true }).catch(() => add(1));
}
