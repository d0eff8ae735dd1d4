import { useEffect, useState } from "react";
import { fitPageSize } from "./page-size.ts";

const SETTLE_MS = 300;

/** Rows that fit into the window now; follows the window once its size has settled. */
export function useFitPageSize(hasFooter: boolean): number {
  const [height, setHeight] = useState(() => window.innerHeight);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const onResize = () => {
      clearTimeout(timer);
      timer = setTimeout(() => setHeight(window.innerHeight), SETTLE_MS);
    };
    addEventListener("resize", onResize);
    return () => {
      clearTimeout(timer);
      removeEventListener("resize", onResize);
    };
  }, []);
  return fitPageSize(height, hasFooter);
}
