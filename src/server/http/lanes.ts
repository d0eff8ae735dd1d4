import type { Database } from "../db/connect.ts";

/** How many calls are at work, and how many wait. */
export interface Lanes {
  /** Calls at work at a time. */
  readonly most: number;
  /** Of those, long ones. */
  readonly long: number;
  /** Calls that wait, of all users together. */
  readonly queue: number;
  /** How long one waits. */
  readonly waitMs: number;
}

/** What an operator may say of them. */
export interface LaneSettings {
  /** Connections to PostgreSQL; the embedded database has one. */
  readonly databaseConnections: number;
  /** How many calls may wait for their turn, and for how many seconds each. */
  readonly queueLength: number;
  readonly queueSeconds: number;
}

/** Connections for who signs in or is recognised, for calls that wait for somebody outside, and for work in the background. */
const KEPT_FREE = 2;
/** One statement is at work; between the steps of a sum others have their turn (docs/decisions/134), so two sums leave place for lists. */
const EMBEDDED = 4;

/**
 * A call needs one connection at a time (docs/decisions/120): so many calls are at work that none waits for a connection, and a quarter of them may be
 * long.
 */
export function lanesOf(
  kind: Database["kind"],
  { databaseConnections = 10, queueLength = 1000, queueSeconds = 60 }: Partial<LaneSettings>,
): Lanes {
  const most = kind === "embedded" ? EMBEDDED : Math.max(2, databaseConnections - KEPT_FREE);
  return { most, long: Math.max(1, Math.floor(most / 4)), queue: queueLength, waitMs: 1000 * queueSeconds };
}
