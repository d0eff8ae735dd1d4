import type { Viewer } from "../../base/viewer.ts";
import type { Db } from "./handle.ts";

/** Who reads. He sees whatever he has written before, and whatever was written for his shop in the background. */
export type Reader = Pick<Viewer, "userId" | "shopId" | "isMall">;

/**
 * Where work that only reads is done: on a copy of the database that has what the reader must see, or on the database itself (docs/decisions/130). Work
 * that a copy fails is done once more on the database, so it must leave nothing behind; a refusal (ApiError) is final.
 */
export interface Reads {
  /** Work that somebody waits for, on one connection of a copy. */
  short<T>(reader: Reader, work: (db: Db) => Promise<T>): Promise<T>;
  /**
   * Work that reads many rows of one moment and takes its time, on a connection that nobody else waits for; null: the engine has one connection, which
   * everybody waits for.
   */
  long<T>(reader: Reader, work: (db: Db | null) => Promise<T>): Promise<T>;
  /** The copies, for whoever watches the server. */
  readonly replicas: () => readonly ReplicaState[];
  /** How many works were done, by where and why there. */
  readonly counts: () => ReadonlyMap<ReadFrom, number>;
}

/** A copy: read from; or the database: the copies had not come as far as the reader (`behind`), failed, or none may be used (`none`). */
export type ReadFrom = "replica" | "behind" | "failed" | "none";

/** A copy as it is now. */
export interface ReplicaState {
  /** host:port/database. */
  readonly place: string;
  readonly isUsed: boolean;
  /** Seconds; null: not known, or more than any that is used. */
  readonly lag: number | null;
}

/** Reads where there are no copies. */
export function readsOf(db: Db, long: Db | null): Reads {
  return { short: (_, work) => work(db), long: (_, work) => work(long), replicas: () => [], counts: () => new Map() };
}
