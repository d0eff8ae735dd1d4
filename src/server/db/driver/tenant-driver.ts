import { type CompiledQuery, type DatabaseConnection, PostgresDriver, type PostgresPool, type QueryResult } from "kysely";
import type { Tenant } from "../../base/tenant.ts";
import { isPlanKept } from "./kept-plan.ts";
import type { Answer, Lease } from "./lease.ts";
import { standingOf, tenantOfStatement } from "./tenant-statements.ts";

/** Whether the database has the roles of tenants, and this login may become them. Found out once the first connection is there. */
export interface Wall {
  isUp: boolean;
}

/** The pool as it is leased from. */
export interface Leasing {
  connect(): Promise<Lease>;
  end(): Promise<void>;
}

/** Runs each statement as the tenant it says, for its transaction only: a connection that is given back has nothing of it left. */
export class TenantDriver extends PostgresDriver {
  readonly #pool: Leasing;
  readonly #wall: Wall;

  constructor(pool: Leasing, wall: Wall) {
    super({ pool: asPool(pool) });
    this.#pool = pool;
    this.#wall = wall;
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    return new TenantConnection(await this.#pool.connect(), this.#wall.isUp);
  }

  override async releaseConnection(connection: DatabaseConnection): Promise<void> {
    if (connection instanceof TenantConnection) connection.release();
  }
}

/** For the query builder's own driver, which ends it and, here, asks nothing else of it. */
export const asPool = (pool: Leasing) => pool as unknown as PostgresPool;

const BEGIN = /^(begin|start transaction)\b/;
const END = /^(commit|rollback)$/;
/** Of a transaction that has failed they are the only ones that are listened to, so nothing may come before them. */
const STEP = /^(savepoint|release|rollback to)\b/;
const CHANGES: readonly (string | undefined)[] = ["INSERT", "UPDATE", "DELETE", "MERGE"];

class TenantConnection implements DatabaseConnection {
  readonly #lease: Lease;
  readonly #isWalled: boolean;
  #isOpen = false;
  /** Whom the open transaction stands as; null: nobody knows. */
  #standing: Tenant | undefined | null = undefined;

  constructor(lease: Lease, isWalled: boolean) {
    this.#lease = lease;
    this.#isWalled = isWalled;
  }

  async executeQuery<R>({ sql, parameters, query }: CompiledQuery): Promise<QueryResult<R>> {
    const tenant = this.#isWalled ? tenantOfStatement(query) : undefined;
    const isKept = !this.#isOpen && isPlanKept(query);
    const { command, rowCount, rows } = isKept
      ? await this.#lease.queryKept<R>(standingOf(tenant), sql, parameters)
      : await this.#run<R>(sql, parameters, tenant);
    return { ...(CHANGES.includes(command) && { numAffectedRows: BigInt(rowCount ?? 0) }), rows: rows ?? [] };
  }

  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    yield* [];
    throw new Error("streaming queries are not supported: read in pages by key");
  }

  release(): void {
    this.#lease.release();
  }

  async #run<R>(sql: string, parameters: readonly unknown[], tenant: Tenant | undefined): Promise<Answer<R>> {
    if (BEGIN.test(sql) || END.test(sql)) {
      this.#isOpen = BEGIN.test(sql);
      this.#standing = undefined;
    } else if (STEP.test(sql)) {
      // What was set since the savepoint is undone with it.
      this.#standing = null;
    } else if (this.#isOpen ? !isSame(this.#standing, tenant) : tenant !== undefined) {
      this.#standing = null;
      const answer = await this.#lease.queryAs<R>(standingOf(tenant), sql, parameters);
      if (this.#isOpen) this.#standing = tenant;
      return answer;
    }
    return this.#lease.query<R>(sql, parameters);
  }
}

function isSame(one: Tenant | undefined | null, other: Tenant | undefined): boolean {
  if (one === null) return false;
  const [is, as] = [standingOf(one), standingOf(other)];
  return is.every((part, n) => part === as[n]);
}
