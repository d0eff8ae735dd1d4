import { lazy, Suspense, useEffect, useState } from "react";

const KeysDialog = lazy(() => import("./KeysDialog.tsx"));

/** What takes the characters that are typed; a tick box takes none. A dialog is answered first. */
const BUSY =
  'input:not([type="checkbox"], [type="radio"]), textarea, select, [contenteditable=""], [contenteditable="true"], [role="dialog"]';

/** Shows the keys when `?` is pressed. */
export function KeysHelp() {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { key, target, ctrlKey, metaKey, altKey } = event;
      // A Chinese keyboard in its own mode types the wide one.
      if (event.defaultPrevented || event.isComposing || ctrlKey || metaKey || altKey || !["?", "？"].includes(key)) return;
      if (target instanceof Element && target.closest(BUSY) !== null) return;
      event.preventDefault();
      setOpen(true);
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, []);
  if (!isOpen) return null;
  return (
    <Suspense fallback={null}>
      <KeysDialog onClose={() => setOpen(false)} />
    </Suspense>
  );
}
