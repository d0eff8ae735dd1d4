import { ApiError } from "../../../shared/protocol/envelope.ts";
import { runPeriodically } from "../../base/periodically.ts";
import { StartupError } from "../../base/startup-error.ts";
import type { Db } from "../driver/handle.ts";
import type { Reader, ReadFrom, Reads, ReplicaState } from "../driver/reads.ts";
import { proveItWorks } from "./login-pool.ts";
import { PrimaryTrail } from "./primary-trail.ts";
import type { ReplicaRules } from "./refuse-replica.ts";
import type { Length, Replica } from "./replica.ts";
import type { Position, WrittenPositions } from "./written-positions.ts";

const LOOK_MS = 1000;
/** What a server says that is there, and does not let this login in: trying again changes nothing. */
const REFUSALS = new Set(["28P01", "28000", "3D000"]);
const STATEMENT_TIMEOUT = "57014";

interface Deps {
  readonly replicas: readonly Replica[];
  readonly positions: WrittenPositions;
  /** The database itself, for what is short and what is long. */
  readonly primary: { readonly short: Db; readonly long: Db };
  readonly mostLagMs: number;
  readonly log: (line: string) => void;
}

/**
 * Reads from copies of the database, one after the other, as long as they have what the reader must see, and from the database itself otherwise. Nothing
 * fails for a copy's sake: what it cannot answer the database is asked (docs/decisions/130).
 */
export class Replicas implements Reads {
  readonly #deps: Deps;
  readonly #trail: PrimaryTrail;
  readonly #counts = new Map<ReadFrom, number>();
  #next = 0;
  #stop: () => Promise<void> = async () => {};

  constructor(deps: Deps) {
    this.#deps = deps;
    this.#trail = new PrimaryTrail(deps.mostLagMs + LOOK_MS);
  }

  /** Throws a StartupError that tells all that is wrong with any of them. One that is not there is tried again later. */
  async open(of: Omit<ReplicaRules, "since">): Promise<void> {
    const rules = { ...of, since: (await this.#deps.positions.flushed()) ?? 0n };
    const problems = (await Promise.all(this.#deps.replicas.map((replica) => problemsAtStart(replica, rules)))).flat();
    if (problems.length > 0) throw new StartupError(problems.join("\n  "));
    const run = () => this.#look(rules);
    await run();
    this.#stop = runPeriodically({ title: "read replicas", run }, { everyMs: LOOK_MS, log: this.#deps.log });
  }

  async close(): Promise<void> {
    await this.#stop();
    await Promise.all(this.#deps.replicas.map((replica) => replica.end()));
  }

  short<T>(reader: Reader, work: (db: Db) => Promise<T>): Promise<T> {
    return this.#read("short", reader, work);
  }

  long<T>(reader: Reader, work: (db: Db) => Promise<T>): Promise<T> {
    return this.#read("long", reader, work);
  }

  replicas = (): readonly ReplicaState[] => this.#deps.replicas.map(({ state }) => state);
  counts = (): ReadonlyMap<ReadFrom, number> => this.#counts;

  async #read<T>(length: Length, reader: Reader, work: (db: Db) => Promise<T>): Promise<T> {
    const [from, found] = await this.#onReplica(length, reader, work);
    this.#counts.set(from, (this.#counts.get(from) ?? 0) + 1);
    return found === null ? work(this.#deps.primary[length]) : found.result;
  }

  async #onReplica<T>(length: Length, reader: Reader, work: (db: Db) => Promise<T>): Promise<[ReadFrom, { readonly result: T } | null]> {
    const used = this.#deps.replicas.filter(({ isUsed }) => isUsed);
    if (used.length === 0) return ["none", null];
    // Where even that cannot be asked, the database itself says why.
    const needed = await this.#deps.positions.neededBy(reader).catch(() => undefined);
    if (needed === undefined) return ["none", null];
    const replica = this.#turn(used, needed);
    if (replica === undefined) return ["none", null];
    try {
      const found = await replica.read(length, needed, work);
      return [found === null ? "behind" : "replica", found];
    } catch (error) {
      if (!isReplicas(error)) throw error;
      // A conflict with what it replays, or a table that is another one by now, is no fault of it.
      if (isLost(error)) replica.leaveOut((error as Error).message);
      return ["failed", null];
    }
  }

  /** The next one that is known to have come far enough, else the next one: it may have since it was asked. */
  #turn(used: readonly Replica[], needed: Position | null): Replica | undefined {
    this.#next = (this.#next + 1) % used.length;
    const inTurn = [...used.slice(this.#next), ...used.slice(0, this.#next)];
    return inTurn.find(({ replayed }) => needed === null || replayed >= needed) ?? inTurn[0];
  }

  async #look(rules: ReplicaRules): Promise<void> {
    const since = performance.now();
    // Where the database does not say, what it has said before tells of copies that stand still.
    const at = await this.#deps.positions.flushed().catch(() => null);
    if (at !== null) this.#trail.note(at, since);
    const lagAt = (replayed: Position) => this.#trail.lagAt(replayed, performance.now());
    await Promise.all(this.#deps.replicas.map((replica) => replica.look({ rules, lagAt })));
  }
}

/** What is wrong with a copy for good, or with its URL. One that is not there has nothing wrong. */
async function problemsAtStart(replica: Replica, rules: ReplicaRules): Promise<readonly string[]> {
  try {
    await proveItWorks(replica.login);
    return (await replica.problems(rules)) ?? [];
  } catch (error) {
    const code = codeOf(error instanceof StartupError ? error.cause : error);
    return REFUSALS.has(code) ? [(error as Error).message] : [];
  }
}

/** Whether the database itself may do better: what the work refuses, and what takes too long there, it would as well. */
const isReplicas = (error: unknown): boolean => !(error instanceof ApiError) && codeOf(error) !== STATEMENT_TIMEOUT;

/** It has lost its connections, or has none: by SQLSTATE, by the network's word, or in those of the driver. */
function isLost(error: unknown): boolean {
  return (
    /^(57P|08|53|E[A-Z]+$)/.test(codeOf(error)) ||
    (error instanceof Error && /^(Connection terminated|timeout exc|Client has)/.test(error.message))
  );
}

const codeOf = (error: unknown): string => String((error as { code?: unknown } | null | undefined)?.code ?? "");
