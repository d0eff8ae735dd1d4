/** Neighbouring characters of a title that are all marked, or all not. */
interface MarkedRun {
  readonly text: string;
  readonly isMarked: boolean;
  /** Position of the first of them. */
  readonly start: number;
}

/** Cuts a title where marked characters begin or end. */
export function markedRuns(title: string, positions: readonly number[]): MarkedRun[] {
  const marked = new Set(positions);
  const runs: MarkedRun[] = [];
  for (const [position, char] of [...title].entries()) {
    const isMarked = marked.has(position);
    const last = runs.at(-1);
    if (last?.isMarked === isMarked) runs[runs.length - 1] = { ...last, text: last.text + char };
    else runs.push({ text: char, isMarked, start: position });
  }
  return runs;
}
