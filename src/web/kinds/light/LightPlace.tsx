import { useLayoutEffect, useRef } from "react";
import { holdPlace, type LightPart } from "./light-stand.ts";
import "./light-place.css";

/** Where the light list stands while the page, or its table, is on its way. */
export function LightPlace({ part }: { readonly part: Exclude<LightPart, "window"> }) {
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => holdPlace({ part, element: place.current }), [part]);
  return <div ref={place} className="light-place" role="status" aria-label="加载中" aria-busy data-testid="page-skeleton" />;
}
