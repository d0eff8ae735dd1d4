import type { Cell, Row } from "../../../shared/domain/cell.ts";
import { dayOf } from "../../../shared/domain/day.ts";
import { deriveForm, deriveRow } from "../../../shared/domain/form/derive-form.ts";
import { lineFieldsOf } from "../../../shared/domain/form/form-cells.ts";
import { firstOfEach, problemsOf } from "../../../shared/domain/form/problems-of.ts";
import type { Typed } from "../../../shared/domain/form/read-form.ts";
import { isSet } from "../../../shared/domain/predicate.ts";
import type { FormField, FormProblem, FormSpec } from "../../../shared/protocol/form.ts";
import type { Entity, Field } from "../../../shared/registry/model.ts";
import { geography } from "../../base/geography.ts";
import type { QueryContext } from "../../query/context.ts";
import { isOwnAttachment } from "../uploads/attachments.ts";
import { type Draft, type DraftLine, type DraftLines, fromHead, rowsOf } from "./draft.ts";
import type { SentForm } from "./parse-form.ts";
import { resolveRefs } from "./resolve-refs.ts";

/**
 * Drafts of one page with proposals where nothing was sent, places by their names and derived fields written anew; each with all its
 * problems. The head comes first: a document may have its supplier from the order it was made for, and its lines follow it. Refs of all
 * drafts are looked up together.
 */
export async function completeDrafts(drafts: readonly Draft[], sent: readonly SentForm[]): Promise<Draft[]> {
  const [first] = drafts;
  if (first === undefined) return [];
  const { page } = first;
  const today = dayOf(first.at.ctx.now);
  const heads = await resolveRefs(
    first,
    page.entity,
    page.form.fields,
    drafts.map(({ before, head }) => ({ before, row: head })),
  );
  const begun = drafts.map((draft, index) => {
    const { fill, problems } = heads[index] ?? { fill: {}, problems: [] };
    return beginDraft({ ...draft, problems: [...draft.problems, ...problems] }, sent[index] ?? NOTHING_SENT, fill, today);
  });
  const resolved: ResolvedLines[] = [];
  for (const { entity } of page.complete.lines) resolved.push(await resolveTable(first, entity, begun));
  const done: Draft[] = [];
  for (const [index, one] of begun.entries()) {
    const draft = deriveDraft(
      one,
      resolved.map((table) => table[index]),
      today,
    );
    done.push({ ...draft, problems: firstOfEach([...draft.problems, ...(await checkDraft(draft, today))]) });
  }
  return done;
}

const NOTHING_SENT: SentForm = { head: {}, lines: {} };

/** A draft whose head has its proposals, with lines that follow it. */
interface Begun {
  readonly draft: Draft;
  readonly sent: SentForm;
  readonly head: Finished;
  readonly tables: readonly DraftLines[];
}

function beginDraft(draft: Draft, sent: SentForm, fill: Row, today: string): Begun {
  const { entity, complete } = draft.page;
  const head = finished(entity, draft.before, draft.head, fill, sent.head);
  if (draft.tables.length === 0) return { draft, sent, head, tables: [] };
  const derived = deriveRow(complete.fields, head.row, head.fill, today);
  const follow = (table: DraftLines, { row, before }: DraftLine) => ({
    before,
    row: { ...row, ...fromHead(derived, entity, table.entity) },
  });
  return { draft, sent, head, tables: draft.tables.map((table) => ({ ...table, lines: table.lines.map((line) => follow(table, line)) })) };
}

/** By draft: its lines of one table with what their refs lead to; undefined: none were sent. */
type ResolvedLines = readonly (TableLines | undefined)[];

interface TableLines {
  readonly entity: string;
  readonly lines: readonly Finished[];
  readonly problems: readonly FormProblem[];
}

async function resolveTable(at: Pick<Draft, "at" | "page">, name: string, begun: readonly Begun[]): Promise<ResolvedLines> {
  const fields = lineFieldsOf(at.page.form, name);
  const tables = begun.map(({ tables }) => tables.find(({ entity, isSent }) => isSent && entity.name === name));
  const [first] = tables.flatMap((table) => table ?? []);
  if (first === undefined) return [];
  const resolved = await resolveRefs(
    at,
    first.entity,
    fields,
    tables.flatMap((table) => table?.lines ?? []),
  );
  let next = 0;
  return tables.map((table, index) => {
    if (table === undefined) return undefined;
    const own = resolved.slice(next, next + table.lines.length);
    next += table.lines.length;
    const typed = begun[index]?.sent.lines[name] ?? [];
    return {
      entity: name,
      lines: table.lines.map(({ before, row }, line) => finished(table.entity, before, row, own[line]?.fill ?? {}, typed[line] ?? {})),
      problems: own.flatMap(({ problems }, line) => problems.map((problem) => ({ entity: name, line, ...problem }))),
    };
  });
}

function deriveDraft({ draft, head, tables }: Begun, resolved: readonly (TableLines | undefined)[], today: string): Draft {
  const known = resolved.flatMap((table) => table ?? []);
  const linesOf = (name: string) => known.find(({ entity }) => entity === name)?.lines;
  const rows = tables.map((table) => {
    const lines = linesOf(table.entity.name);
    return lines === undefined
      ? table
      : withRows(
          table,
          lines.map(({ row }) => row),
        );
  });
  const fills = Object.fromEntries(known.map(({ entity, lines }) => [entity, lines.map(({ fill }) => fill)]));
  const derived = deriveForm(draft.page.complete, head.row, rowsOf(rows), { head: head.fill, lines: fills }, today);
  return {
    ...draft,
    head: derived.head,
    tables: rows.map((table) => withRows(table, derived.lines[table.entity.name] ?? [])),
    problems: [...draft.problems, ...known.flatMap(({ problems }) => problems)],
  };
}

function withRows(table: DraftLines, rows: readonly Row[]): DraftLines {
  return { ...table, lines: table.lines.map((line, index) => ({ ...line, row: rows[index] ?? line.row })) };
}

interface Finished {
  readonly row: Row;
  readonly fill: Row;
}

/** A new row takes what is proposed for fields that nobody has filled in or emptied; places get their names. */
function finished(entity: Entity, before: Row | null, row: Row, fill: Row, typed: Typed): Finished {
  const proposed: Record<string, Cell> = {};
  for (const { name } of before === null ? fillersOf(entity).proposed : [])
    if (typed[name] === undefined && fill[name] !== undefined) proposed[name] = fill[name] ?? null;
  const places = resolvePlaces(entity, before, { ...row, ...proposed });
  return { row: places.row, fill: Object.keys(places.fill).length === 0 ? fill : { ...fill, ...places.fill } };
}

/** Fields that a new row is proposed values for, and those that name places. */
interface Fillers {
  readonly proposed: readonly Field[];
  readonly places: readonly Field[];
}

const fillers = new WeakMap<Entity, Fillers>();

function fillersOf(entity: Entity): Fillers {
  const known = fillers.get(entity);
  if (known) return known;
  const fields = Object.values(entity.fields);
  const found = { proposed: fields.filter(({ prefill }) => prefill !== null), places: fields.filter(({ input }) => input === "place") };
  fillers.set(entity, found);
  return found;
}

/**
 * What the places newly named in a row are: the place by its own name, with province and country for the fields that derive them.
 * A place nobody knows stays as it was typed, with nothing derived. One that stays keeps what it was: two cities of one name
 * were told apart when it was chosen.
 */
export function resolvePlaces(entity: Entity, before: Row | null, row: Row): Finished {
  const { places } = fillersOf(entity);
  if (places.length === 0) return { row, fill: NOTHING };
  const named: Record<string, Cell> = { ...row };
  const fill: Record<string, Cell> = {};
  for (const place of places) {
    const typed = row[place.name] ?? null;
    if (before !== null && typed === (before[place.name] ?? null)) continue;
    const found = isSet(typed) ? geography.findOrigin(String(typed)) : null;
    if (found !== null && found.producer !== "") named[place.name] = found.producer;
    for (const { name, derived } of Object.values(entity.fields)) {
      if (derived?.kind === "origin" && derived.of === place.name) fill[name] = found?.[derived.part] || null;
    }
  }
  return { row: named, fill };
}

const NOTHING: Row = {};

/** What is wrong with a draft that is complete. Lines that nobody has touched are not judged anew. */
async function checkDraft(draft: Draft, today: string): Promise<FormProblem[]> {
  const { page, head, tables } = draft;
  const judged = problemsOf(page.complete, head, rowsOf(tables.filter(({ isSent }) => isSent)), today);
  return [...(await checkFiles(draft)), ...judged];
}

/** Addresses of files that the user adds must be files he may see: nobody names another's upload. */
async function checkFiles({ at, page, before, head, tables }: Draft): Promise<FormProblem[]> {
  const problems = await checkRow(at.ctx, page.form.fields, before, head);
  for (const { entity, isSent, lines } of tables) {
    const fields = page.form.lines.find((table) => table.entity === entity.name)?.fields ?? {};
    if (!isSent) continue;
    for (const [line, { before: old, row }] of lines.entries()) {
      problems.push(...(await checkRow(at.ctx, fields, old, row)).map((problem) => ({ entity: entity.name, line, ...problem })));
    }
  }
  return problems;
}

type FileField = FormField & { readonly type: "images" | "url" };

const ofFiles = new WeakMap<FormSpec["fields"], readonly FileField[]>();

/** The fields that name files, of those the user may write. */
function fileFieldsOf(fields: FormSpec["fields"]): readonly FileField[] {
  const isFile = (field: FormField): field is FileField => field.isWritable && (field.type === "images" || field.type === "url");
  const known = ofFiles.get(fields) ?? Object.values(fields).filter(isFile);
  ofFiles.set(fields, known);
  return known;
}

async function checkRow(ctx: QueryContext, fields: FormSpec["fields"], before: Row | null, row: Row): Promise<FormProblem[]> {
  const problems: FormProblem[] = [];
  for (const { name, title, type } of fileFieldsOf(fields)) {
    const known = new Set(addressesOf(type, before?.[name] ?? null));
    const added = addressesOf(type, row[name] ?? null).filter((address) => !known.has(address));
    if (added.length === 0) continue;
    // guard scope: tests/server/flows/attachments.test.ts
    if (!(await isOwnAttachment(ctx, added, type))) problems.push({ field: name, message: `${title}含有不存在或无权使用的文件` });
  }
  return problems;
}

/** Pictures are told as a comma list. */
function addressesOf(type: "images" | "url", cell: Row[string] | null): string[] {
  if (cell === null || !isSet(cell)) return [];
  return type === "url" ? [String(cell)] : String(cell).split(",").filter(Boolean);
}
