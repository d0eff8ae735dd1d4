import { type RefObject, useEffect, useLayoutEffect, useRef } from "react";
import type { LongRowsInput } from "./long-rows.ts";

/** Goes to a row that is not drawn: it has the focus as soon as it is there, unless the user goes elsewhere meanwhile. */
export function useGoTo(body: RefObject<HTMLElement>, { count, rowHeight, goTo }: LongRowsInput): void {
  const wanted = useRef<number | null>(null);
  goTo.current = (place) => {
    wanted.current = Math.min(place, count - 1);
    const box = body.current?.closest<HTMLElement>(".ant-table-body");
    if (box != null) box.scrollTop = wanted.current * rowHeight;
    reach();
  };
  const reach = () => {
    const row = body.current?.querySelector<HTMLElement>(`:scope > [data-place="${wanted.current}"]`);
    if (row == null) return;
    wanted.current = null;
    row.focus();
  };
  useLayoutEffect(() => {
    if (wanted.current !== null) reach();
  });
  useEffect(() => {
    const forget = () => {
      wanted.current = null;
    };
    const box = body.current?.closest<HTMLElement>(".ant-table-body");
    const events = ["wheel", "pointerdown", "touchstart"] as const;
    for (const name of events) box?.addEventListener(name, forget, { passive: true });
    return () => {
      for (const name of events) box?.removeEventListener(name, forget);
    };
  }, [body]);
}

/** One row can be reached by Tab (row-keys.ts), also when that one has been scrolled away: then the first in view. */
export function useTabStop(body: RefObject<HTMLElement>, first: number): void {
  useLayoutEffect(() => {
    const rows = [...(body.current?.querySelectorAll<HTMLElement>(":scope > [data-row-key]") ?? [])];
    const next = rows.find(({ dataset }) => Number(dataset.place) >= first);
    if (next !== undefined && !rows.some((row) => row.tabIndex === 0)) next.tabIndex = 0;
  });
}
