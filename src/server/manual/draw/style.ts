import type { Look } from "./page.ts";

/** Paper and margins in points (A4). */
export const PAPER = { width: 595.28, height: 841.89 } as const;
export const MARGIN = { left: 54, right: 54, top: 78, bottom: 66 } as const;
export const CONTENT_WIDTH = PAPER.width - MARGIN.left - MARGIN.right;
export const CONTENT_BOTTOM = PAPER.height - MARGIN.bottom;

export const COLOR = {
  brand: "#1b5fe0",
  deep: "#12376f",
  ink: "#1c2433",
  soft: "#5b6780",
  line: "#d9e0ec",
  head: "#eef3fc",
  paper: "#ffffff",
} as const;

export interface TextStyle {
  readonly look: Look;
  /** Distance of two lines. */
  readonly leading: number;
}

export const styleOf = (weight: Look["weight"], size: number, color: string, leading: number): TextStyle => ({
  look: { weight, size, color },
  leading,
});

export const STYLE = {
  body: styleOf("regular", 10, COLOR.ink, 17),
  label: styleOf("bold", 10, COLOR.deep, 17),
  heading: styleOf("bold", 10.5, COLOR.ink, 17),
  section: styleOf("bold", 14.5, COLOR.deep, 22),
  chapterNumber: styleOf("bold", 11, COLOR.brand, 18),
  chapter: styleOf("bold", 24, COLOR.deep, 34),
  intro: styleOf("regular", 10, COLOR.soft, 17),
  cell: styleOf("regular", 8.8, COLOR.ink, 13.6),
  cellHead: styleOf("bold", 8.8, COLOR.deep, 13.6),
  margin: styleOf("regular", 8, COLOR.soft, 12),
  contentsChapter: styleOf("bold", 10.5, COLOR.deep, 19),
  contentsSection: styleOf("regular", 9.5, COLOR.ink, 15.6),
} as const;
