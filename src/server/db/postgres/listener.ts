import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import type { Changes, OwnChanges, Watcher } from "../driver/told-changes.ts";

/** Where the database tells that something has changed of which processes keep copies. */
export const CHANGED_CHANNEL = "scm_changed";

/** How long the own message may take to come back. */
const ECHO_MS = 2000;
/** After which an interrupted listener tries again. */
const AGAIN_MS = 1000;

/**
 * Listens to what other processes have changed, on a connection of its own from the first watcher on (docs/decisions/124). It is sure of missing
 * nothing once a message of its own has come back by the way that others send theirs: a pooler in between may swallow them.
 */
export class Listener implements Changes {
  readonly #connectionString: string;
  readonly #pool: Pick<pg.Pool, "query">;
  readonly #log: (line: string) => void;
  readonly #own: OwnChanges;
  readonly #watchers: Watcher[] = [];
  #client: pg.Client | undefined;
  #isSure = false;
  #isClosed = false;
  #again: NodeJS.Timeout | undefined;

  /** @param pool how statements of this process reach the database */
  constructor(connectionString: string, pool: Pick<pg.Pool, "query">, own: OwnChanges, log: (line: string) => void) {
    this.#connectionString = connectionString;
    this.#pool = pool;
    this.#own = own;
    this.#log = log;
  }

  watch(watcher: Watcher): () => boolean {
    this.#own.add(watcher);
    this.#watchers.push(watcher);
    if (this.#watchers.length === 1) void this.#listen();
    return () => this.#isSure;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#again);
    await this.#client?.end().catch(() => undefined);
  }

  async #listen(): Promise<void> {
    const client = new pg.Client({ connectionString: this.#connectionString, keepAlive: true, application_name: "scm-portal listener" });
    this.#client = client;
    client.on("error", (error) => this.#lost(client, error.message));
    client.on("end", () => this.#lost(client, "the connection ended"));
    const echo = randomUUID();
    const heard = new Promise<boolean>((resolve) => {
      client.on("notification", ({ payload }) => (payload === echo ? resolve(true) : this.#tell()));
    });
    try {
      await client.connect();
      await client.query(`listen ${CHANGED_CHANNEL}`);
      await this.#pool.query("select pg_notify($1, $2)", [CHANGED_CHANNEL, echo]);
      if (await Promise.race([heard, sleep(ECHO_MS, false, { ref: false })])) {
        this.#tell(); // of what was changed before somebody listened
        this.#isSure = this.#client === client;
      } else this.#lost(client, "its messages do not arrive: a pooler in between?");
    } catch (error) {
      this.#lost(client, error instanceof Error ? error.message : String(error));
    }
  }

  #lost(client: pg.Client, reason: string): void {
    if (this.#client !== client || this.#isClosed) return;
    this.#client = undefined;
    this.#isSure = false;
    client.end().catch(() => undefined);
    this.#log(`database: changes of other processes are not heard (${reason}); what depends on them is read anew each time, trying again`);
    this.#again = setTimeout(() => void this.#listen(), AGAIN_MS).unref();
  }

  #tell(): void {
    for (const { changed } of this.#watchers) changed();
  }
}
