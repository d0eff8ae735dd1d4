import { useEffect } from "react";

/**
 * Gives Escape to the window that is open, also while it still comes in: antd's windows take the focus, and with it the keys, only when they
 * stand still, and whoever pressed the key sooner would have to press it again.
 */
export function useEscape() {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { key, target, isTrusted } = event;
      // What is above a window (a list of choices, a message) keeps its keys; only what lies under it loses them.
      if (key !== "Escape" || !isTrusted || !(target instanceof Node) || !isUnder(target)) return;
      const window = openWindow();
      if (window === undefined || window.contains(target)) return;
      event.preventDefault();
      event.stopPropagation();
      // antd asks for the code.
      window.dispatchEvent(new KeyboardEvent("keydown", { key, code: key, keyCode: 27, bubbles: true, cancelable: true }));
    };
    document.addEventListener("keydown", onKey, true);
    return () => document.removeEventListener("keydown", onKey, true);
  }, []);
}

const isUnder = (target: Node) => target === document.body || document.getElementById("root")?.contains(target) === true;

/** The window that is in front of all others. */
const openWindow = () =>
  [...document.querySelectorAll('[role="dialog"][aria-modal="true"]')].filter((window) => window.checkVisibility()).at(-1);
