import type { FormField } from "../../../shared/protocol/form.ts";
import type { SavePage } from "../save/draft.ts";
import { type CellReader, cellReader } from "./cells.ts";
import type { SentRow } from "./rows.ts";

/** What is wrong with a row; `row`: which of those that were sent, from 0; `column` null: the whole of it. */
export interface RowProblem {
  readonly row: number;
  readonly column: string | null;
  readonly message: string;
}

/** Values of a document or of its line, as a form is sent them. */
export type Said = Readonly<Record<string, unknown>>;

/** A document as its rows say it, one row or several one after the other. */
export interface SaidDocument {
  /** Which of those that were sent, from 0. */
  readonly rows: readonly number[];
  readonly head: Said;
  /** One for each row that says something of a line. Left out: the entity comes without lines. */
  readonly lines?: readonly SaidLine[];
  readonly problems: readonly RowProblem[];
}

export interface SaidLine {
  readonly row: number;
  readonly said: Said;
}

/** A document may have no more lines, by a form neither. */
const MOST_LINES = 2000;
/** Unknown names that are told of one row. */
const MOST_UNKNOWN = 3;

interface Column {
  readonly name: string;
  readonly field: FormField;
  readonly read: CellReader;
}

interface SaidRow {
  readonly head: Said;
  readonly line: Said;
  readonly problems: readonly RowProblem[];
}

/** Reads rows as documents: what a cell says, and which rows belong together. One for a batch. */
export class DocumentReader {
  readonly #head = new Map<string, Column>();
  readonly #line = new Map<string, Column>();
  readonly #key: readonly string[];
  readonly #hasLines: boolean;

  /** @param columns names of those that are read */
  constructor({ form, entity }: SavePage, columns: ReadonlySet<string>) {
    const put = (known: Map<string, Column>, name: string, field: FormField) => {
      // guard key: tests/server/import/import-rights.test.ts
      if (!field.isWritable || !columns.has(name)) return;
      known.set(name, { name: field.name, field, read: cellReader(field) });
    };
    for (const field of Object.values(form.fields)) put(this.#head, field.name, field);
    for (const { entity: table, fields } of form.lines)
      for (const field of Object.values(fields)) put(this.#line, `${table}.${field.name}`, field);
    this.#key = entity.import?.key ?? [];
    this.#hasLines = form.lines.length > 0;
  }

  read(rows: readonly SentRow[]): SaidDocument[] {
    const said = rows.map((row, index) => this.#readRow(row, index));
    if (!this.#hasLines) return said.map(({ head, problems }, row) => ({ rows: [row], head, problems }));
    const documents: SaidDocument[] = [];
    for (const [index, row] of said.entries()) {
      const last = documents.at(-1);
      if (last !== undefined && this.#belongs(last, index, rows, row)) documents.splice(-1, 1, this.#joined(last, row, index, rows));
      else documents.push({ rows: [index], head: row.head, lines: linesOf(row, index), problems: row.problems });
    }
    return documents.map(refuseLong);
  }

  #readRow({ cells }: SentRow, row: number): SaidRow {
    const head: Record<string, unknown> = {};
    const line: Record<string, unknown> = {};
    const problems: RowProblem[] = [];
    const unknown: string[] = [];
    for (const column in cells) {
      const text = cells[column] ?? "";
      const [to, known] = this.#head.has(column) ? [head, this.#head.get(column)] : [line, this.#line.get(column)];
      if (known === undefined) {
        if (text.trim() !== "") unknown.push(column);
        continue;
      }
      const read = known.read(text);
      if (read === undefined) continue;
      if ("problem" in read) problems.push({ row, column, message: read.problem });
      else to[known.name] = read.value;
    }
    for (const column of unknown.slice(0, MOST_UNKNOWN))
      problems.push({ row, column: null, message: `没有“${column.slice(0, 40)}”这一列，或无权填写` });
    return { head, line, problems };
  }

  #belongs(last: SaidDocument, index: number, rows: readonly SentRow[], row: SaidRow): boolean {
    const [of, before] = [rows[index]?.document, rows[last.rows[0] ?? 0]?.document];
    return of === undefined && before === undefined ? this.#continues(last, row) : of === before;
  }

  /** The row says the key of the document before it, or nothing of a document at all; without numbers, what it says is the same. */
  #continues(document: SaidDocument, { head }: SaidRow): boolean {
    const names = Object.keys(head);
    const isKeyed = (said: Said) => this.#key.some((name) => said[name] !== undefined);
    if (isKeyed(head)) return this.#key.every((name) => head[name] === document.head[name]);
    return names.length === 0 || (!isKeyed(document.head) && names.every((name) => head[name] === document.head[name]));
  }

  /** The document with a further row; what it says of the head otherwise than those before is told. */
  #joined(document: SaidDocument, row: SaidRow, index: number, rows: readonly SentRow[]): SaidDocument {
    const first = rows[document.rows[0] ?? 0]?.place ?? 0;
    const others = Object.keys(row.head).filter((name) => row.head[name] !== document.head[name]);
    const problems = others.map((name) => {
      const title = this.#head.get(name)?.field.title ?? name;
      return { row: index, column: name, message: `${title}与同一单据的第${first}行不同` };
    });
    return {
      rows: [...document.rows, index],
      head: document.head,
      lines: [...(document.lines ?? []), ...linesOf(row, index)],
      problems: [...document.problems, ...row.problems, ...problems],
    };
  }
}

function linesOf({ line }: SaidRow, row: number): SaidLine[] {
  return Object.keys(line).length === 0 ? [] : [{ row, said: line }];
}

function refuseLong(document: SaidDocument): SaidDocument {
  const [row = 0] = document.rows;
  if ((document.lines?.length ?? 0) <= MOST_LINES) return document;
  return { ...document, problems: [...document.problems, { row, column: null, message: `一张单据最多${MOST_LINES}行明细` }] };
}
