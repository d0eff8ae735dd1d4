import { type RefObject, useEffect, useRef } from "react";

/** How often the watermark is made anew, in ms (specification section 4). */
const REFRESH_MS = 2000;
const COPIES = 24;
const CLASS = "print-watermark";

/** Lays the watermark over a sheet, and again every 2 s: a removed or changed one comes back. */
export function useWatermark(text: string): RefObject<HTMLElement> {
  const sheet = useRef<HTMLElement>(null);
  useEffect(() => {
    const host = sheet.current;
    if (host === null || text === "") return;
    const paint = () => {
      for (const old of host.querySelectorAll(`:scope > .${CLASS}`)) old.remove();
      host.append(overlay(text));
    };
    paint();
    const timer = setInterval(paint, REFRESH_MS);
    return () => clearInterval(timer);
  }, [text]);
  return sheet;
}

function overlay(text: string): HTMLElement {
  const layer = document.createElement("div");
  layer.className = CLASS;
  layer.setAttribute("aria-hidden", "true");
  for (let copy = 0; copy < COPIES; copy += 1) {
    const mark = document.createElement("span");
    mark.textContent = text;
    layer.append(mark);
  }
  return layer;
}
