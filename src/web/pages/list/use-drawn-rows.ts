import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";
import type { LongRowsInput } from "./long-rows.ts";

/** Rows drawn before and after those in view. */
const AROUND = 12;
/** Rows by which one scrolls before others are drawn. */
const STRIDE = 4;

interface DrawnRows {
  /** Not beyond the first in view. */
  readonly from: number;
  /** Not drawn any more. */
  readonly to: number;
  /** The first in view, more or less. */
  readonly first: number;
  /** So many rows are drawn at a time where not all are. */
  readonly most: number;
}

/** Which of many rows of equal height are drawn, as their box scrolls. Tells which are in view. */
export function useDrawnRows(body: RefObject<HTMLElement>, input: LongRowsInput): DrawnRows {
  const { count, rowHeight, boxHeight, isWhole, question } = input;
  const [first, setFirst] = useState(0);
  const inView = Math.ceil(boxHeight / rowHeight) + 1;
  const latest = useRef(input);
  latest.current = input;
  const boxOf = () => body.current?.closest<HTMLElement>(".ant-table-body") ?? null;
  // Other rows begin at their first.
  const asked = useRef(question);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the box stays the same
  useLayoutEffect(() => {
    if (asked.current === question) return;
    asked.current = question;
    const box = boxOf();
    if (box !== null) box.scrollTop = 0;
  }, [question]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the box stays the same
  useEffect(() => {
    const box = boxOf();
    if (box === null) return;
    const look = () => {
      const top = Math.floor(box.scrollTop / rowHeight);
      latest.current.onLook(top, Math.min(top + inView, latest.current.count));
      setFirst(Math.floor(top / STRIDE) * STRIDE);
    };
    look();
    box.addEventListener("scroll", look, { passive: true });
    return () => box.removeEventListener("scroll", look);
  }, [rowHeight, inView, question]);
  const most = inView + STRIDE + 2 * AROUND;
  if (isWhole) return { from: 0, to: count, first, most };
  const from = Math.min(Math.max(0, first - AROUND), Math.max(0, count - inView - AROUND));
  return { from, to: Math.min(count, first + inView + STRIDE + AROUND), first, most };
}
