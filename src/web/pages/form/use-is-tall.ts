import { type RefObject, useEffect, useState } from "react";

/** Whether a box holds more than it shows at once. */
export function useIsTall(box: RefObject<HTMLElement>): boolean {
  const [isTall, setTall] = useState(false);
  useEffect(() => {
    const element = box.current;
    if (element === null) return;
    const look = () => {
      // A page in another tab has no size: it stays as it was.
      if (element.clientHeight > 0) setTall(element.scrollHeight > element.clientHeight + 1);
    };
    const sizes = new ResizeObserver(look);
    const parts = new MutationObserver(() => {
      for (const child of element.children) sizes.observe(child);
    });
    sizes.observe(element);
    for (const child of element.children) sizes.observe(child);
    parts.observe(element, { childList: true });
    return () => {
      sizes.disconnect();
      parts.disconnect();
    };
  }, [box]);
  return isTall;
}
