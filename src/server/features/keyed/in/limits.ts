const MB = 1024 * 1024;

/** What one batch may be. */
export const IN_LIMITS = {
  /** A JSON array is read as a whole. */
  array: { bytes: 8 * MB, rows: 10_000 },
  /** Lines are read one after the other. */
  lines: { bytes: 1024 * MB, rows: 1_000_000 },
  /** Nothing of it is kept before all of it is good: it is one transaction. */
  atomic: { bytes: 8 * MB, rows: 10_000 },
  lineBytes: MB,
  /** Lines of one document, as by a form. */
  linesOfRow: 2000,
} as const;

/** What is done in one transaction: so many rows, lines of documents among them, and bytes. */
export const PART = { rows: 1000, bytes: 2 * MB } as const;

/** Nothing comes for so long: the sender is gone. */
export const WAIT_MS = 30_000;
/** Batches of one key at a time, in one process. */
export const AT_ONCE = 4;
