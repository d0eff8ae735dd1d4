import { useEffect, useRef } from "react";
import { watermarkGrid } from "../../../shared/print/watermark.ts";
import { PX_PER_MM } from "./px-per-mm.ts";

/** How often the watermark is made anew, in ms. */
const REFRESH_MS = 2000;
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
  const { columns, rows } = watermarkGrid(host.clientWidth / PX_PER_MM, host.clientHeight / PX_PER_MM);
  layer.style.gridTemplateColumns = `repeat(${columns}, 1fr)`;
  for (let copy = 0; copy < columns * rows; copy += 1) {
    const mark = document.createElement("span");
    mark.textContent = text;
    layer.append(mark);
  }
  return layer;
}
