import { breakLines } from "../base/break-lines.ts";
import type { Weight } from "../base/pdf.ts";
import type { Face, Pen } from "../base/pen.ts";

/** A length of paper, given in mm, in points. */
export const mm = (length: number): number => (length * 72) / 25.4;

/** Margins of a sheet, in points. */
export const MARGIN = { top: mm(6), side: mm(8), bottom: mm(5) } as const;

export const LINE = "#000000";

/** x from the edge of the sheet, y from the top of its block; in points. */
export type Mark =
  /** `y` is the line the characters stand on. */
  | { readonly kind: "text"; readonly x: number; readonly y: number; readonly text: string; readonly face: Face }
  | { readonly kind: "boxes"; readonly color: string; readonly boxes: readonly Box[] };

export type Box = readonly [x: number, y: number, width: number, height: number];

/** A piece of a sheet that is never cut. */
export interface Block {
  /** What it is to the layout: of the lines, on every sheet, or on the last alone. */
  readonly part: "row" | "frame" | "end";
  readonly height: number;
  readonly marks: readonly Mark[];
  /** Stands at the foot of the sheet, not below what is before it. */
  readonly isFoot?: true;
}

/** What the texts of a sheet are set with. */
export interface Type {
  readonly pen: Pick<Pen, "widthOf">;
  /** Of the type, in points. */
  readonly size: number;
  /** Between the margins. */
  readonly width: number;
}

/** Distance of two lines, as a share of the size; and from the middle of one down to what the characters stand on. */
const LEADING = 1.35;
const BASELINE = 0.35;

export const leading = (size: number): number => size * LEADING;

/** A text in its lines. What is white in it is one space, as on the screen. */
export function linesOf(text: string, width: number, face: Face, pen: Type["pen"]): string[] {
  return breakLines(text.replaceAll(/\s+/g, " ").trim(), width, (character) => pen.widthOf(character, face));
}

export type Align = "left" | "right" | "center";

/** Where lines stand: `room` is as wide as the longest may be. */
interface Place {
  readonly x: number;
  readonly top: number;
  readonly room: number;
  readonly align?: Align;
}

const SHARE = { left: 0, center: 0.5, right: 1 } as const satisfies Record<Align, number>;

/** Lines one below the other. */
export function textMarks(lines: readonly string[], { x, top, room, align = "left" }: Place, face: Face, pen: Type["pen"]): Mark[] {
  return lines.map((text, index) => ({
    kind: "text",
    text,
    x: x + (align === "left" ? 0 : (room - pen.widthOf(text, face)) * SHARE[align]),
    y: top + (index + 0.5) * leading(face.size) + face.size * BASELINE,
    face,
  }));
}

/** The face of a sheet's type. */
export const faceOf = ({ size }: Type, weight: Weight = "regular"): Face => ({ weight, size });
