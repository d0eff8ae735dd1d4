/** The papers that documents are printed on (docs/decisions/34). Lengths in mm. */
export const PAPER = {
  /** Continuous form. */
  P1: { width: 241, height: 140, linesPerSheet: 8 },
  /** A4 portrait. */
  P2: { width: 210, height: 297, linesPerSheet: 24 },
} as const;
