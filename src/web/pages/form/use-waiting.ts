import { type RefObject, useLayoutEffect, useRef } from "react";

/**
 * While `isWaiting`, nothing within the element takes a key or a click: what were entered then would be left out of what is being
 * saved. Afterwards the cursor is back where it was, unless it has been put somewhere else.
 */
export function useWaiting(box: RefObject<HTMLElement>, isWaiting: boolean): void {
  const left = useRef<HTMLElement | null>(null);
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null || element.hasAttribute("inert") === isWaiting) return;
    element.toggleAttribute("inert", isWaiting);
    const { activeElement } = document;
    if (isWaiting) {
      left.current = activeElement instanceof HTMLElement && element.contains(activeElement) ? activeElement : null;
      // At once: the browser itself takes the cursor away only when it draws next.
      left.current?.blur();
    } else if (activeElement === document.body) left.current?.focus({ preventScroll: true });
  }, [box, isWaiting]);
}
