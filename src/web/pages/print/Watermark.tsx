import { useEffect, useRef } from "react";

/** How often the watermark is made anew, in ms. */
const REFRESH_MS = 2000;
/** px of the sheet for each copy; the layer is larger than the sheet, as it is turned. */
const COPY_WIDTH = 380;
const COPY_HEIGHT = 110;
const OVERSIZE = 1.4;
const CLASS = "print-watermark";

/** A text over the sheet around it, pale enough to read through, and again every 2 s: a removed or changed one comes back. */
export function Watermark({ text }: { text: string }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const host = place.current;
    if (host === null || text === "") return;
    const paint = () => host.replaceChildren(overlay(host, text));
    paint();
    const timer = setInterval(paint, REFRESH_MS);
    return () => clearInterval(timer);
  }, [text]);
  return <div ref={place} className="print-marks" aria-hidden="true" />;
}

function overlay(host: HTMLElement, text: string): HTMLElement {
  const layer = document.createElement("div");
  layer.className = CLASS;
  const perRow = Math.ceil((host.clientWidth * OVERSIZE) / COPY_WIDTH);
  const copies = perRow * Math.ceil((host.clientHeight * OVERSIZE) / COPY_HEIGHT);
  layer.style.gridTemplateColumns = `repeat(${perRow}, 1fr)`;
  for (let copy = 0; copy < copies; copy += 1) {
    const mark = document.createElement("span");
    mark.textContent = text;
    layer.append(mark);
  }
  return layer;
}
