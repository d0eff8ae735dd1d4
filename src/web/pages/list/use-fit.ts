import { useEffect, useRef, useState } from "react";
import { fitPageSize } from "../../../shared/domain/list/page-size.ts";
import type { Density } from "../../../shared/protocol/own-list.ts";
import { shownDensity } from "../../kinds/look.ts";
import { useTab } from "../../providers/tab.ts";

/** A list that shows as many rows as fit keeps doing so when the window changes. */
export function useFollowFit(fit: number, pageSize: number, setPageSize: (size: number) => void): void {
  const last = useRef(fit);
  useEffect(() => {
    if (last.current !== fit && pageSize === last.current) setPageSize(fit);
    last.current = fit;
  }, [fit, pageSize, setPageSize]);
}

const SETTLE_MS = 300;

/** Rows that fit into the window now; follows the window once its size has settled, and only while its tab is in view. */
export function useFitPageSize(hasFooter: boolean, density: Density | undefined): number {
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
  return fitPageSize(height, hasFooter, shownDensity(density));
}
