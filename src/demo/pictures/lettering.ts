import { type Point, type Shape, stroke } from "./shapes.ts";

type Glyph = readonly (readonly Point[])[];

/** 示 and 例 as strokes in a square of 100: no font is needed, and none has to be licensed. */
const SHI: Glyph = [
  [
    [22, 18],
    [78, 18],
  ],
  [
    [8, 40],
    [92, 40],
  ],
  [
    [50, 40],
    [50, 90],
    [36, 84],
  ],
  [
    [30, 54],
    [12, 80],
  ],
  [
    [68, 54],
    [88, 78],
  ],
];
const LI: Glyph = [
  [
    [26, 8],
    [6, 48],
  ],
  [
    [18, 32],
    [18, 94],
  ],
  [
    [33, 17],
    [66, 17],
  ],
  [
    [48, 17],
    [31, 56],
  ],
  [
    [43, 35],
    [62, 35],
    [53, 66],
    [33, 91],
  ],
  [
    [41, 50],
    [52, 62],
  ],
  [
    [75, 24],
    [75, 66],
  ],
  [
    [92, 8],
    [92, 91],
    [80, 85],
  ],
];

/** Digits as the segments of a display: top, upper right, lower right, bottom, lower left, upper left, middle. */
const SEGMENTS: readonly (readonly [Point, Point])[] = [
  [
    [0, 0],
    [50, 0],
  ],
  [
    [50, 0],
    [50, 50],
  ],
  [
    [50, 50],
    [50, 100],
  ],
  [
    [0, 100],
    [50, 100],
  ],
  [
    [0, 50],
    [0, 100],
  ],
  [
    [0, 0],
    [0, 50],
  ],
  [
    [0, 50],
    [50, 50],
  ],
];
const DIGITS = ["012345", "12", "01643", "01623", "5612", "05623", "056432", "012", "0123456", "012356"] as const;

/** The word 示例 with its upper left corner at a point; `size` is the height of a character. */
export function sampleText(x: number, y: number, size: number, weight = size / 11): Shape[] {
  return [...lines(SHI, x, y, size, weight), ...lines(LI, x + size * 1.12, y, size, weight)];
}

/** Width of 示例 in this size. */
export const sampleWidth = (size: number): number => size * 2.12;

/** A number, `size` high. */
export function digits(text: string, x: number, y: number, size: number): Shape[] {
  return [...text].flatMap((digit, index) => {
    const glyph = [...(DIGITS[Number(digit)] ?? "")].flatMap((segment) => SEGMENTS[Number(segment)] ?? []);
    const pairs = glyph.flatMap((point, at) => (at % 2 === 0 ? [[point, glyph[at + 1] ?? point]] : []));
    return lines(pairs, x + index * size * 0.78, y, size, size / 7);
  });
}

function lines(glyph: Glyph, x: number, y: number, size: number, weight: number): Shape[] {
  const scale = size / 100;
  return glyph.map((points) => stroke(weight, ...points.map(([px, py]): Point => [x + px * scale, y + py * scale])));
}
