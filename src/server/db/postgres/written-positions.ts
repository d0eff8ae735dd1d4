import { CompiledQuery, sql } from "kysely";
import type { Db } from "../driver/handle.ts";
import { KEEPS_PLAN } from "../driver/kept-plan.ts";
import type { Reader } from "../driver/reads.ts";
import { tenantOfStatement, writerOfStatement } from "../driver/tenant-statements.ts";
import type { Ask, WrittenNotes } from "../driver/written-notes.ts";

/** A place in the write-ahead log, in bytes from its beginning. */
export type Position = bigint;

/** Where it is noted how far the log was after the last change of each. Made by a technical migration. */
const TABLE = "_written";

/** Whose change it is where neither a user nor a shop is named: everybody's. */
const ALL = "all";
const userOwner = (userId: string) => `user ${userId}`;
const SHOPS = "shop ";
const shopOwner = (shopId: string) => SHOPS + shopId;

/**
 * A change of rows, also within a larger statement. Tables with _ in front are technical: copies are not asked for them, but for rollups, which
 * follow rows of others.
 */
const CHANGE =
  /\b(?:insert\s+into|(?<!\b(?:for|key)\s+)update(?!\s+set\b)|delete\s+from|merge\s+into|truncate(?:\s+table)?)\s+(?:only\s+)?"?[a-z]/i;

/**
 * After a commit that was flushed, whatever is flushed holds it; what others have only just written would be sent to copies later. One that is not
 * waited for may not be flushed yet.
 */
const HERE = `case current_setting('synchronous_commit') when 'off' then pg_current_wal_insert_lsn() else pg_current_wal_flush_lsn() end`;

/**
 * A note lost with the database's power is one whose readers were waiting for seconds at most: nobody waits until it is flushed. A place beyond the end of the log
 * is of another cluster, which this database was copied from.
 */
const NOTE = `
  with here as materialized (select ${HERE} as at),
    quick as materialized (select set_config('synchronous_commit', 'off', true) from here where at is not null)
  insert into ${TABLE} (who, at) select who, here.at from here, quick, unnest($1::text[]) as who order by who
  on conflict (who) do update set at = excluded.at
  where ${TABLE}.at < excluded.at or ${TABLE}.at > pg_current_wal_insert_lsn()`;

/**
 * How far a copy must be for whoever reads from it, kept in the database itself: a user meets another process with each call, and his client sends back
 * nothing but its token (docs/decisions/130). What a user changes in his calls is noted as his, anything else as his shop's.
 */
export class WrittenPositions implements WrittenNotes {
  readonly #db: () => Db;
  readonly #owed = new Set<string>();

  /** @param db the database, once it is open */
  constructor(db: () => Db) {
    this.#db = db;
  }

  ownerOf(text: string, statement: object): string | undefined {
    if (!CHANGE.test(text)) return undefined;
    const user = writerOfStatement(statement);
    if (user !== undefined) return userOwner(user);
    const shop = tenantOfStatement(statement)?.shop ?? "";
    return shop === "" ? ALL : shopOwner(shop);
  }

  async note(owners: readonly string[], ask: Ask): Promise<void> {
    await ask(NOTE, [owners]).catch(() => this.owe(owners));
  }

  owe(owners: readonly string[]): void {
    for (const owner of owners) this.#owed.add(owner);
  }

  /** Everybody waits for what is in the database now, e.g. because its tables are others since. Never rejects. */
  async noteForAll(): Promise<void> {
    this.owe([ALL]);
    await this.#pay().catch(() => undefined);
  }

  /** How far a copy must be for this reader; null: he has written nothing yet. Throws where the database does not say. */
  async neededBy({ userId, shopId, isMall }: Reader): Promise<Position | null> {
    await this.#pay();
    const own = [userOwner(userId), shopOwner(shopId), ALL];
    // What a mall's user looks at may be any shop's.
    const others = isMall ? sql` or who like ${`${SHOPS}%`}` : sql``;
    const { rows } = await sql<{ at: string | null }>`
      select (max(at) - '0/0'::pg_lsn)::text as at from ${sql.id(TABLE)}
      where (who in (${sql.join(own)})${others}) and at <= pg_current_wal_insert_lsn()`.execute(this.#db().withPlugin(KEEPS_PLAN));
    return positionOf(rows[0]?.at ?? null);
  }

  /** What is on the database's disk, and so under way to its copies. */
  async flushed(): Promise<Position | null> {
    const { rows } = await sql<{ at: string }>`select (pg_current_wal_flush_lsn() - '0/0'::pg_lsn)::text as at`.execute(this.#db());
    return positionOf(rows[0]?.at ?? null);
  }

  /** Notes what could not be noted when it was due. */
  async #pay(): Promise<void> {
    const owed = [...this.#owed];
    if (owed.length === 0) return;
    await this.#db().executeQuery(CompiledQuery.raw(NOTE, [owed]));
    for (const owner of owed) this.#owed.delete(owner);
  }
}

export const positionOf = (text: string | null): Position | null => (text === null ? null : BigInt(text));
