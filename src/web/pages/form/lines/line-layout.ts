import type { FormField, FormLines } from "../../../../shared/protocol/form.ts";
import type { ScreenLines } from "../../../../shared/protocol/screen.ts";
import type { FieldType } from "../../../../shared/registry/model.ts";

/** px: height of a row, of the column of numbers and of the column of buttons. */
export const ROW_HEIGHT = 38;
export const NUMBER_WIDTH = 44;
export const TOOLS_WIDTH = 150;

/** Up to so many lines the table is drawn whole and as tall as it is; longer ones scroll in themselves. */
export const PLAIN_LINES = 60;

/** px an input needs at least, whatever the column is wide where it is only read. */
const INPUT_WIDTHS = {
  id: 90,
  string: 110,
  text: 200,
  int: 90,
  bool: 76,
  date: 136,
  datetime: 196,
  money: 112,
  price: 112,
  quantity: 104,
  rate: 92,
  enum: 112,
  ref: 160,
  url: 200,
  images: 200,
} satisfies Record<FieldType, number>;

const TITLE_CHAR = 14;
const AROUND_TITLE = 32;

/** A field of the lines with the width of its column. */
export interface LineColumn extends FormField {
  readonly width: number;
}

/** The columns of a table of lines; as wide as where they are only read, and as their title and input need. */
export function lineColumns({ entity, columns, fields }: FormLines, read: readonly ScreenLines[]): LineColumn[] {
  const shown = read.find((lines) => lines.entity === entity);
  return columns
    .flatMap((name) => fields[name] ?? [])
    .map((field) => {
      const width = shown?.columns.find((column) => column.field === field.name)?.width ?? 0;
      const written = field.isWritable ? INPUT_WIDTHS[field.type] : 0;
      return { ...field, width: Math.max(width, written, field.title.length * TITLE_CHAR + AROUND_TITLE) };
    });
}
