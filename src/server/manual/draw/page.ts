import type { Weight } from "../../base/pdf/font-file.ts";

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
