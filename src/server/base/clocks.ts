/**
 * How far (ms) ahead a time may lie that somebody wrote down: the clocks of servers differ. What lies further ahead was written by a clock
 * that has been put back since. It holds nobody up: otherwise a clock that was a day wrong would lock people out for a day
 * (docs/decisions/62).
 */
export const CLOCKS_DIFFER_MS = 5 * 60_000;

/** The latest time that counts as past, as text for the database. */
export const latestPast = (nowMs: number): string => new Date(nowMs + CLOCKS_DIFFER_MS).toISOString();
