import { type RefObject, useEffect, useRef } from "react";

/**
 * Calls back whenever the element comes into view again, and at this interval as long as it is. A page of another tab of the
 * portal is not in the document, and one of another tab of the browser is not visible: both wait.
 */
export function useShown(element: RefObject<HTMLElement>, onShown: () => void, everyMs: number): void {
  const current = useRef(onShown);
  current.current = onShown;
  useEffect(() => {
    const isInView = () => element.current?.isConnected === true && document.visibilityState === "visible";
    const tell = () => isInView() && current.current();
    // The first report is of the page as it opens, when everything is read anyway.
    let isFirst = true;
    const observer = new IntersectionObserver((entries) => {
      if (!isFirst && entries.some(({ isIntersecting }) => isIntersecting)) tell();
      isFirst = false;
    });
    if (element.current !== null) observer.observe(element.current);
    const timer = setInterval(tell, everyMs);
    document.addEventListener("visibilitychange", tell);
    return () => {
      observer.disconnect();
      clearInterval(timer);
      document.removeEventListener("visibilitychange", tell);
    };
  }, [element, everyMs]);
}
