import { Canvas } from "../canvas.ts";
import { digits } from "../lettering.ts";
import { HEIGHT, stampSample, WIDTH } from "../paper.ts";
import { circle, ellipse, type Point, polygon, rect, stroke } from "../shapes.ts";

interface Card {
  readonly background: string;
  readonly draw: (canvas: Canvas) => void;
}

/** Left edge of a drawing that is so wide, in the middle of the card. */
const left = (width: number): number => (WIDTH - width) / 2;
const SHADOW = "#00000f";

/** One card for each category of goods, in their order: a plain drawing on a quiet ground. */
const CARDS: readonly [Card, ...Card[]] = [
  { background: "#f5efdf", draw: grain },
  { background: "#eef6e6", draw: apple },
  { background: "#e8f1fa", draw: milk },
  { background: "#fdeee6", draw: drink },
  { background: "#fdf3d8", draw: snack },
  { background: "#e7f5f2", draw: shampoo },
  { background: "#f1ecf8", draw: towels },
  { background: "#fbecef", draw: shirt },
  { background: "#e9edf2", draw: oven },
  { background: "#efedea", draw: tiles },
];

export const GOODS_CARDS = CARDS.length;

/** The picture of a goods of category number `n` (from 0). */
export function drawGoods(n: number): Canvas {
  const card = CARDS[n % CARDS.length] ?? CARDS[0];
  const canvas = new Canvas(WIDTH, HEIGHT, card.background);
  canvas.wash(SHADOW, 0.07, ellipse(WIDTH / 2, 306, 112, 12));
  card.draw(canvas);
  canvas.fill("#9aa3b2", ...digits(String(n + 1).padStart(2, "0"), 430, 324, 17));
  stampSample(canvas, "#9aa3b2", 18, 314, 28);
  return canvas;
}

function grain(canvas: Canvas): void {
  const sack: Point[] = [
    [172, 92],
    [308, 92],
    [322, 140],
    [322, 304],
    [158, 304],
    [158, 140],
  ];
  canvas
    .fill("#e3c98f", polygon(...sack))
    .fill("#c8a45c", rect(168, 80, 144, 22, 8))
    .fill("#fffaf0", rect(178, 150, 124, 112, 12));
  const grains = [
    [-26, 8],
    [0, -6],
    [26, 8],
    [-14, 30],
    [14, 30],
  ].map(([x = 0, y = 0]) => ellipse(240 + x, 200 + y, 9, 17));
  canvas.fill("#d6a93a", ...grains);
}

function apple(canvas: Canvas): void {
  canvas
    .fill("#d8453c", circle(206, 216, 78), circle(274, 216, 78), ellipse(240, 258, 86, 48))
    .wash("#ffffff", 0.35, ellipse(190, 186, 18, 28));
  canvas
    .fill("#7a4a22", stroke(10, [240, 152], [246, 120], [260, 98]))
    .fill("#5fa544", polygon([252, 124], [296, 92], [324, 104], [288, 132]));
}

function milk(canvas: Canvas): void {
  canvas.fill("#ffffff", rect(180, 132, 120, 174, 4)).fill("#cfe0f2", polygon([180, 134], [204, 84], [276, 84], [300, 134]));
  canvas
    .fill("#b5cee8", rect(204, 70, 72, 18, 3))
    .fill("#3c7cc4", rect(180, 188, 120, 74))
    .fill("#ffffff", circle(240, 225, 26));
  canvas.fill("#3c7cc4", polygon([240, 205], [254, 230], [226, 230]), circle(240, 231, 14));
}

function drink(canvas: Canvas): void {
  canvas.fill("#e2683c", polygon([176, 128], [304, 128], [288, 306], [192, 306])).fill("#f6b08f", rect(164, 112, 152, 22, 8));
  canvas
    .fill("#c64f27", stroke(9, [248, 114], [268, 52], [300, 46]))
    .fill("#fff4ea", circle(240, 218, 42))
    .fill("#f2a23a", circle(240, 218, 30));
  const rays = [0, 1, 2].map((turn) => (turn * Math.PI) / 3);
  canvas.fill("#fff4ea", ...rays.map((angle) => stroke(4, around(240, 218, 30, angle), around(240, 218, 30, angle + Math.PI))));
}

function snack(canvas: Canvas): void {
  canvas.fill("#e9b52e", polygon([170, 92], [310, 92], [300, 196], [314, 304], [166, 304], [180, 196]));
  canvas.fill("#c9951a", rect(166, 80, 148, 18, 3), rect(164, 292, 152, 16, 3)).fill("#d8392f", ellipse(240, 190, 58, 46));
  canvas.fill("#ffe9a8", ellipse(226, 184, 22, 15), ellipse(258, 198, 20, 13));
}

function shampoo(canvas: Canvas): void {
  canvas
    .fill("#2f9c8a", rect(184, 140, 112, 166, 26))
    .fill("#237a6c", rect(222, 106, 36, 40, 4))
    .fill("#1b5f54", rect(198, 88, 62, 22, 8));
  canvas
    .fill("#f3fbf9", rect(200, 186, 80, 84, 10))
    .fill("#7cc7a2", ellipse(240, 226, 16, 26))
    .fill("#2f9c8a", stroke(3, [240, 250], [240, 206]));
}

function towels(canvas: Canvas): void {
  const layers = ["#8f78c9", "#b7a5de", "#6f57ad"];
  for (const [index, paint] of layers.entries()) {
    canvas
      .fill(paint, rect(left(200), 150 + index * 52, 200, 48, 22))
      .wash("#ffffff", 0.3, rect(left(200) + 22, 158 + index * 52, 150, 6, 3));
  }
  canvas.fill("#ffffff", rect(222, 146, 36, 160)).fill("#d9cdf0", rect(236, 146, 8, 160));
}

function shirt(canvas: Canvas): void {
  canvas.fill(
    "#d65a78",
    polygon(
      [190, 92],
      [216, 82],
      [264, 82],
      [290, 92],
      [356, 142],
      [324, 188],
      [296, 168],
      [296, 304],
      [184, 304],
      [184, 168],
      [156, 188],
      [124, 142],
    ),
  );
  canvas.fill("#fbecef", ellipse(240, 82, 28, 20)).fill("#b83d5c", stroke(5, [212, 84], [222, 98], [240, 103], [258, 98], [268, 84]));
  canvas.fill("#ffffff", rect(254, 150, 26, 30, 3));
}

function oven(canvas: Canvas): void {
  canvas
    .fill("#5c6b80", rect(112, 130, 256, 174, 14))
    .fill("#2c3543", rect(128, 148, 168, 138, 8))
    .fill("#42506a", rect(140, 160, 144, 114, 6));
  canvas
    .fill("#e7ecf3", circle(332, 178, 18), circle(332, 228, 18))
    .fill("#5c6b80", stroke(4, [332, 178], [332, 164]), stroke(4, [332, 228], [342, 219]));
  canvas.fill("#8fd3a6", rect(316, 264, 32, 12, 4)).wash("#ffffff", 0.18, polygon([160, 270], [210, 164], [236, 164], [186, 270]));
}

function tiles(canvas: Canvas): void {
  const paints = ["#b9a48c", "#d3c3ae", "#c4b39b", "#a8937a"];
  for (const [index, paint] of paints.entries()) {
    const [x, y] = [136 + (index % 2) * 106, 92 + Math.floor(index / 2) * 106];
    canvas.fill(paint, rect(x, y, 102, 102, 3)).wash("#ffffff", 0.3, stroke(2, [x + 14, y + 84], [x + 44, y + 40], [x + 88, y + 22]));
  }
}

function around(x: number, y: number, radius: number, angle: number): Point {
  return [x + Math.cos(angle) * radius, y + Math.sin(angle) * radius];
}
