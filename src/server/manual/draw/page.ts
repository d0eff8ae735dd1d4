import type { Weight } from "../../base/pdf.ts";

/** What stands on a page; lengths in points from its upper left corner. */
export type Mark =
  /** `y` is the line the characters stand on. */
  | { readonly kind: "text"; readonly x: number; readonly y: number; readonly text: string; readonly look: Look }
  | {
      readonly kind: "box";
      readonly x: number;
      readonly y: number;
      readonly width: number;
      readonly height: number;
      readonly color: string;
    }
  /** Leads to a target when clicked. */
  | { readonly kind: "link"; readonly x: number; readonly y: number; readonly width: number; readonly height: number; readonly to: string };

export interface Look {
  readonly weight: Weight;
  readonly size: number;
  readonly color: string;
}

export interface Page {
  readonly marks: Mark[];
  /** Places on the page that links and bookmarks lead to. */
  readonly targets: Target[];
  /** Title of the chapter in the page's head; empty: a page without head and foot. */
  readonly head: string;
}

export interface Target {
  readonly name: string;
  readonly y: number;
  readonly title: string;
  /** 0 a chapter, 1 a section of the chapter before. */
  readonly level: 0 | 1;
}

/** Tells how wide a character is. */
export type Measure = (character: string, look: Pick<Look, "weight" | "size">) => number;

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
