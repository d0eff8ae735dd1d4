import { type Cell, cellFromWire, type Row } from "../../../shared/domain/cell.ts";
import { lineFieldsOf } from "../../../shared/domain/form/form-cells.ts";
import { readForm, readRow, type Typed } from "../../../shared/domain/form/read-form.ts";
import { remembered } from "../../../shared/domain/remembered.ts";
import type { FormField, FormProblem, FormSpec } from "../../../shared/protocol/form.ts";
import type { Dict, Entity, Module } from "../../../shared/registry/model.ts";
import { KEY, LINE_NUMBER, SHOP } from "../../base/technical.ts";
import type { UserWork } from "../run-work.ts";
import { entityOf } from "../values/names.ts";
import type { KnownRefs } from "./known-refs.ts";
import type { SentForm } from "./parse-form.ts";

/** The page that rows are written on. */
export interface SavePage {
  readonly module: Module;
  readonly entity: Entity;
  /** What the viewer sees and may write. */
  readonly form: FormSpec;
  /** The same with every stored field and rule. */
  readonly complete: FormSpec;
  /** What the refs of its rows lead to. */
  readonly refs: KnownRefs;
}

/** A line as it was (null: new) and as it shall be. */
export interface DraftLine {
  readonly before: Row | null;
  readonly row: Row;
}

export interface DraftLines {
  readonly entity: Entity;
  /** The rows were sent: they take the place of the stored ones. */
  readonly isSent: boolean;
  readonly stored: readonly Row[];
  readonly lines: readonly DraftLine[];
}

/** A document between request and database: every stored field as a cell. */
export interface Draft {
  readonly at: UserWork;
  readonly page: SavePage;
  /** null: the document is new. */
  readonly before: Row | null;
  readonly head: Row;
  readonly tables: readonly DraftLines[];
  readonly problems: readonly FormProblem[];
}

/** Line entity to its rows. */
export function rowsOf(tables: readonly DraftLines[]): Record<string, readonly Row[]> {
  return Object.fromEntries(tables.map(({ entity, lines }) => [entity.name, lines.map(({ row }) => row)]));
}

/** What somebody wants of one document: as it is (null: it is new), and what was sent over that. */
export interface Wanted {
  readonly before: Row | null;
  readonly sent: SentForm;
}

/**
 * Documents of one page as they would be: the stored row or the values a new one starts with, what was sent over it, and over that what
 * is nobody's to choose: the shop, a supplier's own code, what the page says of all its rows, and that lines follow their head. Stored
 * lines are read in one statement for each table.
 */
export async function composeDrafts(at: UserWork, page: SavePage, wanted: readonly Wanted[]): Promise<Draft[]> {
  const stored: StoredTable[] = [];
  const before = wanted.map((one) => one.before).filter((row) => row !== null);
  for (const { entity } of page.complete.lines) stored.push(await storedTable(at, entityOf(at.ctx.registry, entity), before));
  return wanted.map((one) => composeDraft(at, page, one, stored));
}

function composeDraft(at: UserWork, page: SavePage, { before, sent }: Wanted, stored: readonly StoredTable[]): Draft {
  const { form, complete, entity } = page;
  const read = readForm(form, sent.head, {});
  const problems = [...read.problems, ...(before === null ? [] : fixedProblems(form.fields, before, read.head))];
  const base = before ?? initialRow(complete.fields);
  const head = { ...base, ...read.head, ...(before === null ? forced(at, entity) : {}) };
  const tables = stored.map(({ entity: of, linesOf }): DraftLines => {
    const own = before === null ? [] : linesOf(before);
    const { lines, wrong } = composeLines(page, of.name, own, sent.lines[of.name]);
    problems.push(...wrong);
    const isSent = sent.lines[of.name] !== undefined;
    const follow = (row: Row, index: number) => ({ ...row, ...fromHead(head, entity, of), ...(isSent ? numbered(of, index) : {}) });
    return { entity: of, isSent, stored: own, lines: lines.map((line, index) => ({ ...line, row: follow(line.row, index) })) };
  });
  return { at, page, before, head, tables, problems };
}

/** What a row starts with, by its fields' initial values. */
const initialRow = remembered((fields: Dict<FormField>): Row => {
  const stored = Object.values(fields).filter(({ type }) => type !== "id");
  return Object.fromEntries(stored.map((field) => [field.name, cellFromWire(field, field.initial)]));
});

function forced({ ctx: { viewer } }: UserWork, { supplierField, tenancy }: Entity): Row {
  const own: Record<string, Cell> = tenancy === "global" ? {} : { [SHOP]: viewer.shopId };
  // guard scope: tests/server/flows/save-row.test.ts
  if (viewer.side === "supplier" && supplierField !== null) own[supplierField] = viewer.provId;
  return own;
}

/** What may be given for new rows only must be sent as it is, or not at all. */
function fixedProblems(fields: Dict<FormField>, before: Row, sent: Row): FormProblem[] {
  // guard check as [] as FormField[]: tests/server/flows/save-row.test.ts
  const changed = Object.values(fields).filter(({ name, isFixed }) => isFixed && name in sent && sent[name] !== before[name]);
  return changed.map(({ name, title }) => ({ field: name, message: `${title}不能修改` }));
}

/** The stored lines of some documents. */
interface StoredTable {
  readonly entity: Entity;
  linesOf(head: Row): readonly Row[];
}

async function storedTable({ store }: UserWork, entity: Entity, heads: readonly Row[]): Promise<StoredTable> {
  const link = entity.head;
  if (link === null) throw new Error(`${entity.name} is no line entity: the registry must have refused it`);
  const keys = heads.map((head) => head[link.key] ?? null);
  const byHead = new Map<Cell, Row[]>();
  for (const row of await store.findIn(entity, link.field, keys, true)) {
    const key = row[link.field] ?? null;
    byHead.set(key, [...(byHead.get(key) ?? []), row]);
  }
  for (const rows of byHead.values()) rows.sort((a, b) => Number(a[LINE_NUMBER] ?? 0) - Number(b[LINE_NUMBER] ?? 0));
  return { entity, linesOf: (head) => byHead.get(head[link.key] ?? null) ?? [] };
}

interface Composed {
  readonly lines: readonly DraftLine[];
  readonly wrong: readonly FormProblem[];
}

/** Lines with an Id keep it and must be the document's own; others are new. Nothing sent: all stay. */
function composeLines({ form, complete }: SavePage, name: string, stored: readonly Row[], sent: readonly Typed[] | undefined): Composed {
  if (sent === undefined) return { lines: stored.map((row) => ({ before: row, row })), wrong: [] };
  const wrong: FormProblem[] = [];
  const seen = new Set<number>();
  const fresh = initialRow(lineFieldsOf(complete, name));
  const lines = sent.map((typed, line): DraftLine => {
    const id = typed[KEY] === undefined || typed[KEY] === null ? null : Number(typed[KEY]);
    const before = stored.find((row) => row.Id === id) ?? null;
    // guard scope: tests/server/flows/save-lines.test.ts
    if (id !== null && (before === null || seen.has(id))) wrong.push({ entity: name, line, field: "", message: "的编号不是该单据的明细" });
    if (id !== null) seen.add(id);
    const read = readRow(lineFieldsOf(form, name), typed);
    for (const problem of read.wrong) wrong.push({ entity: name, line, field: problem.name, message: problem.message });
    if (before !== null)
      wrong.push(...fixedProblems(lineFieldsOf(form, name), before, read.row).map((one) => ({ entity: name, line, ...one })));
    return { before, row: { ...(before ?? fresh), ...read.row } };
  });
  return { lines, wrong };
}

/** What a line has from its head: number, supplier, shop. */
export function fromHead(head: Row, { supplierField }: Entity, line: Entity): Row {
  const own: Record<string, Cell> = {};
  if (line.head !== null) own[line.head.field] = head[line.head.key] ?? null;
  if (line.supplierField !== null && supplierField !== null) own[line.supplierField] = head[supplierField] ?? null;
  if (line.fields[SHOP]) own[SHOP] = head[SHOP] ?? null;
  return own;
}

function numbered({ fields }: Entity, index: number): Row {
  return fields[LINE_NUMBER] ? { [LINE_NUMBER]: index + 1 } : {};
}
