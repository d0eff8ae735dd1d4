import { type KeyboardEvent, useEffect, useState } from "react";

/** What old browsers tell as the code of a key that an input method takes. */
const TAKEN = 229;

/** Whether the key belongs to an input method that is putting characters together: Enter then chooses one of those, and asks nothing. */
export function isComposing({ nativeEvent, keyCode }: Pick<KeyboardEvent, "nativeEvent" | "keyCode">): boolean {
  return nativeEvent.isComposing || keyCode === TAKEN;
}

/** Runs what Enter asks for, unless an input method takes the key. */
export const onEnter = (run: () => void) => (event: KeyboardEvent) => {
  if (!isComposing(event)) run();
};

/** What was typed into the field with this id, without what an input method is still putting together: then what stood there before. */
export function useComposed(id: string, typed: string): string {
  const [isBusy, setBusy] = useState(false);
  const [kept, keep] = useState(typed);
  useEffect(() => {
    const field = document.getElementById(id);
    const begin = () => setBusy(true);
    const end = () => setBusy(false);
    field?.addEventListener("compositionstart", begin);
    field?.addEventListener("compositionend", end);
    return () => {
      field?.removeEventListener("compositionstart", begin);
      field?.removeEventListener("compositionend", end);
    };
  }, [id]);
  useEffect(() => {
    if (!isBusy) keep(typed);
  }, [isBusy, typed]);
  return isBusy ? kept : typed;
}
