import { useEffect, useRef } from "react";

/** What takes the characters that are typed; a tick box takes none. */
const TYPING = 'input:not([type="checkbox"], [type="radio"]), textarea, select, [contenteditable=""], [contenteditable="true"]';

/** Calls `open` on `/` and Ctrl+K (⌘K), except while something is typed or a dialog asks something. */
export function useSearchKeys(open: () => void): void {
  const latest = useRef(open);
  latest.current = open;
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || !isSearchKey(event) || isBusy(event.target)) return;
      event.preventDefault();
      latest.current();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, []);
}

function isSearchKey({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean {
  if (altKey || shiftKey) return false;
  return ctrlKey || metaKey ? key.toLowerCase() === "k" : key === "/";
}

function isBusy(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(`${TYPING}, [role="dialog"]`) !== null;
}
