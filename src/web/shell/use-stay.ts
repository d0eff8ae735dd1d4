import { useEffect } from "react";
import { ENDPOINTS } from "../api/endpoints.ts";
import { post } from "../api/post.ts";
import { readToken } from "../api/session.ts";

const SECOND = 1000;
const PAUSE_MS = 30_000;
/** Nobody looks at a page that he has not touched for so long. */
const IDLE_MS = 300_000;

/**
 * Tells how long each page is in view (114), now and then, and what is left when the browser's tab goes out of view. Time without a key or
 * a pointer counts for five minutes. What cannot be told is told later; a page that is closed before costs its last seconds.
 */
export function useStay(mdl: number | undefined): void {
  useEffect(() => (mdl === undefined ? undefined : watchStay(mdl)), [mdl]);
}

/** Milliseconds by page that were not told yet. */
const untold = new Map<number, number>();

function watchStay(mdl: number): () => void {
  let since = performance.now();
  let touched = since;
  const isSeen = () => document.visibilityState === "visible";
  const count = () => {
    const until = Math.min(performance.now(), touched + IDLE_MS);
    if (until > since) untold.set(mdl, (untold.get(mdl) ?? 0) + until - since);
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
      void tell();
    }
  };
  const timer = setInterval(() => {
    if (!isSeen()) return;
    count();
    void tell();
  }, PAUSE_MS);
  document.addEventListener("visibilitychange", look);
  for (const event of TOUCHES) document.addEventListener(event, touch, { capture: true, passive: true });
  return () => {
    clearInterval(timer);
    document.removeEventListener("visibilitychange", look);
    for (const event of TOUCHES) document.removeEventListener(event, touch, { capture: true });
    if (isSeen()) count();
  };
}

const TOUCHES = ["keydown", "pointerdown", "pointermove", "wheel"] as const;

/** Tells whole seconds; the rest waits. */
async function tell(): Promise<void> {
  const stays = [...untold].map(([mdl, ms]) => [mdl, Math.floor(ms / SECOND)] as const).filter(([, seconds]) => seconds > 0);
  if (stays.length === 0 || readToken() === null) return;
  const add = (sign: number) => {
    for (const [mdl, seconds] of stays) untold.set(mdl, (untold.get(mdl) ?? 0) + sign * seconds * SECOND);
  };
  add(-1);
  await post(ENDPOINTS.addStay, { stays: JSON.stringify(stays) }).catch(() => add(1));
}
