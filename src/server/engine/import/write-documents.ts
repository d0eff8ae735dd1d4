import type { Cell, Row } from "../../../shared/domain/cell.ts";
import { type FormFields, lineFieldsOf } from "../../../shared/domain/form/form-cells.ts";
import { readRow } from "../../../shared/domain/form/read-form.ts";
import { isSet } from "../../../shared/domain/predicate.ts";
import type { FormProblem } from "../../../shared/protocol/form.ts";
import type { Entity, SaveRule, Transition } from "../../../shared/registry/model.ts";
import { KEY } from "../../base/technical.ts";
import type { UserWork } from "../run-work.ts";
import { completeDrafts } from "../save/complete-draft.ts";
import { composeDrafts, type Draft, type SavePage } from "../save/draft.ts";
import { refusalBefore } from "../save/finish-save.ts";
import { mayBeWritten } from "../save/open-document.ts";
import type { SentForm } from "../save/parse-form.ts";
import { readableCell } from "../values/fill-text.ts";
import { entityField } from "../values/names.ts";
import type { RowProblem, SaidDocument } from "./documents.ts";
import { keepEach, type Outcome } from "./keep-each.ts";
import { findKnown, keyText } from "./known-rows.ts";
import { followedKeys, ownRefs, wavesOf } from "./waves.ts";

/*
 * Long on purpose: what becomes of a document, from its key to its end, is one way with few branches, and is read in one go.
 */

/** What became of a document, with everything that is wrong with it. */
export interface DocumentEnd {
  readonly state: "created" | "updated" | "same" | "refused";
  readonly id: number | null;
  readonly key: string;
  readonly problems: readonly RowProblem[];
}

/** What holds for all documents of a run. */
export interface Run {
  readonly name: string;
  readonly mayCreate: boolean;
  readonly mayUpdate: boolean;
  /** What new documents go through, in order. */
  readonly next: readonly Transition[];
}

/** A document on its way: what is said of it, and what it is told by. */
interface Coming {
  readonly said: SaidDocument;
  /** Cells of its key. */
  readonly keyCells: Row;
  /** null: its number is still to be given. */
  readonly key: string | null;
  readonly text: string;
}

/** Writes documents, in an order in which each finds what it is built on. Ends stand in the order of the documents. */
export async function writeDocuments(at: UserWork, page: SavePage, documents: readonly SaidDocument[], run: Run): Promise<DocumentEnd[]> {
  const keyFields = Object.fromEntries(
    (page.entity.import?.key ?? []).flatMap((name) => (page.form.fields[name] ? [[name, page.form.fields[name]]] : [])),
  );
  const coming = documents.map((said) => comingOf(page.entity, keyFields, said));
  const refs = ownRefs(page.entity);
  const ends = new Map<Coming, DocumentEnd>();
  const waves = wavesOf(coming.map(({ key, said }) => ({ key, follows: followedKeys(refs, said.head) })));
  const lineless = page.form.lines.length === 0;
  for (const [number, wave] of waves.entries()) {
    const some = wave.flatMap((place) => coming[place] ?? []);
    // Lines that stand apart from those of their document would take their place.
    const isRepeated = !lineless && number > 0 && refs.length === 0;
    if (isRepeated) for (const one of some) ends.set(one, refused(one, [whole(one, `${one.text} 的各行须相邻：前面已有这张单据`)]));
    else await writeWave(at, page, some, run, ends);
  }
  return coming.map((one) => ends.get(one) ?? refused(one, []));
}

function comingOf(entity: Entity, fields: FormFields, said: SaidDocument): Coming {
  const names = entity.import?.key ?? [];
  const keyCells = readRow(fields, said.head).row;
  const isKeyed = names.some((name) => isSet(keyCells[name] ?? null));
  return { said, keyCells, key: isKeyed ? keyText(names, keyCells) : null, text: textOfKey(entity, keyCells) };
}

function textOfKey(entity: Entity, row: Row): string {
  const parts = (entity.import?.key ?? []).map((name) => readableCell(entityField(entity, name), row[name] ?? null));
  return parts.filter((part) => part !== "").join("/");
}

/** A document with the row that it is, as it was found; null: it is new. */
interface Met {
  readonly coming: Coming;
  readonly before: Row | null;
}

async function writeWave(at: UserWork, page: SavePage, wave: readonly Coming[], run: Run, ends: Map<Coming, DocumentEnd>): Promise<void> {
  const key = page.entity.import?.key ?? [];
  const keyed = wave.filter((one) => one.key !== null);
  const known = await findKnown(
    at,
    page,
    key,
    keyed.map(({ keyCells }) => keyCells),
  );
  const met = wave.map((coming): Met => ({ coming, before: coming.key === null ? null : (known.get(coming.key) ?? null) }));
  const fresh = met.filter(({ before }) => before === null);
  const there = met.filter(({ before }) => before !== null);
  await writeFresh(at, page, fresh, run, ends);
  await writeThere(at, page, there, run, ends);
}

async function writeFresh(at: UserWork, page: SavePage, met: readonly Met[], run: Run, ends: Map<Coming, DocumentEnd>): Promise<void> {
  const open = met.filter(({ coming }) => {
    const message = whyNotNew(page.entity, coming, run);
    if (message !== null) ends.set(coming, refused(coming, [whole(coming, message)]));
    return message === null;
  });
  await write(at, page, open, await compose(at, page, open), page.entity.save.create, run, ends);
}

/** Why a document that is not there is none to be made; null: it may be. */
function whyNotNew({ title, number }: Entity, { keyCells, text }: Coming, { mayCreate }: Run): string | null {
  // guard key: tests/server/import/import-rights.test.ts
  if (!mayCreate) return `${title} ${text} 不存在，没有新增的权限`;
  const own = number === null ? null : (keyCells[number.field] ?? null);
  const isOurs = number !== null && typeof own === "string" && new RegExp(`^${number.prefix}\\d{12,}$`).test(own);
  // guard check as null: tests/server/import/import-documents.test.ts
  return isOurs ? `${own} 是本系统的编号形式，但系统中没有这张单据；请留空由系统编号，或使用对方系统自己的单号` : null;
}

async function writeThere(at: UserWork, page: SavePage, met: readonly Met[], run: Run, ends: Map<Coming, DocumentEnd>): Promise<void> {
  const composed = await compose(at, page, met);
  const open: Met[] = [];
  const drafts: Draft[] = [];
  for (const [index, { coming, before }] of met.entries()) {
    const draft = composed[index];
    if (draft === undefined) continue;
    const difference = differenceOf(page, coming, draft);
    const problems = [...coming.said.problems, ...problemsOfForm(page, coming, draft.problems)];
    const refusals = difference === null ? [] : await whyNotChanged(at, page, coming, draft, difference, run);
    if (problems.length + refusals.length > 0) ends.set(coming, refused(coming, [...problems, ...refusals], before));
    else if (difference === null) ends.set(coming, { state: "same", id: Number(before?.[KEY]), key: coming.text, problems: [] });
    else {
      open.push({ coming, before });
      drafts.push(draft);
    }
  }
  await write(at, page, open, drafts, page.entity.save.edit, run, ends);
}

/** What a document says otherwise than the row that is there. */
interface Difference {
  /** Fields of the head. */
  readonly fields: readonly string[];
  readonly lines: boolean;
}

function differenceOf(page: SavePage, { said }: Coming, { before, head, tables }: Draft): Difference | null {
  const fields = Object.keys(said.head).filter((name) => (head[name] ?? null) !== (before?.[name] ?? null));
  const [table] = page.form.lines;
  const stored = tables.find(({ entity }) => entity.name === table?.entity)?.stored ?? [];
  const lines =
    table !== undefined && said.lines !== undefined && said.lines.length > 0 && linesDiffer(page, table.entity, said.lines, stored);
  return fields.length > 0 || lines ? { fields, lines } : null;
}

function linesDiffer({ form }: SavePage, name: string, lines: NonNullable<SaidDocument["lines"]>, stored: readonly Row[]): boolean {
  if (lines.length !== stored.length) return true;
  const fields = lineFieldsOf(form, name);
  return lines.some(({ said }, index) => {
    const { row } = readRow(fields, said);
    return Object.entries(row).some(([field, cell]) => cell !== (stored[index]?.[field] ?? null));
  });
}

/** Why the row that is there is not to be changed so; empty: it may be. */
async function whyNotChanged(
  at: UserWork,
  page: SavePage,
  coming: Coming,
  draft: Draft,
  { fields, lines }: Difference,
  run: Run,
): Promise<RowProblem[]> {
  const { entity } = page;
  const rule = entity.save.edit;
  const update = entity.import?.update ?? [];
  const label = `${entity.title} ${coming.text}`;
  if (update.length === 0) return [whole(coming, `${label} 已存在，内容与系统中的不同，不能通过导入修改`)];
  // guard key: tests/server/import/import-rights.test.ts
  if (!run.mayUpdate || rule === null) return [whole(coming, `${label} 已存在，没有修改的权限`)];
  const closed = fields.filter((name) => !update.includes(name));
  const [row = 0] = coming.said.rows;
  // guard check as [] as RowProblem[]: tests/server/import/import-rows.test.ts
  const fixed = closed.map((column): RowProblem => ({ row, column, message: `${page.form.fields[column]?.title ?? column}不能修改` }));
  if (lines) fixed.push(whole(coming, `${label} 的明细与系统中的不同，已有单据的明细不能通过导入修改`));
  if (fixed.length > 0) return fixed;
  // guard predicate: tests/server/import/import-rows.test.ts
  if (!(await mayBeWritten(at, entity, rule, draft.before ?? {}))) return [whole(coming, `${label} 的当前状态不能修改`)];
  return [];
}

/** Completes documents as their form would, and writes those with which nothing is wrong. */
async function write(
  at: UserWork,
  page: SavePage,
  met: readonly Met[],
  composed: readonly Draft[],
  rule: SaveRule | null,
  run: Run,
  ends: Map<Coming, DocumentEnd>,
): Promise<void> {
  if (met.length === 0 || rule === null) return;
  const sent = met.map(({ coming, before }) => sentOf(page, coming, before));
  const drafts = await completeDrafts(composed, sent);
  const ready = new Map<Draft, Met>();
  for (const [index, one] of met.entries()) {
    const draft = drafts[index];
    if (draft === undefined) continue;
    const problems = [...one.coming.said.problems, ...problemsOfForm(page, one.coming, draft.problems)];
    const refusal = problems.length > 0 ? null : refusalBefore(at, page.entity, rule, draft.head);
    if (refusal !== null) problems.push(whole(one.coming, refusal.message));
    if (problems.length > 0) ends.set(one.coming, refused(one.coming, problems, one.before));
    else ready.set(draft, one);
  }
  const isNew = met[0]?.before === null;
  const outcomes = await keepEach(at, [...ready.keys()], { rule, run: run.name, next: isNew ? run.next : [] });
  for (const [draft, one] of ready) ends.set(one.coming, endOf(page.entity, one, outcomes.get(draft)));
  if (isNew) await writeRaced(at, page, [...ready.values()], run, ends);
}

/** What somebody else has made meanwhile is there now: it is looked for once more. */
async function writeRaced(at: UserWork, page: SavePage, met: readonly Met[], run: Run, ends: Map<Coming, DocumentEnd>): Promise<void> {
  const lost = met.filter(({ coming }) => coming.key !== null && ends.get(coming)?.state === "refused");
  if (lost.length === 0) return;
  const keys = lost.map(({ coming }) => coming.keyCells);
  const known = await findKnown(at, page, page.entity.import?.key ?? [], keys);
  const there = lost.flatMap(({ coming }) => {
    const before = known.get(coming.key ?? "");
    return before === undefined ? [] : [{ coming, before }];
  });
  await writeThere(at, page, there, run, ends);
}

function compose(at: UserWork, page: SavePage, met: readonly Met[]): Promise<Draft[]> {
  return composeDrafts(
    at,
    page,
    met.map(({ coming, before }) => ({ before, sent: sentOf(page, coming, before) })),
  );
}

/** What a form would be sent. Lines of a document that is there stay: they are only compared. */
function sentOf({ form }: SavePage, { said }: Coming, before: Row | null): SentForm {
  const [table] = form.lines;
  const lines = table === undefined || before !== null ? {} : { [table.entity]: (said.lines ?? []).map((line) => line.said) };
  return { head: said.head, lines };
}

function endOf(entity: Entity, { coming, before }: Met, outcome: Outcome | undefined): DocumentEnd {
  // Nothing that is said was written: a derived value alone has changed since, or nothing at all.
  if (outcome === undefined) return { state: "same", id: before === null ? null : Number(before[KEY]), key: coming.text, problems: [] };
  if ("refusal" in outcome) return refused(coming, [whole(coming, outcome.refusal.message)], before);
  const { row } = outcome.left;
  return { state: before === null ? "created" : "updated", id: Number(row[KEY]), key: textOfKey(entity, row), problems: [] };
}

function refused({ text }: Coming, problems: readonly RowProblem[], before: Row | null = null): DocumentEnd {
  return { state: "refused", id: idOf(before?.[KEY] ?? null), key: text, problems };
}

const idOf = (cell: Cell): number | null => (cell === null ? null : Number(cell));

/** A problem of a document as a whole is told with its first row. */
function whole({ said: { rows } }: Pick<Coming, "said">, message: string): RowProblem {
  return { row: rows[0] ?? 0, column: null, message };
}

/** What is wrong by the form, at the rows and columns where that was said; of what is no column, as a derived field, at the row. */
function problemsOfForm({ form }: SavePage, { said }: Coming, problems: readonly FormProblem[]): RowProblem[] {
  const [first = 0] = said.rows;
  return problems.map(({ entity, line, field, message }) => {
    const row = line === undefined ? first : (said.lines?.[line]?.row ?? first);
    const fields = entity === undefined ? form.fields : lineFieldsOf(form, entity);
    const name = entity === undefined ? field : `${entity}.${field}`;
    return { row, column: fields[field]?.isWritable === true ? name : null, message };
  });
}
