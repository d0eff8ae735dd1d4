import { type CompiledQuery, type DatabaseConnection, PostgresDriver, type PostgresPool, type QueryResult } from "kysely";
import type { Tenant } from "../../base/tenant.ts";
import { isApart } from "./apart.ts";
import type { Answer } from "./driver-query.ts";
import { isMarked, plansOf } from "./kept-plan.ts";
import type { Lease, Statement } from "./lease.ts";
import type { SharedFolder } from "./one-connection.ts";
import { standingOf, tenantOfStatement } from "./tenant-statements.ts";
import type { OwnChanges, Watcher } from "./told-changes.ts";
import type { WrittenNotes } from "./written-notes.ts";

/** Whether the database has the roles of tenants, and this login may become them. Found out once the first connection is there. */
export interface Wall {
  isUp: boolean;
}

/** The pool as it is leased from. */
export interface Leasing {
  connect(): Promise<Lease>;
  end(): Promise<void>;
}

/** What the connections of a database have in common. */
export interface Driven {
  readonly wall: Wall;
  /** The engine is one of this process with no other connection, and this is what they share; left out: it may have many. */
  readonly shared?: SharedFolder;
  /** Who is told of statements; left out: nobody. */
  readonly changes?: OwnChanges;
  /** Where it is noted how far whose changes are; left out: nobody reads copies that follow. */
  readonly notes?: WrittenNotes | undefined;
}

/** Runs each statement as the tenant it says, for its transaction only: a connection that is given back has nothing of it left. */
export class TenantDriver extends PostgresDriver {
  readonly #pool: Leasing;
  readonly #driven: Driven;
  readonly #apart: Leasing | undefined;

  /** @param apart where statements go that are no part of the transaction they are told in; left out: they are. */
  constructor(pool: Leasing, driven: Driven, apart?: Leasing) {
    super({ pool: asPool(pool) });
    this.#pool = pool;
    this.#driven = driven;
    this.#apart = apart;
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    return new TenantConnection(await this.#pool.connect(), this.#driven, this.#apart);
  }

  override async releaseConnection(connection: DatabaseConnection): Promise<void> {
    if (connection instanceof TenantConnection) connection.release();
  }
}

/** For the query builder's own driver, which ends it and, here, asks nothing else of it. */
export const asPool = (pool: Leasing) => pool as unknown as PostgresPool;

const BEGIN = /^(begin|start transaction)\b/;
const ROLLBACK = "rollback";
const END = /^(commit|rollback)$/;
/** Of a transaction that has failed they are the only ones that are listened to, so nothing may come before them. */
const STEP = /^(savepoint|release|rollback to)\b/;
/** A transaction streams one statement at a time; its end closes what was left open. */
const CURSOR = "streamed";
const CHANGES: readonly (string | undefined)[] = ["INSERT", "UPDATE", "DELETE", "MERGE"];

export class TenantConnection implements DatabaseConnection {
  readonly #lease: Lease;
  readonly #isWalled: boolean;
  readonly #apart: Leasing | undefined;
  readonly #changes: OwnChanges | undefined;
  readonly #notes: WrittenNotes | undefined;
  #isOpen = false;
  /** Whom the open transaction stands as; null: nobody knows. */
  #standing: Tenant | undefined | null = undefined;
  /** Who is told when the open transaction has ended. */
  readonly #concerned = new Set<Watcher>();
  /** Whose changes the open transaction has made. */
  readonly #written = new Set<string>();

  constructor(lease: Lease, { wall, changes, notes }: Driven, apart: Leasing | undefined) {
    this.#lease = lease;
    this.#isWalled = wall.isUp;
    this.#apart = apart;
    this.#changes = changes;
    this.#notes = notes;
  }

  async executeQuery<R>({ sql, parameters, query }: CompiledQuery): Promise<QueryResult<R>> {
    const tenant = this.#isWalled ? tenantOfStatement(query) : undefined;
    for (const watcher of this.#changes?.concernedBy(sql) ?? []) this.#concerned.add(watcher);
    const owner = this.#notes?.ownerOf(sql, query);
    if (owner !== undefined) this.#written.add(owner);
    const answering = this.#answer<R>(query, sql, parameters, tenant).finally(() => this.#tell());
    const { command, rowCount, rows } = await (this.#written.size > 0 ? this.#noted(sql, answering) : answering);
    return { ...(CHANGES.includes(command) && { numAffectedRows: BigInt(rowCount ?? 0) }), rows: rows ?? [] };
  }

  /**
   * The rows of one statement, as of the moment at which it begins, so many at a time: the database keeps the rest. They are gone once the next ones
   * are asked for. In an open transaction only.
   */
  async *streamQuery<R>({ sql, parameters, query }: CompiledQuery, size = 1): AsyncIterableIterator<QueryResult<R>> {
    if (!this.#isOpen) throw new Error("rows are streamed in a transaction only");
    const tenant = this.#isWalled ? tenantOfStatement(query) : undefined;
    await this.#run(`declare ${CURSOR} no scroll cursor for ${sql}`, parameters, tenant);
    for (let isMore = true; isMore; ) {
      const { rows = [] } = await this.#run<R>(`fetch forward ${size} from ${CURSOR}`, [], tenant);
      isMore = rows.length === size;
      if (rows.length > 0) yield { rows };
      rows.length = 0;
    }
    await this.#run(`close ${CURSOR}`, [], tenant);
  }

  /**
   * The rows of several reads, which come again and again, sent in one message where they stand as the same tenant by themselves; else one after the
   * other. The connection reads their texts once and plans them for their values: which rows there are of a state, no two shops agree.
   */
  async readAll<R>(reads: readonly CompiledQuery[]): Promise<R[][]> {
    const [tenant, ...others] = reads.map(({ query }) => tenantOfStatement(query));
    const [plans = "force_custom_plan", ...otherPlans] = reads.map(({ query }) => plansOf(query));
    const isOneWay = others.every((other) => isSame(tenant, other)) && otherPlans.every((other) => other === plans);
    if (this.#isWalled && !this.#isOpen && isOneWay) {
      const answers = await this.#lease.queryAllKept<R>(standingOf(tenant), reads, plans);
      return answers.map(({ rows = [] }) => rows);
    }
    const answers: R[][] = [];
    for (const read of reads) answers.push((await this.executeQuery<R>(read)).rows);
    return answers;
  }

  release(): void {
    this.#lease.release();
  }

  /** Told too often is harmless: of what failed, or was rolled back, and of what an unanswered commit has done or not. */
  #tell(): void {
    if (this.#isOpen || this.#concerned.size === 0) return;
    for (const watcher of this.#concerned) watcher.changed();
    this.#concerned.clear();
  }

  /** Notes what is committed before whoever has written hears of it, on the same connection, which is free then. */
  async #noted<R>(sql: string, answering: Promise<Answer<R>>): Promise<Answer<R>> {
    try {
      const answer = await answering;
      if (!this.#isOpen && sql !== ROLLBACK) await this.#notes?.note([...this.#written], (text, values) => this.#lease.query(text, values));
      return answer;
    } catch (error) {
      // Of an unanswered commit nobody knows what it has done.
      if (!this.#isOpen) this.#notes?.owe([...this.#written]);
      throw error;
    } finally {
      if (!this.#isOpen) this.#written.clear();
    }
  }

  #answer<R>(query: object, sql: string, parameters: readonly unknown[], tenant: Tenant | undefined): Promise<Answer<R>> {
    if (this.#isOpen && this.#apart !== undefined && isApart(query)) return runApart(this.#apart, tenant, query, { sql, parameters });
    const isKept = isMarked(query);
    if (this.#isOpen || (tenant === undefined && !isKept)) return this.#run<R>(sql, parameters, tenant, isKept);
    return this.#lease.queryKept<R>(standingOf(tenant), { sql, parameters }, plansOf(query));
  }

  async #run<R>(sql: string, parameters: readonly unknown[], tenant: Tenant | undefined, isKept = false): Promise<Answer<R>> {
    const [standing, statement] = [standingOf(tenant), { sql, parameters }];
    if (BEGIN.test(sql) || END.test(sql)) {
      this.#isOpen = BEGIN.test(sql);
      this.#standing = undefined;
    } else if (STEP.test(sql)) {
      // What was set since the savepoint is undone with it.
      this.#standing = null;
    } else if (this.#isOpen && !isSame(this.#standing, tenant)) {
      this.#standing = null;
      const answer = await this.#lease.queryAs<R>(standing, statement, isKept);
      this.#standing = tenant;
      return answer;
    }
    return isKept ? this.#lease.queryOn<R>(standing[0], statement) : this.#lease.query<R>(sql, parameters);
  }
}

/** A statement by itself, on a connection of its own. */
async function runApart<R>(pool: Leasing, tenant: Tenant | undefined, query: object, statement: Statement): Promise<Answer<R>> {
  const lease = await pool.connect();
  try {
    return await lease.queryKept<R>(standingOf(tenant), statement, plansOf(query));
  } finally {
    lease.release();
  }
}

function isSame(one: Tenant | undefined | null, other: Tenant | undefined): boolean {
  if (one === null) return false;
  const [is, as] = [standingOf(one), standingOf(other)];
  return is.every((part, n) => part === as[n]);
}
