import { Canvas } from "../canvas.ts";
import { digits } from "../lettering.ts";
import { HEIGHT, seal, star, textLines, WIDTH, watermark } from "../paper.ts";
import { circle, outline, rect } from "../shapes.ts";

/** Paper, frame and accent of each variant. */
const LOOKS = [
  ["#fdf9ee", "#c9a24a", "#b3302c"],
  ["#f2f8f3", "#5d9a6d", "#2f6b43"],
  ["#f1f6fc", "#6d93c4", "#2f5a92"],
  ["#faf3f4", "#b9788a", "#8a3350"],
] as const;

export const LICENCES = LOOKS.length;

/** A certificate: frame, emblem, lines of text, seal. */
export function drawLicence(n: number): Canvas {
  const [paper, frame, accent] = LOOKS[n % LOOKS.length] ?? LOOKS[0];
  const canvas = new Canvas(WIDTH, HEIGHT, paper);
  canvas.fill(frame, outline(rect(14, 14, WIDTH - 28, HEIGHT - 28, 4), 5), outline(rect(24, 24, WIDTH - 48, HEIGHT - 48, 2), 1.5));
  canvas.fill(accent, circle(WIDTH / 2, 66, 26)).fill("#ffd86b", star(WIDTH / 2, 66, 17));
  canvas.fill(accent, rect(150, 104, 180, 16, 8));
  watermark(canvas, accent, 0.13);
  canvas.fill("#a9afb9", ...textLines(62, 148, 27, [64, 64, 64, 64, 64]));
  canvas.fill("#5f6773", ...textLines(142, 148, 27, [250, 200, 232, 158, 110]));
  canvas.fill("#a9afb9", ...digits(`9100000${n + 1}`, 62, 296, 14));
  seal(canvas, 368, 276, 40);
  return canvas;
}
