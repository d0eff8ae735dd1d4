import { type Answer, type Connection, type ExtendedQuery, NOTHING } from "./driver-query.ts";
import { STAND_AS } from "./tenant-statements.ts";

/**
 * By connection the name under which it has read {@link STAND_AS}, which comes before nearly every statement: reading it anew would cost more
 * than what it does.
 */
const names = new WeakMap<Connection, { readonly nth: number; readonly isRead: boolean }>();
const FIRST = { nth: 0, isRead: false };

/**
 * Statements between two points of synchronisation: to the database they are one transaction, unless one is open already. What the first one, which
 * says as whom, answers is nobody's business.
 */
export class QueriesAs<R> {
  /** The driver puts its own in front, where somebody waits with a limit of time. */
  callback: (error: Error | null, answers?: Answer<R>[]) => void;
  readonly #standing: readonly string[];
  readonly #queries: readonly ExtendedQuery[];
  readonly #answers: Answer<R>[] = [];
  #hasFailed = false;
  /** The place of the one that is answered now; -1: as whom. */
  #at = -1;

  constructor(standing: readonly string[], queries: readonly ExtendedQuery[], done: (error: Error | null, answers?: Answer<R>[]) => void) {
    this.#standing = standing;
    this.#queries = queries;
    this.callback = done;
    for (const query of queries) query.callback = (error, answer) => this.#answered(error, answer as Answer<R>);
  }

  get _result(): ExtendedQuery["_result"] | undefined {
    return this.#queries[0]?._result;
  }

  submit(connection: Connection): null {
    connection.stream.cork();
    try {
      for (const query of this.#queries) query.makeRoom(connection);
      const { nth, isRead } = names.get(connection) ?? FIRST;
      const name = `stand_as_${nth}`;
      if (!isRead) connection.parse({ name, text: STAND_AS });
      names.set(connection, { nth, isRead: true });
      connection.bind({ statement: name, values: this.#standing });
      connection.execute({});
      const unsynchronised: Connection = Object.create(connection, { sync: NOTHING });
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
    if (this.#at < 0) names.set(connection, { nth: (names.get(connection) ?? FIRST).nth + 1, isRead: false });
    const failed = Math.max(this.#at, 0);
    // Those behind it the database has not heard of.
    for (const query of this.#queries.slice(failed + 1)) query.readAnew();
    this.#queries[failed]?.handleError(error, connection);
  }

  handleReadyForQuery(connection: Connection): void {
    if (this.#hasFailed) return;
    for (const query of this.#queries) query.handleReadyForQuery(connection);
    if (!this.#hasFailed) this.callback(null, this.#answers);
  }

  get #current(): ExtendedQuery | undefined {
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
