import { COLUMN_WIDTHS, type ColumnChange, DENSITIES, type ListLayout } from "../../protocol/own-list.ts";

/*
 * How a list is arranged, in an address: `*middle.busdate-h.TotalMoney-w120-p-aBillid`. Of characters that addresses keep as they are, and of
 * as few as can be: an arrangement is sent by chat.
 */

const HIDDEN = "h";
const PINNED = "p";
const LOOSE = "u";
const WIDTH = "w";
const AFTER = "a";
/** Columns of one address. */
const MOST = 200;

/** The layout as text; `""` where it says nothing. */
export function writeLayout({ columns = [], density }: ListLayout): string {
  return [...(density === undefined ? [] : [`*${density}`]), ...columns.map(writeChange)].join(".");
}

/** Reads what {@link writeLayout} wrote; what is not understood is left out. */
export function readLayout(text: string): ListLayout {
  const parts = text.split(".").slice(0, MOST);
  const density = DENSITIES.find((one) => parts.includes(`*${one}`));
  const columns = parts.flatMap(readChange);
  return { ...(columns.length > 0 && { columns }), ...(density !== undefined && { density }) };
}

function writeChange({ field, after, isHidden, width, isPinned }: ColumnChange): string {
  const words = [
    ...(isHidden ? [HIDDEN] : []),
    ...(width === undefined ? [] : [`${WIDTH}${width}`]),
    ...(isPinned === undefined ? [] : [isPinned ? PINNED : LOOSE]),
    ...(after === undefined ? [] : [`${AFTER}${after}`]),
  ];
  return [field, ...words].join("-");
}

function readChange(text: string): ColumnChange[] {
  const [field = "", ...words] = text.split("-");
  if (!/^[A-Za-z_]\w*$/.test(field) || words.length === 0) return [];
  const behind = (mark: string) => words.find((word) => word.startsWith(mark))?.slice(1);
  const width = Number(behind(WIDTH));
  const after = behind(AFTER);
  return [
    {
      field,
      ...(words.includes(HIDDEN) && { isHidden: true as const }),
      ...(width >= COLUMN_WIDTHS.least && width <= COLUMN_WIDTHS.most && { width: Math.round(width) }),
      ...(words.includes(PINNED) ? { isPinned: true } : words.includes(LOOSE) && { isPinned: false }),
      ...(after !== undefined && { after }),
    },
  ];
}
