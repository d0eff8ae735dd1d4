import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { inTime } from "../../base/in-time.ts";
import type { Db } from "../driver/handle.ts";
import type { ReplicaState } from "../driver/reads.ts";
import type { Login } from "./login-pool.ts";
import { copyProblems, type ReplicaRules, readerProblems } from "./refuse-replica.ts";
import { type Connections, connectionsOf, type ReplicaAddress } from "./replica-connections.ts";
import { type Position, positionOf } from "./written-positions.ts";

/** How long a reader waits until a copy has come as far as he must see; longer, and the database itself answers sooner. */
const MOST_WAIT_MS = 100;
const FIRST_WAIT_MS = 2;
/** Half of what is waited before a check. */
const MOST_CHECK_PAUSE_MS = 512;
/** One that does not say how far it is in this time stands still. */
const LOOK_MS = 2000;

export type Length = "short" | "long";

/** What {@link Replica.look} compares a copy with. */
export interface Looked {
  readonly rules: ReplicaRules;
  /** How many ms a copy that has come so far is behind; null: too many to be told. */
  readonly lagAt: (replayed: Position) => number | null;
}

export interface ReplicaOptions extends ReplicaAddress {
  /** No copy is read from that is further behind. */
  readonly mostLagMs: number;
}

/**
 * A standby that is read from: its connections, how far it is, and whether it may be used (docs/decisions/130). Statements run there as the tenant they
 * say, as on the database itself, for the policies come with the tables.
 */
export class Replica {
  readonly place: string;
  readonly #options: ReplicaOptions;
  #connections: Connections;
  /** How far it was when it was last asked. */
  replayed: Position = 0n;
  #lagMs: number | null = null;
  /** It was found to be a copy, by a login that may read it, and has answered since. */
  #isChecked = false;
  /** Why it is not used; null: it is. */
  #left: string | null = OPENING;
  /** Said once, until it is used again. */
  #isTold = false;
  /** Aborted when it is left out: who reads from it would wait for an answer that does not come. */
  #use = new AbortController();

  /** Throws a StartupError where the URL is none. */
  constructor(options: ReplicaOptions) {
    this.#options = options;
    this.#connections = connectionsOf(options);
    this.place = this.#connections.looking.place;
  }

  /** For whoever checks that there is a database at all. */
  get login(): Login {
    return this.#connections.looking;
  }

  get state(): ReplicaState {
    return { place: this.place, isUsed: this.isUsed, lag: this.#lagMs && this.#lagMs / 1000 };
  }

  get isUsed(): boolean {
    return this.#left === null;
  }

  /** Why it cannot be read from, a line each; none: it can. null: it has not come far enough to be asked. Throws where it does not answer. */
  async problems(rules: ReplicaRules): Promise<readonly string[] | null> {
    const { pool } = this.login;
    const problems = await copyProblems(pool, this.place, rules);
    if (problems.length > 0) return problems;
    const come = async () => placeOf((await pool.query<Come>(COME)).rows[0]) ?? 0n;
    for (let pause = FIRST_WAIT_MS; (await come()) < rules.since; pause *= 2) {
      if (pause > MOST_CHECK_PAUSE_MS) return null;
      await sleep(pause);
    }
    const found = await readerProblems(pool, rules);
    this.#isChecked = found.length === 0;
    return found;
  }

  /** Asks how far it is, and decides whether it is used. Never rejects. */
  async look({ rules, lagAt }: Looked): Promise<void> {
    const answered = await inTime(LOOK_MS, this.#ask(rules), SILENT);
    if (answered === SILENT) this.#openAnew();
    if (typeof answered === "string") return this.leaveOut(answered);
    this.replayed = answered;
    this.#lagMs = lagAt(answered);
    if (this.#lagMs === null || this.#lagMs > this.#options.mostLagMs) return this.leaveOut(BEHIND);
    if (this.#left === null) return;
    this.#left = null;
    this.#isTold = false;
    this.#use = new AbortController();
    this.#say("正在使用 / is read from");
  }

  /** It is not read from until {@link look} finds it well again. Who reads from it is told, but for what is long. */
  leaveOut(reason: string): void {
    const isOpening = this.#left === OPENING && reason === BEHIND;
    this.#left = isOpening ? CATCHING_UP : reason;
    // One that is only behind answers what it has begun.
    if (reason !== BEHIND) {
      this.#lagMs = null;
      this.#use.abort();
    }
    if (isOpening || this.#isTold) return;
    this.#isTold = true;
    this.#say(`暂不使用，改读主库 / is left out, the database itself is read: ${reason}`);
  }

  /**
   * Does work on one connection of the copy once it has come as far as `needed`; null: it has not in time. Throws where it has no
   * connection, or is left out meanwhile; what the work throws.
   */
  async read<T>(length: Length, needed: Position | null, work: (db: Db) => Promise<T>): Promise<{ readonly result: T } | null> {
    const reading = this.#connections[length].connection().execute(async (db) => {
      return (await this.#hasCome(db, needed)) ? { result: await work(db) } : null;
    });
    return length === "long" ? reading : this.#unlessLeft(reading);
  }

  end = (): Promise<void> => this.#connections.end();

  /** What stands still there may do so for hours: its connections are given up. */
  #openAnew(): void {
    this.#isChecked = false;
    void this.#connections.end();
    this.#connections = connectionsOf(this.#options);
  }

  /** How far it is, or why it cannot be used. */
  async #ask(rules: ReplicaRules): Promise<Position | string> {
    try {
      if (!this.#isChecked) {
        const problems = await this.problems(rules);
        if (problems === null) return BEHIND;
        if (problems.length > 0) return problems.join("; ");
      }
      const { rows } = await this.login.pool.query<Come>(COME);
      return placeOf(rows[0]) ?? PROMOTED;
    } catch (error) {
      this.#isChecked = false;
      return error instanceof Error ? error.message : String(error);
    }
  }

  /** Asked on the connection that is read from: behind one name there may be several copies. */
  async #hasCome(db: Db, needed: Position | null): Promise<boolean> {
    // One that is further behind is not waited for.
    const most = this.#lagMs !== null && this.#lagMs <= MOST_WAIT_MS ? MOST_WAIT_MS : 0;
    const until = performance.now() + most;
    for (let pause = FIRST_WAIT_MS; ; pause *= 2) {
      const { rows } = await sql.raw<Come>(COME).execute(db);
      const come = placeOf(rows[0]);
      if (come === null) {
        this.leaveOut(PROMOTED);
        return false;
      }
      if (come > this.replayed) this.replayed = come;
      if (needed === null || come >= needed) return true;
      if (performance.now() + pause > until) return false;
      await sleep(pause);
    }
  }

  #unlessLeft<T>(reading: Promise<T>): Promise<T> {
    const { signal } = this.#use;
    return new Promise((resolve, reject) => {
      const leave = () => reject(new Error("the replica is left out"));
      if (signal.aborted) leave();
      signal.addEventListener("abort", leave, { once: true });
      reading.then(resolve, reject).finally(() => signal.removeEventListener("abort", leave));
    });
  }

  #say(what: string): void {
    this.#options.log(`database: 只读副本 / read replica ${this.place} ${what}`);
  }
}

const OPENING = "";
const CATCHING_UP = " ";
const SILENT = "没有应答 / it does not answer";
const PROMOTED = "不再是备库 / it is no standby any more";
const BEHIND = "落后主库太多 / it is too far behind the database";

interface Come {
  readonly follows: boolean;
  readonly at: string | null;
}
const COME = "select pg_is_in_recovery() as follows, (pg_last_wal_replay_lsn() - '0/0'::pg_lsn)::text as at";

const placeOf = (come: Come | undefined): Position | null => (come?.follows === true ? positionOf(come.at) : null);
