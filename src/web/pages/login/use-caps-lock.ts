import { type KeyboardEvent, useState } from "react";

/** Whether the last key was struck with caps lock on: no page is told before. */
export function useCapsLock(): { readonly isOn: boolean; readonly onKey: (event: KeyboardEvent) => void } {
  const [isOn, setOn] = useState(false);
  return { isOn, onKey: (event) => setOn(event.getModifierState("CapsLock")) };
}
