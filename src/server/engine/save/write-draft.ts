import type { Cell, Row } from "../../../shared/domain/cell.ts";
import { dayOf } from "../../../shared/domain/day.ts";
import { isSet } from "../../../shared/domain/predicate.ts";
import { ApiError, CODE } from "../../../shared/protocol/envelope.ts";
import type { Entity, Field, Registry } from "../../../shared/registry/model.ts";
import { KEY, ROW_VERSION } from "../../base/technical.ts";
import type { UserWork } from "../run-work.ts";
import type { Store } from "../store/store.ts";
import { changedCells } from "../values/changes.ts";
import { entityOf } from "../values/names.ts";
import { type Draft, type DraftLines, fromHead } from "./draft.ts";

const INSERTED_AT_ONCE = 5000;

/** A draft as it was written. */
export interface Written {
  readonly draft: Draft;
  /** The head as it is stored now, but for its version. */
  readonly row: Row;
  readonly isChanged: boolean;
}

/** Writes heads and lines of drafts of one page: new heads in one statement, and so those that change. Answers in their order. */
export async function writeDrafts(drafts: readonly Draft[]): Promise<Written[]> {
  const fresh = drafts.filter(({ before }) => before === null);
  const made = await insertHeads(fresh);
  const changing = drafts.filter((draft) => draft.before !== null && isChanged(draft));
  await updateHeads(changing);
  await insertLines(fresh, made);
  for (const draft of changing) {
    for (const table of draft.tables) await writeLines(draft, table);
    await followHead(draft);
  }
  const rows = new Map(fresh.map((draft, index) => [draft, made[index]] as const));
  const isOther = new Set(changing);
  return drafts.map((draft) => {
    const row = rows.get(draft);
    if (row !== undefined) return { draft, row, isChanged: true };
    return isOther.has(draft) ? { draft, row: draft.head, isChanged: true } : { draft, row: draft.before ?? draft.head, isChanged: false };
  });
}

async function insertHeads(drafts: readonly Draft[]): Promise<readonly Row[]> {
  const [first] = drafts;
  if (first === undefined) return [];
  const { at, page } = first;
  const { entity } = page;
  if (entity.tenancy === "global") throw new ApiError(CODE.forbidden, at.ctx.registry.messages.NOFUNC);
  const heads: Row[] = [];
  for (const { head } of drafts) heads.push(isNumbered(entity, head) ? head : { ...head, ...(await numberFor(at, entity)) });
  const rows = await at.store.insert<string>(entity, heads);
  if (rows.length !== heads.length) throw new Error(`${entity.name}: ${heads.length - rows.length} were not created`);
  return rows;
}

/** A document that brings no number of its own, as one of another program does, is given one. */
function isNumbered({ number }: Entity, head: Row): boolean {
  return number === null || isSet(head[number.field] ?? null);
}

async function numberFor({ store, ctx }: UserWork, { number }: Entity): Promise<Row> {
  return number === null ? {} : { [number.field]: await store.nextNumber(number.prefix, dayOf(ctx.now)) };
}

function isChanged({ page: { entity }, before, head, tables }: Draft): boolean {
  return before !== null && (Object.keys(changedCells(entity, before, head)).length > 0 || tables.some((table) => differs(table)));
}

/** The version counts changes of the document, also those of its lines alone. */
async function updateHeads(drafts: readonly Draft[]): Promise<void> {
  const [first] = drafts;
  if (first === undefined) return;
  const { at, page } = first;
  const fields = new Set(drafts.flatMap(({ before, head }) => Object.keys(changedCells(page.entity, before ?? {}, head))));
  if (fields.size === 0 && !page.entity.fields[ROW_VERSION]) return;
  const rows = drafts.map(({ before, head }) => ({ ...head, [KEY]: before?.[KEY] ?? null }));
  const written = await at.store.updateEach<string>(page.entity, [...fields], rows);
  if (written !== rows.length) throw new ApiError(CODE.forbidden, at.ctx.registry.messages.NOFUNC);
}

/** The lines of new documents, those of one table together. */
async function insertLines(drafts: readonly Draft[], heads: readonly Row[]): Promise<void> {
  const tables = new Map<Entity, Row[]>();
  for (const [index, { page, tables: own }] of drafts.entries()) {
    const head = heads[index] ?? {};
    for (const { entity, lines } of own) {
      const rows = tables.get(entity) ?? [];
      tables.set(entity, rows);
      for (const { row } of lines) rows.push({ ...row, ...fromHead(head, page.entity, entity) });
    }
  }
  const [first] = drafts;
  for (const [entity, rows] of tables) if (first) await insertAll(first.at.store, entity, rows);
}

async function insertAll(store: Store, entity: Entity, rows: readonly Row[]): Promise<void> {
  for (let start = 0; start < rows.length; start += INSERTED_AT_ONCE) {
    await store.insert<string>(entity, rows.slice(start, start + INSERTED_AT_ONCE));
  }
}

function differs({ entity, stored, lines }: DraftLines): boolean {
  const kept = lines.filter(({ before }) => before !== null);
  if (kept.length !== lines.length || kept.length !== stored.length) return true;
  return kept.some(({ before, row }) => before !== null && Object.keys(changedCells(entity, before, row)).length > 0);
}

/** Missing lines go first and new ones come last, so that no number is there twice. */
async function writeLines({ at, page, head }: Draft, { entity, stored, lines }: DraftLines): Promise<void> {
  const { store, ctx } = at;
  const kept = new Set(lines.map(({ before }) => before?.[KEY]));
  for (const row of stored.filter((one) => !kept.has(one[KEY]))) {
    await refuseUsed(store, ctx.registry, entity, row);
    await store.remove(entity, { [KEY]: row[KEY] ?? null });
  }
  const changed = lines.flatMap(({ before, row }) => (before === null ? [] : [{ before, patch: changedCells(entity, before, row) }]));
  await letGo(store, entity, changed);
  for (const { before, patch } of changed) {
    if (Object.keys(patch).length > 0) await store.update(entity, { [KEY]: before[KEY] ?? null }, patch);
  }
  const fresh = lines.filter(({ before }) => before === null).map(({ row }) => ({ ...row, ...fromHead(head, page.entity, entity) }));
  await insertAll(store, entity, fresh);
}

/** Lines that exchange what may be there once only, their numbers say, would collide on the way: all let go of it first. */
async function letGo(store: Store, entity: Entity, changed: readonly { readonly before: Row; readonly patch: Row }[]): Promise<void> {
  const unique = new Set([...entity.unique, ...entity.uniqueEverywhere].flat());
  const moving = changed.map(({ before, patch }) => ({ before, names: Object.keys(patch).filter((name) => unique.has(name)) }));
  if (moving.filter(({ names }) => names.length > 0).length < 2) return;
  for (const { before, names } of moving) {
    if (names.length > 0) await store.update(entity, { [KEY]: before[KEY] ?? null }, Object.fromEntries(names.map((name) => [name, null])));
  }
}

/** Lines that this page does not show keep following their head, whose supplier or number may have changed. */
async function followHead({ at, page: { entity }, before, head, tables }: Draft): Promise<void> {
  const unseen = entity.lines.filter((name) => !tables.some((table) => table.entity.name === name));
  for (const name of unseen) {
    const lines = entityOf(at.ctx.registry, name);
    const [old, now]: [Row, Row] = [fromHead(before ?? {}, entity, lines), fromHead(head, entity, lines)];
    const moved: Record<string, Cell> = {};
    for (const [field, cell] of Object.entries(now)) if (cell !== old[field]) moved[field] = cell;
    if (lines.head === null || Object.keys(moved).length === 0) continue;
    await at.store.update(lines, { [lines.head.field]: old[lines.head.field] ?? null }, moved);
  }
}

/** A stored field by which rows of an entity are named. */
export interface Reference {
  readonly from: Entity;
  readonly field: Field;
  /** The field of the named row that it holds. */
  readonly key: string;
}

/** Refuses (USED) when another row of the shop names this one by a declared ref. Its own lines do not count: they go with it. */
export async function refuseUsed(store: Store, registry: Registry, entity: Entity, row: Row): Promise<void> {
  for (const { from, field, key } of referencesTo(registry, entity)) {
    const value = row[key] ?? null;
    if (!isSet(value)) continue;
    // A ref is text, also where it names a row by its Id.
    // guard check: tests/server/flows/delete-rows.test.ts
    if (await store.exists(from, { [field.name]: String(value) })) throw new ApiError(CODE.rule, registry.messages.USED);
  }
}

/** By which fields rows of the entity are named; its own lines do not count. */
export function referencesTo(registry: Registry, entity: Entity): Reference[] {
  const stored = Object.values(registry.entities).filter(({ view }) => view === null);
  return stored.flatMap((from) =>
    Object.values(from.fields).flatMap((field): Reference[] => {
      const isOwnLine = from.head?.entity === entity.name && from.head.field === field.name;
      if (field.ref?.entity !== entity.name || field.computed !== null || isOwnLine) return [];
      return [{ from, field, key: field.ref.key }];
    }),
  );
}
