import type { Operator } from "../../protocol/list.ts";
import type { ColumnFormat, FilterControl } from "../../protocol/screen.ts";
import type { FormatName } from "../generated/raw.ts";
import type { EnumValue, Field, FieldType } from "../model.ts";

interface TypeDefault {
  readonly format: ColumnFormat;
  /** px */
  readonly width: number;
  /** null: rows cannot be filtered by it. */
  readonly filter: { readonly control: FilterControl; readonly operator: Operator } | null;
}

const TEXT = { control: "text", operator: "contains" } as const;
const NUMBER = { control: "number", operator: "eq" } as const;
const DATES = { control: "daterange", operator: "between" } as const;

/** How a field of each type is shown and filtered where its file says nothing. */
export const TYPE_DEFAULTS = {
  id: { format: "text", width: 110, filter: { control: "text", operator: "eq" } },
  string: { format: "text", width: 130, filter: TEXT },
  text: { format: "text", width: 200, filter: TEXT },
  int: { format: "integer", width: 90, filter: NUMBER },
  bool: { format: "flag", width: 80, filter: { control: "flag", operator: "eq" } },
  date: { format: "date", width: 110, filter: DATES },
  datetime: { format: "datetime", width: 160, filter: DATES },
  money: { format: "money", width: 120, filter: NUMBER },
  price: { format: "price", width: 120, filter: NUMBER },
  quantity: { format: "quantity", width: 110, filter: NUMBER },
  rate: { format: "rate", width: 90, filter: NUMBER },
  enum: { format: "status", width: 100, filter: { control: "choice", operator: "in" } },
  ref: { format: "text", width: 120, filter: TEXT },
  url: { format: "file", width: 90, filter: null },
  images: { format: "images", width: 100, filter: null },
} as const satisfies Record<FieldType, TypeDefault>;

const RIGHT: readonly ColumnFormat[] = ["integer", "money", "price", "quantity", "rate"];
const CENTER: readonly ColumnFormat[] = ["flag", "images", "file", "printed", "unread"];

/** Numbers stand at the right so that their digits line up; marks stand in the middle. */
export function alignOf(format: ColumnFormat): "left" | "right" | "center" {
  if (RIGHT.includes(format)) return "right";
  return CENTER.includes(format) ? "center" : "left";
}

/** One Chinese character of a heading, in px. */
const GLYPH = 14;
/** Padding of a cell and the sort mark beside a heading. */
const HEADING_EXTRA = 38;

/** A character of a mark, in px: a Chinese one, and another. */
const MARK = { wide: 12, narrow: 7 } as const;
/** What stands around the word of a mark: its edge, its shape, and the padding of the cell. */
const MARK_EXTRA = 47;

/** The usual width of a column, wide enough that its heading stays on one line. */
export function widthOf(usual: number, title: string): number {
  return Math.max(usual, title.length * GLYPH + HEADING_EXTRA);
}

/** How wide a column of marks is at least: enough for each word that one of these codes may say. */
export function markWidth(values: readonly EnumValue[]): number {
  const words = values.flatMap(({ shown, retitle }) => [shown, ...retitle.map((each) => each.shown)]);
  return Math.max(0, ...words.map((word) => wordWidth(word) + MARK_EXTRA));
}

const wordWidth = (word: string): number => [...word].reduce((sum, glyph) => sum + (glyph < "\u2e80" ? MARK.narrow : MARK.wide), 0);

/** Of types whose values are drawn in a way of another name: by that name. */
const DRAWN = { int: "integer", enum: "status", bool: "flag" } as const;

/** How a value is asked for that a file says a format of; null: as its type is. */
export function inputOf(format: FormatName | undefined): Field["input"] {
  return isInput(format) ? format : null;
}

function isInput(format: FormatName | undefined): format is NonNullable<Field["input"]> {
  return format === "place" || format === "known" || format === "functions" || format === "scopes";
}

/** How a value is drawn that a file says a format of; undefined: as its type is. */
export function formatOf(format: FormatName | undefined): ColumnFormat | undefined {
  if (format === undefined || isInput(format)) return undefined;
  return format === "int" || format === "enum" || format === "bool" ? DRAWN[format] : format;
}
