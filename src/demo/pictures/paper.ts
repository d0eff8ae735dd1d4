import type { Canvas } from "./canvas.ts";
import { sampleText, sampleWidth } from "./lettering.ts";
import { circle, outline, type Point, polygon, rect, type Shape } from "./shapes.ts";

export const WIDTH = 480;
export const HEIGHT = 360;

/** Grey bars where a document has lines of text, each so wide. */
export function textLines(x: number, y: number, step: number, widths: readonly number[], height = 9): Shape[] {
  return widths.map((width, index) => rect(x, y + index * step, width, height, height / 2));
}

export function star(x: number, y: number, radius: number): Shape {
  const points = Array.from({ length: 10 }, (_, index): Point => {
    const [angle, length] = [(index * Math.PI) / 5 - Math.PI / 2, index % 2 === 0 ? radius : radius * 0.4];
    return [x + Math.cos(angle) * length, y + Math.sin(angle) * length];
  });
  return polygon(...points);
}

/** A round red seal with a star, as documents carry. */
export function seal(canvas: Canvas, x: number, y: number, radius: number): void {
  canvas.wash("#d0312d", 0.85, outline(circle(x, y, radius), radius * 0.09), star(x, y, radius * 0.42));
  canvas.wash("#d0312d", 0.6, outline(circle(x, y, radius * 0.72), 1.5));
}

/** The word that says what this is not: a real document. */
export function stampSample(canvas: Canvas, paint: string, x: number, y: number, size: number, alpha = 1): void {
  canvas.wash(paint, alpha, ...sampleText(x, y, size));
}

/** Across the middle of a document, faint. */
export function watermark(canvas: Canvas, paint: string, alpha = 0.16): void {
  stampSample(canvas, paint, (WIDTH - sampleWidth(120)) / 2, 120, 120, alpha);
}
