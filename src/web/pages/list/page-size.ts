import { useEffect, useState } from "react";
import { ALL_ROWS } from "../../../shared/protocol/list.ts";
import { useTab } from "../../providers/tab.ts";

/** In px. */
const ROW_HEIGHT = 35;
const AROUND = 250;
const AROUND_WITH_FOOTER = 280;
const FACTORS = [2, 5, 10] as const;

/** Rows that fit into a window of this height. A tiny window still shows one row. */
export function fitPageSize(windowHeight: number, hasFooter: boolean): number {
  return Math.max(1, Math.floor((windowHeight - (hasFooter ? AROUND_WITH_FOOTER : AROUND)) / ROW_HEIGHT));
}

/** The sizes on offer: what fits, 2×, 5×, 10× and all. A size from elsewhere (an address made in another window) is offered too. */
export function pageSizeOptions(fit: number, current: number) {
  const sizes = new Set([fit, ...FACTORS.map((factor) => factor * fit), current]);
  sizes.delete(ALL_ROWS);
  const numbers = [...sizes].sort((a, b) => a - b).map((value) => ({ value, label: `${value} 条/页` }));
  return [...numbers, { value: ALL_ROWS, label: "全部" }];
}

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
