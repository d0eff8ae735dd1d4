import type pg from "pg";
import { type Answer, ExtendedQuery, PlainQuery } from "./driver-query.ts";
import { forgetStatements, isKeptTooLong, keptBy, type PlanMode } from "./kept-plan.ts";
import { QueriesAs } from "./queries-as.ts";
import type { standingOf } from "./tenant-statements.ts";

type Standing = ReturnType<typeof standingOf>;

/** A client with the method that the type package does not know yet. */
type Client = pg.PoolClient & { getTransactionStatus(): "I" | "T" | "E" | null };

/** A statement and what is bound in it. */
export interface Statement {
  readonly sql: string;
  readonly parameters: readonly unknown[];
}

/** A transaction failed for what its connection has kept, and for nothing that it does itself. */
class OutOfDate extends Error {
  readonly code = "40001";

  constructor(cause: unknown) {
    super("what the connection keeps of a statement is out of date", { cause });
  }
}

/** A connection that is held for a while. */
export class Lease {
  readonly #client: Client;
  readonly #lost: WeakMap<pg.PoolClient, Error>;
  readonly #onRelease: () => void;

  /** @param lost why a client's connection was lost */
  constructor(client: pg.PoolClient, lost: WeakMap<pg.PoolClient, Error>, onRelease: () => void) {
    this.#client = client as Client;
    this.#lost = lost;
    this.#onRelease = onRelease;
  }

  query<R>(sql: string, parameters: readonly unknown[]): Promise<Answer<R>> {
    return this.#ask<Answer<R>>((done) => new PlainQuery(sql, [...parameters], done));
  }

  /**
   * As {@link query} in an open transaction, which stands as somebody from now on; in one message to the database and back. A statement that is kept the
   * connection reads once ({@link queryOn}).
   */
  queryAs<R>(standing: Standing, { sql, parameters }: Statement, isKept: boolean): Promise<Answer<R>> {
    const kept = isKept ? keptBy(this.#client, sql, standing[0]) : undefined;
    const ask = async () => only(await this.#submit<R>(standing, "auto", [new ExtendedQuery(sql, [...parameters], kept)]));
    return isKept ? this.#within(ask) : ask();
  }

  /**
   * In an open transaction that stands as this role already, of a statement that the connection reads once. Throws what is told of a collision (40001)
   * where what it keeps is out of date: the transaction has failed, and would not if it were tried again.
   */
  queryOn<R>(role: Standing[0], { sql, parameters }: Statement): Promise<Answer<R>> {
    const kept = keptBy(this.#client, sql, role);
    return this.#within(() => this.#ask<Answer<R>>((done) => new ExtendedQuery(sql, [...parameters], kept, done)));
  }

  /** A statement outside of a transaction, as somebody for this statement alone, which the connection reads once, and plans as is said. */
  async queryKept<R>(standing: Standing, statement: Statement, plans: PlanMode): Promise<Answer<R>> {
    return only(await this.queryAllKept<R>(standing, [statement], plans));
  }

  /** As {@link queryKept}, of statements that are all sent at once; the answers in their order. Throws what the first of them that fails says. */
  async queryAllKept<R>(standing: Standing, statements: readonly Statement[], plans: PlanMode): Promise<Answer<R>[]> {
    const ask = () => {
      const kept = statements.map(({ sql }) => keptBy(this.#client, sql, standing[0]));
      const queries = statements.map(({ sql, parameters }, at) => new ExtendedQuery(sql, [...parameters], kept[at]));
      // One that is not kept is planned for its values, whatever is wanted: it is planned each time.
      return this.#submit<R>(standing, kept.includes(undefined) ? "auto" : plans, queries);
    };
    try {
      return await ask();
    } catch (error) {
      if (!isKeptTooLong(error)) throw error;
      forgetStatements(this.#client);
      return ask();
    }
  }

  release(): void {
    // Nobody may inherit an open transaction.
    this.#client.release(this.#client.getTransactionStatus() !== "I");
    this.#onRelease();
  }

  async #within<T>(ask: () => Promise<T>): Promise<T> {
    try {
      return await ask();
    } catch (error) {
      if (!isKeptTooLong(error)) throw error;
      forgetStatements(this.#client);
      throw new OutOfDate(error);
    }
  }

  #submit<R>(standing: Standing, plans: PlanMode, queries: readonly ExtendedQuery[]): Promise<Answer<R>[]> {
    return this.#ask<Answer<R>[]>((done) => new QueriesAs<R>([...standing, plans], queries, done));
  }

  async #ask<T>(asked: (done: (error: Error | null, answer?: unknown) => void) => object): Promise<T> {
    try {
      return await new Promise<T>((resolve, reject) => {
        const query = asked((error, answer) => (error ? reject(error) : resolve(answer as T)));
        this.#client.query(query as pg.Submittable);
      });
    } catch (error) {
      // Where the driver heard of it says nothing; who asked does.
      if (error instanceof Error) Error.captureStackTrace(error);
      throw this.#lost.get(this.#client) ?? error;
    }
  }
}

function only<R>([answer]: readonly Answer<R>[]): Answer<R> {
  if (answer === undefined) throw new Error("a statement has an answer");
  return answer;
}
