import pg from "pg";
import { forgetNames, isKeptTooLong, nameOf, type PlanMode } from "./kept-plan.ts";
import { STAND_AS, type standingOf } from "./tenant-statements.ts";

type Standing = ReturnType<typeof standingOf>;

/** A client with the method that the type package does not know yet. */
type Client = pg.PoolClient & { getTransactionStatus(): "I" | "T" | "E" | null };

/** What comes back of a statement; of several in one text nothing. */
export type Answer<R> = Partial<Pick<pg.QueryResult, "command" | "rowCount">> & { readonly rows?: R[] };

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
    return this.#ask(() => this.#client.query(sql, [...parameters]) as unknown as Promise<Answer<R>>);
  }

  /** As {@link query}, as somebody, in one message to the database and back; outside of a transaction for this statement alone. */
  queryAs<R>(
    standing: Standing,
    sql: string,
    parameters: readonly unknown[],
    { name, plans = "auto" }: { readonly name?: string | undefined; readonly plans?: PlanMode } = {},
  ): Promise<Answer<R>> {
    return this.#ask(
      () =>
        new Promise<Answer<R>>((resolve, reject) => {
          const done = (error: Error | null, result: Answer<R>) => (error ? reject(error) : resolve(result));
          const query = new QueryAs([...standing, plans], new ExtendedQuery(sql, [...parameters], done, name));
          this.#client.query(query as unknown as pg.Submittable);
        }),
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

  async #ask<R>(ask: () => Promise<Answer<R>>): Promise<Answer<R>> {
    try {
      return await ask();
    } catch (error) {
      throw this.#lost.get(this.#client) ?? error;
    }
  }
}

/** The driver's connection, and its own query object, as far as they are used here: its types leave both out. */
interface Connection {
  readonly stream: { cork(): void; uncork(): void };
  parse(statement: { name: string; text: string }): void;
  bind(portal: { statement: string; values: readonly string[] }): void;
  execute(portal: object): void;
}
type Done = (error: Error | null, result: Answer<never>) => void;
interface Query {
  /** The client tells it how values become JavaScript. */
  readonly _result: unknown;
  callback: Done;
  submit(connection: Connection): Error | null;
  handleRowDescription(message: unknown): void;
  handleDataRow(message: unknown): void;
  handleCommandComplete(message: unknown, connection: Connection): void;
  handleEmptyQuery(connection: Connection): void;
  handleError(error: Error, connection: Connection): void;
  handleReadyForQuery(connection: Connection): void;
}
const DriverQuery = pg.Query as unknown as new (
  config: { text: string; values: unknown[]; queryMode: "extended"; name: string | undefined },
  values: undefined,
  done: Done,
) => Query;

class ExtendedQuery extends DriverQuery {
  constructor(text: string, values: unknown[], done: Done, name?: string) {
    super({ text, values, queryMode: "extended", name }, undefined, done);
  }
}

/**
 * By connection the name under which it has read {@link STAND_AS}, which comes before nearly every statement: reading it anew would cost more
 * than what it does.
 */
const names = new WeakMap<Connection, { readonly name: string; readonly isRead: boolean }>();
const FIRST = "stand_as";

/**
 * Two statements between two points of synchronisation: to the database they are one transaction, unless one is open already. What the
 * first one answers is nobody's business.
 */
class QueryAs implements Query {
  readonly #standing: readonly string[];
  readonly #query: Query;
  #isStanding = false;

  constructor(standing: readonly string[], query: Query) {
    this.#standing = standing;
    this.#query = query;
  }

  get _result(): unknown {
    return this.#query._result;
  }

  /** The driver puts its own in front, where somebody waits with a limit of time. */
  get callback(): Done {
    return this.#query.callback;
  }

  set callback(done: Done) {
    this.#query.callback = done;
  }

  submit(connection: Connection): Error | null {
    connection.stream.cork();
    try {
      const { name, isRead } = names.get(connection) ?? { name: FIRST, isRead: false };
      if (!isRead) connection.parse({ name, text: STAND_AS });
      names.set(connection, { name, isRead: true });
      connection.bind({ statement: name, values: this.#standing });
      connection.execute({});
      return this.#query.submit(connection);
    } finally {
      connection.stream.uncork();
    }
  }

  handleRowDescription(message: unknown): void {
    this.#query.handleRowDescription(message);
  }

  handleDataRow(message: unknown): void {
    if (this.#isStanding) this.#query.handleDataRow(message);
  }

  handleCommandComplete(message: unknown, connection: Connection): void {
    if (this.#isStanding) this.#query.handleCommandComplete(message, connection);
    this.#isStanding = true;
  }

  handleEmptyQuery(connection: Connection): void {
    this.#query.handleEmptyQuery(connection);
  }

  handleError(error: Error, connection: Connection): void {
    // Whether it was read before it failed is not known, e.g. in a transaction that had failed: next time under another name.
    if (!this.#isStanding) names.set(connection, { name: `${names.get(connection)?.name ?? FIRST}_`, isRead: false });
    this.#query.handleError(error, connection);
  }

  handleReadyForQuery(connection: Connection): void {
    this.#query.handleReadyForQuery(connection);
  }
}
