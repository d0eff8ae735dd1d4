import { Canvas } from "../canvas.ts";
import { digits } from "../lettering.ts";
import { HEIGHT, stampSample, textLines, WIDTH, watermark } from "../paper.ts";
import { circle, ellipse, outline, rect } from "../shapes.ts";

const LOOKS = [
  ["#e8f0f7", "#5b84b1"],
  ["#eef3ea", "#6f9a68"],
  ["#f6efe8", "#b08655"],
] as const;

export const ID_CARDS = LOOKS.length;

/** A card with a portrait and lines of text; the number is no number. */
export function drawIdCard(n: number): Canvas {
  const [paper, accent] = LOOKS[n % LOOKS.length] ?? LOOKS[0];
  const canvas = new Canvas(WIDTH, HEIGHT, "#dfe3e8");
  const card = rect(24, 36, WIDTH - 48, HEIGHT - 72, 18);
  canvas
    .fill(paper, card)
    .fill(accent, outline(card, 2))
    .wash(accent, 0.14, ellipse(150, 230, 120, 90), ellipse(240, 120, 150, 60));
  canvas.fill("#ffffff", rect(318, 78, 106, 138, 8)).wash(accent, 0.75, circle(371, 126, 26), ellipse(371, 206, 42, 40));
  canvas.fill(paper, rect(318, 216, 106, 34)).fill(accent, outline(rect(318, 78, 106, 138, 8), 1.5));
  canvas.fill("#98a1ad", ...textLines(56, 84, 30, [40, 40, 40, 40])).fill("#4d5561", ...textLines(112, 84, 30, [92, 60, 130, 176]));
  canvas.fill("#4d5561", rect(112, 204, 128, 9, 4));
  canvas.fill("#98a1ad", rect(56, 282, 70, 9, 4)).fill("#4d5561", ...digits("00000000000000000".slice(0, 16) + (n + 1), 146, 276, 18));
  watermark(canvas, accent, 0.12);
  stampSample(canvas, accent, 376, 46, 20);
  return canvas;
}
