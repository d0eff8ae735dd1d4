import { useEffect } from "react";
import { useTab } from "../../providers/tab.ts";

/** Ctrl+S, or ⌘S, saves the form in view instead of storing the page. */
export function useSaveKey(save: () => void): void {
  const { isShown } = useTab();
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== "s" || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey || !isShown()) return;
      event.preventDefault();
      settleTyping();
      // After what the line above wrote has been drawn.
      setTimeout(save);
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, [save, isShown]);
}

/** A calendar takes a typed day only when it is left. */
function settleTyping(): void {
  const active = document.activeElement;
  if (!(active instanceof HTMLInputElement) || active.closest(".ant-picker") === null) return;
  active.blur();
  active.focus();
}
