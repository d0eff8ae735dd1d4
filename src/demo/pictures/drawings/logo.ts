import { Canvas } from "../canvas.ts";
import { sampleText, sampleWidth } from "../lettering.ts";
import { circle, polygon, rect } from "../shapes.ts";

const [WIDTH, HEIGHT] = [360, 120];

export const LOGOS = 1;

/** A mark and the word 示例, wide and low as in a title bar. */
export function drawLogo(): Canvas {
  const canvas = new Canvas(WIDTH, HEIGHT, "#ffffff");
  canvas
    .fill("#1f6fd0", rect(16, 16, 88, 88, 20))
    .fill("#ffffff", polygon([38, 74], [60, 34], [82, 74]))
    .fill("#7fd1ff", circle(60, 78, 12));
  const size = 62;
  return canvas.fill("#1b2f4b", ...sampleText(128 + (WIDTH - 144 - sampleWidth(size)) / 2, (HEIGHT - size) / 2, size, 6.5));
}
