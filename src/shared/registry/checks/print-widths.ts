import { PAPER } from "../../domain/paper.ts";
import type { Check } from "./check.ts";

/** The columns of a template fit on its paper. */
export const printWidths: Check = ({ sources }) =>
  sources.print.flatMap(({ raw, at }) => {
    const total = raw.columns.reduce((sum, { width }) => sum + width, 0);
    const { width } = PAPER[raw.paper];
    if (total <= width) return [];
    return [at.in("columns").problem(`the columns are ${total} mm wide together, but paper ${raw.paper} is ${width} mm`)];
  });
