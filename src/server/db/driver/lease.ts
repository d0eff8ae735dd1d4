import pg from "pg";
import { forgetNames, isKeptTooLong, nameOf, type PlanMode } from "./kept-plan.ts";
import { STAND_AS, type standingOf } from "./tenant-statements.ts";

type Standing = ReturnType<typeof standingOf>;

/** A client with the method that the type package does not know yet. */
type Client = pg.PoolClient & { getTransactionStatus(): "I" | "T" | "E" | null };

/** What comes back of a statement; of several in one text nothing. */
export type Answer<R> = Partial<Pick<pg.QueryResult, "command" | "rowCount">> & { readonly rows?: R[] };

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
    return this.#ask(() => this.#client.query(sql, [...parameters]) as unknown as Promise<Answer<R>>);
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
    return this.#ask(
      () =>
        new Promise<Answer<R>[]>((resolve, reject) => {
          const done = (error: Error | null, answers: Answer<R>[] = []) => (error ? reject(error) : resolve(answers));
          this.#client.query(new QueriesAs([...standing, plans], queries, done) as unknown as pg.Submittable);
        }),
    );
  }

  async #ask<T>(ask: () => Promise<T>): Promise<T> {
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
  sync(): void;
}
interface Query {
  /** The client tells it how values become JavaScript. */
  readonly _result: { _types: unknown };
  callback: (error: Error | null, answer?: unknown) => void;
  submit(connection: Connection): Error | null;
  handleRowDescription(message: unknown): void;
  handleDataRow(message: unknown): void;
  handleCommandComplete(message: unknown, connection: Connection): void;
  handleEmptyQuery(connection: Connection): void;
  handleError(error: Error, connection: Connection): void;
  handleReadyForQuery(connection: Connection): void;
}
const DriverQuery = pg.Query as unknown as new (config: {
  text: string;
  values: unknown[];
  queryMode: "extended";
  name: string | undefined;
}) => Query;

class ExtendedQuery extends DriverQuery {
  constructor(text: string, values: unknown[], name?: string) {
    super({ text, values, queryMode: "extended", name });
  }
}

/**
 * By connection the name under which it has read {@link STAND_AS}, which comes before nearly every statement: reading it anew would cost more
 * than what it does.
 */
const names = new WeakMap<Connection, { readonly name: string; readonly isRead: boolean }>();
const FIRST = "stand_as";

/**
 * Statements between two points of synchronisation: to the database they are one transaction, unless one is open already. What the first one, which
 * says as whom, answers is nobody's business.
 */
class QueriesAs<R> {
  /** The driver puts its own in front, where somebody waits with a limit of time. */
  callback: (error: Error | null, answers?: Answer<R>[]) => void;
  readonly #standing: readonly string[];
  readonly #queries: readonly Query[];
  readonly #answers: Answer<R>[] = [];
  #hasFailed = false;
  /** The place of the one that is answered now; -1: as whom. */
  #at = -1;

  constructor(standing: readonly string[], queries: readonly Query[], done: (error: Error | null, answers?: Answer<R>[]) => void) {
    this.#standing = standing;
    this.#queries = queries;
    this.callback = done;
    for (const query of queries) query.callback = (error, answer) => this.#answered(error, answer as Answer<R>);
  }

  get _result(): Query["_result"] | undefined {
    return this.#queries[0]?._result;
  }

  submit(connection: Connection): null {
    connection.stream.cork();
    try {
      const { name, isRead } = names.get(connection) ?? { name: FIRST, isRead: false };
      if (!isRead) connection.parse({ name, text: STAND_AS });
      names.set(connection, { name, isRead: true });
      connection.bind({ statement: name, values: this.#standing });
      connection.execute({});
      const unsynchronised: Connection = Object.create(connection, { sync: { value: () => undefined } });
      for (const query of this.#queries) {
        // The client tells the first one alone.
        if (this._result) query._result._types = this._result._types;
        query.submit(unsynchronised);
        if (this.#hasFailed) break;
      }
      connection.sync();
    } finally {
      connection.stream.uncork();
    }
    return null;
  }

  handleRowDescription(message: unknown): void {
    this.#current?.handleRowDescription(message);
  }

  handleDataRow(message: unknown): void {
    this.#current?.handleDataRow(message);
  }

  handleCommandComplete(message: unknown, connection: Connection): void {
    this.#current?.handleCommandComplete(message, connection);
    this.#at += 1;
  }

  handleEmptyQuery(connection: Connection): void {
    this.#current?.handleEmptyQuery(connection);
    this.#at += 1;
  }

  handleError(error: Error, connection: Connection): void {
    // Whether it was read before it failed is not known, e.g. in a transaction that had failed: next time under another name.
    if (this.#at < 0) names.set(connection, { name: `${names.get(connection)?.name ?? FIRST}_`, isRead: false });
    (this.#current ?? this.#queries[0])?.handleError(error, connection);
  }

  handleReadyForQuery(connection: Connection): void {
    if (this.#hasFailed) return;
    for (const query of this.#queries) query.handleReadyForQuery(connection);
    if (!this.#hasFailed) this.callback(null, this.#answers);
  }

  get #current(): Query | undefined {
    return this.#queries[this.#at];
  }

  /** The first failure is what all of them come to. */
  #answered(error: Error | null, answer: Answer<R>): void {
    if (error === null) this.#answers.push(answer);
    else if (!this.#hasFailed) {
      this.#hasFailed = true;
      this.callback(error);
    }
  }
}
