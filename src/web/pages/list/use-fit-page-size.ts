import { useEffect, useState } from "react";
import { useTab } from "../../providers/tab.ts";
import { fitPageSize } from "./page-size.ts";

const SETTLE_MS = 300;

/** Rows that fit into the window now; follows the window once its size has settled, and only while its tab is in view. */
export function useFitPageSize(hasFooter: boolean): number {
  const { isShown, whenShown } = useTab();
  const [height, setHeight] = useState(() => window.innerHeight);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const measure = () => isShown() && setHeight(window.innerHeight);
    const onResize = () => {
      clearTimeout(timer);
      timer = setTimeout(measure, SETTLE_MS);
    };
    addEventListener("resize", onResize);
    const stop = whenShown(measure);
    return () => {
      clearTimeout(timer);
      removeEventListener("resize", onResize);
      stop();
    };
  }, [isShown, whenShown]);
  return fitPageSize(height, hasFooter);
}
