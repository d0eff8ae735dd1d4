import type { LabelledValue } from "../../shared/protocol/print.ts";
import type { Weight } from "../base/pdf.ts";
import { type Box, faceOf, leading, linesOf, MARGIN, type Mark, mm, type Type, textMarks } from "./block.ts";

/** Some marks and how high they are together. */
export interface Drawn {
  readonly height: number;
  readonly marks: readonly Mark[];
}

/** A pair is never narrower than that in a grid, and pairs stand so far apart. */
const LEAST_WIDTH = mm(66);
const GAP = { grid: mm(4), flow: mm(6), rows: mm(0.6) } as const;
/** A label has so much of the width there is at most. */
const LABEL_SHARE = 0.6;

/** Labels with their values in columns of the same width. */
export function pairsGrid(pairs: readonly LabelledValue[], type: Type): Drawn {
  const columns = Math.max(1, Math.floor((type.width + GAP.grid) / (LEAST_WIDTH + GAP.grid)));
  const width = (type.width - GAP.grid * (columns - 1)) / columns;
  const rows = Array.from({ length: Math.ceil(pairs.length / columns) }, (_, row) => pairs.slice(row * columns, (row + 1) * columns));
  return stacked(
    rows.map((row) => row.map((pair, column) => ({ pair, x: column * (width + GAP.grid), width, labelRoom: width * LABEL_SHARE }))),
    type,
  );
}

/** Labels with their values one behind the other, each as wide as it is, within `width`. */
export function pairsFlow(pairs: readonly LabelledValue[], width: number, type: Type): Drawn {
  const rows: Placed[][] = [];
  let x = width;
  for (const pair of pairs) {
    // A hair's breadth wider: sums of widths are not exact.
    const own = Math.min(width, type.pen.widthOf(`${pair.label}：${pair.value}`, faceOf(type)) + mm(0.1));
    const isFirst = x + own > width;
    if (isFirst) {
      rows.push([]);
      x = 0;
    }
    rows.at(-1)?.push({ pair, x, width: own, labelRoom: width * LABEL_SHARE });
    x += own + GAP.flow;
  }
  return stacked(rows, type);
}

/** One pair over a width from the left margin on. */
export function pairOver(pair: LabelledValue, type: Type, weight: Weight): Drawn {
  return stacked([[{ pair, x: 0, width: type.width, labelRoom: type.width * LABEL_SHARE }]], type, weight);
}

interface Placed {
  readonly pair: LabelledValue;
  readonly x: number;
  readonly width: number;
  readonly labelRoom: number;
}

function stacked(rows: readonly (readonly Placed[])[], type: Type, weight: Weight = "regular"): Drawn {
  const marks: Mark[] = [];
  let top = 0;
  for (const row of rows) {
    const drawn = row.map((placed) => pairAt(placed, top, type, weight));
    marks.push(...drawn.flatMap((one) => one.marks));
    top += Math.max(...drawn.map(({ height }) => height)) + GAP.rows;
  }
  return { height: Math.max(0, top - GAP.rows), marks };
}

function pairAt({ pair, x, width, labelRoom }: Placed, top: number, type: Type, weight: Weight): Drawn {
  const { pen } = type;
  const labels = linesOf(`${pair.label}：`, labelRoom, faceOf(type), pen);
  const indent = Math.max(...labels.map((line) => pen.widthOf(line, faceOf(type))));
  const values = linesOf(pair.value, width - indent, faceOf(type, weight), pen);
  const at = (offset: number) => ({ x: MARGIN.side + x + offset, top, room: width - offset });
  return {
    height: Math.max(labels.length, values.length) * leading(type.size),
    marks: [...textMarks(labels, at(0), faceOf(type), pen), ...textMarks(values, at(indent), faceOf(type, weight), pen)],
  };
}

/** The same marks further down. */
export const lowered = (marks: readonly Mark[], by: number): Mark[] =>
  marks.map((mark) =>
    mark.kind === "text"
      ? { ...mark, y: mark.y + by }
      : { ...mark, boxes: mark.boxes.map(([x, y, width, height]): Box => [x, y + by, width, height]) },
  );
