import { useEffect, useState } from "react";

/** Whether a list is open. One that shall be at once waits for the press that drew it to end, which would close it again. */
export function useListOpen(opensAtOnce: boolean): [boolean, (isOpen: boolean) => void] {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    if (!opensAtOnce) return;
    const timer = setTimeout(() => setOpen(true));
    return () => clearTimeout(timer);
  }, [opensAtOnce]);
  return [isOpen, setOpen];
}
