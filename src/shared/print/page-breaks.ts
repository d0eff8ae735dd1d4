/** Where sheets end (docs/decisions/92). Heights in one unit, whichever it is. */

export interface SheetRoom {
  /** For rows, on a sheet that is not the last. */
  readonly rows: number;
  /** What totals and signatures take of it on the last. */
  readonly end: number;
  /** Rows a sheet never has more of. */
  readonly most: number;
}

/**
 * How many rows stand on each sheet: as many as fit. Where the last rows fit but the end of the document does not, the end takes one
 * row along to a sheet of its own, so that nobody signs a sheet that says nothing; it stands alone only where no row fits beside it.
 */
export function pageBreaks(heights: readonly number[], room: SheetRoom): number[] {
  const counts: number[] = [];
  let start = 0;
  for (;;) {
    const count = fitting(heights, start, room);
    const isRest = start + count === heights.length;
    const taken = sum(heights.slice(start, start + count));
    if (isRest && (taken + room.end <= room.rows || count === 0)) return [...counts, count];
    const goesAlong = isRest && count > 1 && (heights.at(-1) ?? 0) + room.end <= room.rows;
    const stays = goesAlong ? count - 1 : count;
    counts.push(stays);
    start += stays;
  }
}

/** At least one: what is taller than a sheet has one of its own. */
function fitting(heights: readonly number[], start: number, { rows, most }: SheetRoom): number {
  let taken = 0;
  let count = 0;
  for (const height of heights.slice(start, start + most)) {
    taken += height;
    if (taken > rows && count > 0) break;
    count += 1;
  }
  return count;
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);
