import { setTimeout as sleep } from "node:timers/promises";
import { EngineSession, type EngineTerms } from "./engine-session.ts";

/** The engine's sessions one after the other: a new one starts only when the one before has let go of the directory. */
export class EngineSessions {
  readonly #pgdata: string;
  readonly #terms: EngineTerms;
  #current: Promise<EngineSession>;
  #newest: EngineSession;
  #isUnused = true;
  #isClosed = false;

  constructor(pgdata: string, terms: EngineTerms, first: EngineSession) {
    this.#pgdata = pgdata;
    this.#terms = terms;
    this.#current = Promise.resolve(first);
    this.#newest = first;
  }

  /** Whether a statement is running. */
  get isBusy(): boolean {
    return this.#newest.isBusy;
  }

  /** Makes durable what there is, as {@link EngineSession.settle}. */
  async settle(): Promise<void> {
    await (await this.#current).settle();
    this.#terms.isLaying = false;
  }

  /** The session for a new connection. */
  connect(): Promise<EngineSession> {
    if (this.#isUnused) this.#isUnused = false;
    else this.#current = this.#reopen(this.#current);
    return this.#current;
  }

  /** Waits up to `ms` for the connections to end, then for the engine, and stops what is left. */
  async close(ended: Promise<void>, ms: number): Promise<void> {
    const patience = sleep(ms, undefined, { ref: false });
    const gone = ended.then(async () => {
      if (!this.#isUnused) await this.#newest.exited;
    });
    await Promise.race([gone, patience]);
    this.#isClosed = true;
    const last = (await this.#current.catch(() => undefined)) ?? this.#newest;
    await Promise.race([last.close(), patience]);
    await last.kill();
  }

  async #reopen(previous: Promise<EngineSession>): Promise<EngineSession> {
    await previous.catch(() => undefined);
    await this.#newest.exited;
    if (this.#isClosed) throw new Error("the database is closed");
    this.#newest = await EngineSession.start(this.#pgdata, this.#terms);
    return this.#newest;
  }
}
