import pg from "pg";
import type { Columns, KeptStatement } from "./kept-plan.ts";

/** What comes back of a statement; of several in one text nothing. */
export type Answer<R> = Partial<Pick<pg.QueryResult, "command" | "rowCount">> & { readonly rows?: R[] };

/** The driver's connection, and its own objects for a query and what it answers, as far as they are used here: its types leave them out. */
export interface Connection {
  readonly stream: { cork(): void; uncork(): void };
  /** The texts of statements that have been sent, by their names. */
  readonly submittedNamedStatements: Record<string, string>;
  /** Those that have been read as well. */
  readonly parsedStatements: Record<string, string>;
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
export interface Query {
  readonly _result: Result;
  /** Rows are to be kept until all are there. */
  _accumulateRows: boolean;
  queryMode: "extended" | undefined;
  name: string | undefined;
  readonly text: string;
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

  constructor(text: string, values: unknown[], kept?: KeptStatement, done?: Query["callback"]) {
    super(text, values, done);
    this.queryMode = "extended";
    this.name = kept?.name;
    this.#kept = kept;
  }

  /** Has the connection forget what it is to keep no longer: before anything that may fail, behind which it would not hear of it. */
  makeRoom(connection: Connection): void {
    for (const name of this.#kept?.instead ?? []) forget(connection, name);
    if (this.#kept !== undefined) this.#kept.instead = [];
  }

  override submit(connection: Connection): Error | null {
    const kept = this.#kept;
    if (kept === undefined) return super.submit(connection);
    this.makeRoom(connection);
    if (kept.columns === null) return super.submit(connection);
    // What has answered has been read, whatever has failed since: among several the driver does not note that.
    connection.parsedStatements[kept.name] = this.text;
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

  override handleCommandComplete(message: unknown, connection: Connection): void {
    super.handleCommandComplete(message, connection);
    if (this.#kept !== undefined) this.#kept.columns ??= NO_COLUMNS;
  }

  override handleError(error: Error, connection: Connection): void {
    // Where the driver itself could not send it, it has closed it.
    if (this.#kept !== undefined && !(error instanceof pg.DatabaseError)) this.#kept.columns = null;
    this.readAnew();
    super.handleError(error, connection);
  }

  /** Whether it was read before something failed is not known where it has never answered, e.g. in a transaction that had failed: the next time it is read anew. */
  readAnew(): void {
    if (this.#kept?.columns === null) this.#kept.instead = [...this.#kept.instead, this.#kept.name];
  }
}

/** Of what answers nothing but that it is done. */
const NO_COLUMNS: Columns = { fields: [], parsers: [] };

/** A message that is not sent. */
export const NOTHING = { value: () => undefined };

function forget(connection: Connection, name: string): void {
  connection.close({ type: "S", name });
  delete connection.submittedNamedStatements[name];
  delete connection.parsedStatements[name];
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
