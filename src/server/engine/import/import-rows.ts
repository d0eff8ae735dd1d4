import { ApiError, CODE } from "../../../shared/protocol/envelope.ts";
import type { Entity, Module, Registry, SaveRule } from "../../../shared/registry/model.ts";
import { actionRefused } from "../../base/refused.ts";
import type { UserWork } from "../run-work.ts";
import type { SavePage } from "../save/draft.ts";
import { transitionOf } from "../values/names.ts";
import { DocumentReader, type RowProblem, type SaidDocument } from "./documents.ts";
import { tryOut } from "./keep-each.ts";
import { withLookups } from "./lookups.ts";
import { type ImportHow, OTHERS, type RowEnd, type SentRow } from "./rows.ts";
import { withSourceLines } from "./source-lines.ts";
import { type ImportSpec, importPage } from "./spec.ts";
import { ownRefs } from "./waves.ts";
import { type DocumentEnd, type Run, writeDocuments } from "./write-documents.ts";

export type { ImportHow, RowEnd, SentRow } from "./rows.ts";

/** Statements are made for so many rows at once; a file comes in several calls. */
const MOST_ROWS = 5000;

/**
 * Brings rows in as the viewer's form would, in the transaction at hand. A row that is refused does not stop the others; whether they
 * are kept is the caller's to say. Ends stand in the order of the rows; of a document every row has the end of the document. Throws an
 * ApiError: 403 where the viewer brings nothing in on this page, 400 for more rows than are taken at once.
 */
export async function importRows(
  at: UserWork,
  module: Module,
  spec: ImportSpec,
  rows: readonly SentRow[],
  how: ImportHow,
): Promise<readonly RowEnd[]> {
  const own = importPage(at.ctx, module);
  // guard key: tests/server/import/import-rights.test.ts
  if (own === null) throw actionRefused(at.ctx.registry, module, "import");
  // guard check: tests/server/import/import-rows.test.ts
  if (rows.length > MOST_ROWS) throw new ApiError(CODE.badInput, `一次最多导入${MOST_ROWS}行`);
  if (rows.length === 0) return [];
  const { page } = own;
  // Rights may have gone since it was shown; the caller may have narrowed it.
  const next = own.next.filter(({ action }) => how.next && spec.next.some((one) => one.action === action));
  const run: Run = {
    name: how.run,
    mayCreate: spec.mayCreate && own.mayCreate,
    mayUpdate: spec.mayUpdate && own.mayUpdate,
    next: next.map(({ action }) => transitionOf(page.entity, action)),
  };
  const reader = new DocumentReader(page, new Set(spec.columns.map(({ name }) => name)));
  if (!how.isTrial) return bringIn(at, page, reader.read(rows), rows, run);
  const silent: UserWork = { ...at, work: { ...at.work, isTrial: true, tell: undefined } };
  return tryOut(at.ctx.db, () => bringIn(silent, page, reader.read(rows), rows, run));
}

/**
 * Whether rows that ended so have changed nothing but themselves, and no row or line of the entity refers to another row of it: those that
 * come after them may be brought in as soon as these are written, while their transaction ends. Rows that they have changed are locked until
 * then, and keys that they have taken are waited for.
 */
export function standAlone({ entities }: Pick<Registry, "entities">, entity: Entity, ends: readonly { readonly state: string }[]): boolean {
  const { create, edit } = entity.save;
  const isAlone = (state: RowEnd["state"], rule: SaveRule | null) =>
    rule === null || rule.effects.length === 0 || ends.every((end) => end.state !== state);
  const refersBack = entity.lines.some((name) => {
    const { head = null, fields = {} } = entities[name] ?? {};
    return Object.values(fields).some((field) => field.ref?.entity === entity.name && field.name !== head?.field);
  });
  return ownRefs(entity).length === 0 && !refersBack && isAlone("created", create) && isAlone("updated", edit);
}

async function bringIn(
  at: UserWork,
  page: SavePage,
  said: readonly SaidDocument[],
  rows: readonly SentRow[],
  run: Run,
): Promise<readonly RowEnd[]> {
  const documents = await withSourceLines(at, page, await withLookups(at, page, said));
  const ends = await writeDocuments(at, page, documents, run);
  const byRow = new Map<number, RowEnd>();
  for (const [index, document] of documents.entries()) for (const end of rowEnds(document, ends[index], rows)) byRow.set(end.row, end.end);
  return rows.map((row, index) => byRow.get(index) ?? refusedAs(row, []));
}

/** The end of each row of a document: its own problems, those of the whole at the first one, and elsewhere that another row is wrong. */
function rowEnds(
  { rows: own }: SaidDocument,
  end: DocumentEnd | undefined,
  rows: readonly SentRow[],
): { readonly row: number; readonly end: RowEnd }[] {
  if (end === undefined) return [];
  const { state, id, key } = end;
  return own.map((row) => {
    const place = rows[row]?.place ?? 0;
    const problems = firstOfEachColumn(end.problems.filter((problem) => problem.row === row));
    const isOthers = state === "refused" && problems.length === 0;
    return { row, end: { place, state, id, key, problems: isOthers ? [OTHERS] : problems } };
  });
}

function refusedAs({ place }: SentRow, problems: RowEnd["problems"]): RowEnd {
  return { place, state: "refused", id: null, key: "", problems };
}

/** At most one of a cell: what could not be read is not missing, too. */
function firstOfEachColumn(problems: readonly RowProblem[]): RowEnd["problems"] {
  const seen = new Set<string>();
  return problems.flatMap(({ column, message }) => {
    if (column !== null && seen.has(column)) return [];
    if (column !== null) seen.add(column);
    return [{ column, message }];
  });
}
