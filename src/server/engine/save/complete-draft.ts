import type { Cell, Row } from "../../../shared/domain/cell.ts";
import { dayOf } from "../../../shared/domain/day.ts";
import { deriveForm, deriveRow } from "../../../shared/domain/form/derive-form.ts";
import { firstOfEach, problemsOf } from "../../../shared/domain/form/problems-of.ts";
import type { Typed } from "../../../shared/domain/form/read-form.ts";
import { isSet } from "../../../shared/domain/predicate.ts";
import type { FormProblem, FormSpec } from "../../../shared/protocol/form.ts";
import type { Entity } from "../../../shared/registry/model.ts";
import { geography } from "../../base/geography.ts";
import type { QueryContext } from "../../query/context.ts";
import { isOwnAttachment } from "../uploads/attachments.ts";
import { type Draft, type DraftLines, fromHead, rowsOf } from "./draft.ts";
import type { SentForm } from "./parse-form.ts";
import { resolveHead, resolveLines } from "./resolve-refs.ts";

/**
 * The draft with proposals where nothing was sent, places by their names and derived fields written anew; with all its problems.
 * The head comes first: a document may have its supplier from the order it was made for, and its lines follow it.
 */
export async function completeDraft(draft: Draft, sent: SentForm): Promise<Draft> {
  const { at, page, before } = draft;
  const today = dayOf(at.ctx.now);
  const ofHead = await resolveHead(draft);
  const head = finished(page.entity, before, draft.head, ofHead.fills[0] ?? {}, sent.head);
  const derivedHead = deriveRow(page.complete.fields, head.row, head.fill, today);
  const problems: FormProblem[] = [...draft.problems, ...ofHead.problems];
  const tables: DraftLines[] = [];
  const fills: Record<string, readonly Row[]> = {};
  for (const table of draft.tables) {
    const followed = {
      ...table,
      lines: table.lines.map((line) => ({ ...line, row: { ...line.row, ...fromHead(derivedHead, page.entity, table.entity) } })),
    };
    if (!table.isSent) {
      tables.push(followed);
      continue;
    }
    const name = table.entity.name;
    const resolved = await resolveLines(draft, followed);
    const lines = followed.lines.map((line, index) =>
      finished(table.entity, line.before, line.row, resolved.fills[index] ?? {}, sent.lines[name]?.[index] ?? {}),
    );
    tables.push({ ...followed, lines: followed.lines.map((line, index) => ({ ...line, row: lines[index]?.row ?? line.row })) });
    fills[name] = lines.map(({ fill }) => fill);
    problems.push(...resolved.problems);
  }
  const derived = deriveForm(page.complete, head.row, rowsOf(tables), { head: head.fill, lines: fills }, today);
  const done: Draft = {
    ...draft,
    head: derived.head,
    tables: tables.map((table) => withRows(table, derived.lines[table.entity.name] ?? [])),
  };
  problems.push(...(await checkDraft(done, today)));
  return { ...done, problems: firstOfEach(problems) };
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
  const open = Object.values(entity.fields).filter(
    ({ name, prefill }) => prefill !== null && typed[name] === undefined && fill[name] !== undefined,
  );
  const proposed = before === null ? Object.fromEntries(open.map(({ name }) => [name, fill[name] ?? null])) : {};
  const places = resolvePlaces(entity, before, { ...row, ...proposed });
  return { row: places.row, fill: { ...fill, ...places.fill } };
}

/**
 * What the places newly named in a row are: the place by its own name, with province and country for the fields that derive them.
 * A place nobody knows stays as it was typed, with nothing derived. One that stays keeps what it was: two cities of one name
 * were told apart when it was chosen.
 */
export function resolvePlaces({ fields }: Entity, before: Row | null, row: Row): Finished {
  const named: Record<string, Cell> = { ...row };
  const fill: Record<string, Cell> = {};
  for (const place of Object.values(fields).filter(({ input }) => input === "place")) {
    const typed = row[place.name] ?? null;
    if (before !== null && typed === (before[place.name] ?? null)) continue;
    const found = isSet(typed) ? geography.findOrigin(String(typed)) : null;
    if (found !== null && found.producer !== "") named[place.name] = found.producer;
    for (const { name, derived } of Object.values(fields)) {
      if (derived?.kind === "origin" && derived.of === place.name) fill[name] = found?.[derived.part] || null;
    }
  }
  return { row: named, fill };
}

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

async function checkRow(ctx: QueryContext, fields: FormSpec["fields"], before: Row | null, row: Row): Promise<FormProblem[]> {
  const problems: FormProblem[] = [];
  for (const { name, title, type, isWritable } of Object.values(fields)) {
    if (!isWritable || (type !== "images" && type !== "url")) continue;
    const known = new Set(addressesOf(type, before?.[name] ?? null));
    const added = addressesOf(type, row[name] ?? null).filter((address) => !known.has(address));
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
