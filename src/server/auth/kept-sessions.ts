import { dayOf } from "../../shared/domain/day.ts";
import type { Registry } from "../../shared/registry/model.ts";
import { carriersOf } from "../../shared/registry/rights/carriers.ts";
import { delegationsIn } from "../../shared/registry/rights/delegable.ts";
import type { Database } from "../db/connect.ts";
import { type OpenedSession, readOpened } from "./opened-session.ts";
import { hashToken } from "./token.ts";

/** ms after which a session is read anew, whatever has been told. */
const KEPT_MS = 5000;
/** Sessions that are kept; the one read first goes when there are more. */
const MOST = 10_000;

interface Kept {
  readonly opened: OpenedSession;
  readonly registry: Registry;
  /** Of the clock that nobody sets. */
  readonly until: number;
}

/**
 * Sessions with the rights of their users, read once in some seconds and not by each call (docs/decisions/124). Any change of what they are
 * made of drops all of them at once, whichever process makes it; where changes of others are not heard, each call reads its own.
 */
export class KeptSessions {
  readonly #database: Pick<Database, "kysely" | "changes">;
  readonly #keptMs: number;
  readonly #kept = new Map<string, Kept>();
  #isSure: () => boolean = () => false;
  /** The model whose tables tell of changes. */
  #told: Registry | undefined;
  #concerns: (sql: string) => boolean = () => false;
  /** Goes up with every change: what was read before one is not kept after it. */
  #round = 0;

  constructor(database: Pick<Database, "kysely" | "changes">, keptMs = KEPT_MS) {
    this.#database = database;
    this.#keptMs = keptMs;
  }

  /** From now on sessions of this model are kept, and of no other: {@link tablesOfSessions} of it tell of their changes. */
  follow(registry: Registry): void {
    this.#concerns = concerning(tablesOfSessions(registry));
    if (this.#told === undefined)
      this.#isSure = this.#database.changes.watch({ concerns: (sql) => this.#concerns(sql), changed: () => this.#drop() });
    this.#told = registry;
    this.#drop();
  }

  /** The opened session of a token, as it is now or was some seconds ago and is still; null: there is none. */
  async find(registry: Registry, token: string, now: Date): Promise<OpenedSession | null> {
    const tokenHash = hashToken(token);
    const kept = this.#kept.get(tokenHash);
    if (
      kept !== undefined &&
      kept.registry === registry &&
      kept.opened.day === dayOf(now) &&
      kept.until > performance.now() &&
      this.#isSure()
    )
      return kept.opened;
    const round = this.#round;
    const opened = await readOpened(this.#database.kysely, registry, tokenHash, now);
    if (opened !== null && round === this.#round && registry === this.#told && this.#isSure())
      this.#keep(tokenHash, { opened, registry, until: performance.now() + this.#keptMs });
    return opened;
  }

  #keep(tokenHash: string, kept: Kept): void {
    this.#kept.delete(tokenHash);
    this.#kept.set(tokenHash, kept);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > MOST && oldest !== undefined) this.#kept.delete(oldest);
  }

  #drop(): void {
    this.#round++;
    this.#kept.clear();
  }
}

/** The tables of entities that say who somebody is, and what he may. Those of signing in are known without a model. */
export function tablesOfSessions({ entities }: Registry): string[] {
  const carriers = carriersOf(entities);
  const names = carriers === null ? [] : [carriers.user.entity, carriers.group.entity, carriers.grant.entity];
  const others = [entities.Shop, entities.Provider, entities.ConfigItem, delegationsIn(entities)];
  return [...names.map((name) => entities[name]), ...others].flatMap((entity) => entity?.table ?? []);
}

/** Whether a statement changes one of these tables, a password, or a session otherwise than by being used. */
function concerning(tables: readonly string[]): (sql: string) => boolean {
  const changes = /\b(?:insert\s+into|update|delete\s+from|merge\s+into|truncate)\b/i;
  const rows = new RegExp(`"?\\b(?:${[...tables, "_credential"].join("|")})\\b"?`);
  const sessions = /delete\s+from\s+"?_session\b|update\s+"?_session"?\s+set\s+"?(?:proven|groups)\b/i;
  return (sql) => changes.test(sql) && (rows.test(sql) || sessions.test(sql));
}
