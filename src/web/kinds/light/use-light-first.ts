import { startTransition, useEffect, useState } from "react";
import { hasLight } from "./light-stand.ts";

/**
 * Whether the light list stands for what is to be drawn here. Once `isReady`, it waits until what is around it has been painted, and for what is
 * drawn in its place, which may be interrupted: what is there already can be used meanwhile.
 */
export function useLightFirst(isReady: boolean): boolean {
  const [isFirst, setIsFirst] = useState(hasLight);
  useEffect(() => {
    if (!isFirst || !isReady) return;
    return afterPaint(() => startTransition(() => setIsFirst(false)));
  }, [isFirst, isReady]);
  return isFirst;
}

/** Runs it when the next picture has been painted; returns what calls it off. A window out of view paints none, until it comes into view. */
function afterPaint(run: () => void): () => void {
  let timer: ReturnType<typeof setTimeout>;
  const frame = requestAnimationFrame(() => {
    timer = setTimeout(run);
  });
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
}
