import type { PrintPage } from "../../../shared/protocol/print.ts";

/** Tells the printer the size of the paper and the screen the gap between two sheets, all in mm. */
export function PaperStyle({ width, pageheight, intervalheight }: Pick<PrintPage, "width" | "pageheight" | "intervalheight">) {
  const css = `@page { size: ${width}mm ${pageheight}mm; margin: 0; } @media screen { .print-sheets { row-gap: ${intervalheight}mm; } }`;
  return <style>{css}</style>;
}
