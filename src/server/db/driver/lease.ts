import type pg from "pg";
import { forgetNames, isKeptTooLong, nameOf, type PlanMode } from "./kept-plan.ts";
import { type Answer, ExtendedQuery, PlainQuery, QueriesAs } from "./queries-as.ts";
import type { standingOf } from "./tenant-statements.ts";

type Standing = ReturnType<typeof standingOf>;

/** A client with the method that the type package does not know yet. */
type Client = pg.PoolClient & { getTransactionStatus(): "I" | "T" | "E" | null };

/** A statement and what is bound in it. */
export interface Statement {
  readonly sql: string;
  readonly parameters: readonly unknown[];
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

  /** As {@link query}, as somebody, in one message to the database and back; outside of a transaction for this statement alone. */
  async queryAs<R>(
    standing: Standing,
    sql: string,
    parameters: readonly unknown[],
    { name, plans = "auto" }: { readonly name?: string | undefined; readonly plans?: PlanMode } = {},
  ): Promise<Answer<R>> {
    const [answer] = await this.#submit<R>(standing, plans, [new ExtendedQuery(sql, [...parameters], name)]);
    if (answer === undefined) throw new Error("a statement has an answer");
    return answer;
  }

  /** As {@link queryAs}, of statements that are all sent at once; the answers in their order. Throws what the first of them that fails says. */
  queryAllAs<R>(standing: Standing, statements: readonly Statement[]): Promise<Answer<R>[]> {
    return this.#submit(
      standing,
      "auto",
      statements.map(({ sql, parameters }) => new ExtendedQuery(sql, [...parameters])),
    );
  }

  /** As {@link queryAs} outside of a transaction, of a statement whose plan the connection keeps. */
  async queryKept<R>(standing: Standing, sql: string, parameters: readonly unknown[], plans?: PlanMode): Promise<Answer<R>> {
    const ask = () => {
      const name = nameOf(this.#client, sql, standing[0]);
      // One that is not kept is planned for its values, whatever is wanted: it is planned each time.
      return this.queryAs<R>(standing, sql, parameters, { name, ...(name !== undefined && plans !== undefined && { plans }) });
    };
    try {
      return await ask();
    } catch (error) {
      if (!isKeptTooLong(error)) throw error;
      forgetNames(this.#client);
      return ask();
    }
  }

  release(): void {
    // Nobody may inherit an open transaction.
    this.#client.release(this.#client.getTransactionStatus() !== "I");
    this.#onRelease();
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
