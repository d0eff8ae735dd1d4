import pg from "pg";
import type { Columns, KeptStatement } from "./kept-plan.ts";
import { STAND_AS } from "./tenant-statements.ts";

/** What comes back of a statement; of several in one text nothing. */
export type Answer<R> = Partial<Pick<pg.QueryResult, "command" | "rowCount">> & { readonly rows?: R[] };

/** The driver's connection, and its own objects for a query and what it answers, as far as they are used here: its types leave them out. */
interface Connection {
  readonly stream: { cork(): void; uncork(): void };
  /** The texts of statements that have been sent, by their names. */
  readonly submittedNamedStatements: Record<string, string>;
  parse(statement: { name: string; text: string }): void;
  bind(portal: { statement: string; values: readonly string[] }): void;
  describe(portal: object): void;
  execute(portal: object): void;
  close(statement: { type: "S"; name: string }): void;
  sync(): void;
}
interface Result {
  /** The client tells it how values become JavaScript. */
  _types: unknown;
  fields: Columns["fields"];
  _parsers: Columns["parsers"];
  parseRow(this: Result, texts: readonly (string | null)[]): Record<string, unknown>;
}
interface Query {
  readonly _result: Result;
  /** Rows are to be kept until all are there. */
  _accumulateRows: boolean;
  queryMode: "extended" | undefined;
  name: string | undefined;
  callback: (error: Error | null, answer?: unknown) => void;
  submit(connection: Connection): Error | null;
  handleRowDescription(message: unknown): void;
  handleDataRow(message: unknown): void;
  handleCommandComplete(message: unknown, connection: Connection): void;
  handleEmptyQuery(connection: Connection): void;
  handleError(error: Error, connection: Connection): void;
  handleReadyForQuery(connection: Connection): void;
}
const DriverQuery = pg.Query as unknown as new (text: string, values: unknown[], callback?: Query["callback"]) => Query;

/** A statement, or several in one text where there are no values. */
export class PlainQuery extends DriverQuery {
  constructor(text: string, values: unknown[], done?: Query["callback"]) {
    super(text, values, done);
    this._result.parseRow = rowOf;
  }
}

/** One statement; one that the connection keeps is read, and its answers are described, once. */
export class ExtendedQuery extends PlainQuery {
  readonly #kept: KeptStatement | undefined;

  constructor(text: string, values: unknown[], kept?: KeptStatement) {
    super(text, values);
    this.queryMode = "extended";
    this.name = kept?.name;
    this.#kept = kept;
  }

  override submit(connection: Connection): Error | null {
    const kept = this.#kept;
    if (kept === undefined) return super.submit(connection);
    for (const name of kept.instead) forget(connection, name);
    kept.instead = [];
    if (kept.columns === null) return super.submit(connection);
    this._accumulateRows = true;
    this._result.fields = kept.columns.fields;
    this._result._parsers = kept.columns.parsers;
    return super.submit(Object.create(connection, { describe: NOTHING }));
  }

  override handleRowDescription(message: unknown): void {
    super.handleRowDescription(message);
    const { fields, _parsers: parsers } = this._result;
    if (this.#kept !== undefined) this.#kept.columns = { fields: fields.map(({ name }) => ({ name })), parsers };
  }
}

/** A message that is not sent. */
const NOTHING = { value: () => undefined };

function forget(connection: Connection, name: string): void {
  connection.close({ type: "S", name });
  delete connection.submittedNamedStatements[name];
}

/** A row of an answer, key by key. The driver's own copies a blank one, at one place for rows of all statements: docs/decisions/138. */
function rowOf(this: Result, texts: readonly (string | null)[]): Record<string, unknown> {
  const { fields, _parsers: parsers } = this;
  const row: Record<string, unknown> = {};
  for (let at = 0; at < fields.length; at++) {
    const [name, text] = [fields[at]?.name ?? "", texts[at] ?? null];
    row[name] = text === null ? null : parsers[at]?.(text);
  }
  return row;
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
export class QueriesAs<R> {
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
