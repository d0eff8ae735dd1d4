import type { Cell, Row } from "../../../shared/domain/cell.ts";
import { dayOf } from "../../../shared/domain/day.ts";
import { isSet } from "../../../shared/domain/predicate.ts";
import { ApiError, CODE } from "../../../shared/protocol/envelope.ts";
import type { Entity, Field, Registry } from "../../../shared/registry/model.ts";
import { KEY } from "../../base/technical.ts";
import type { Store } from "../store/store.ts";
import { changedCells } from "../values/changes.ts";
import { entityOf } from "../values/names.ts";
import { type Draft, type DraftLines, fromHead } from "./draft.ts";

const INSERTED_AT_ONCE = 500;

/** Writes head and lines. Returns the head as it is stored now, and whether anything was written at all. */
export async function writeDraft(draft: Draft): Promise<{ readonly row: Row; readonly isChanged: boolean }> {
  const { before, page, at } = draft;
  if (before === null) {
    const row = await insertHead(draft);
    for (const table of draft.tables) await writeLines(draft, table, row);
    return { row, isChanged: true };
  }
  const patch = changedCells(page.entity, before, draft.head);
  const isChanged = Object.keys(patch).length > 0 || draft.tables.some((table) => differs(table));
  if (!isChanged) return { row: before, isChanged };
  // The version counts changes of the document, also those of its lines alone.
  const written = await at.store.update(page.entity, { [KEY]: before[KEY] ?? null }, patch);
  if (written !== 1) throw new ApiError(CODE.forbidden, at.ctx.registry.messages.NOFUNC);
  for (const table of draft.tables) await writeLines(draft, table, draft.head);
  await followHead(draft, before);
  return { row: draft.head, isChanged };
}

async function insertHead({ at, page: { entity }, head }: Draft): Promise<Row> {
  if (entity.tenancy === "global") throw new ApiError(CODE.forbidden, at.ctx.registry.messages.NOFUNC);
  const number = entity.number;
  const numbered = number ? { [number.field]: await at.store.nextNumber(number.prefix, dayOf(at.ctx.now)) } : {};
  const [row] = await at.store.insert(entity, [{ ...head, ...numbered }]);
  if (!row) throw new Error(`${entity.name} was not created`);
  return row;
}

function differs({ entity, stored, lines }: DraftLines): boolean {
  const kept = lines.filter(({ before }) => before !== null);
  if (kept.length !== lines.length || kept.length !== stored.length) return true;
  return kept.some(({ before, row }) => before !== null && Object.keys(changedCells(entity, before, row)).length > 0);
}

/** Missing lines go first and new ones come last, so that no number is there twice. */
async function writeLines({ at, page }: Draft, { entity, stored, lines }: DraftLines, head: Row): Promise<void> {
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
  for (let start = 0; start < fresh.length; start += INSERTED_AT_ONCE) {
    await store.insert(entity, fresh.slice(start, start + INSERTED_AT_ONCE));
  }
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
async function followHead({ at, page: { entity }, head, tables }: Draft, before: Row): Promise<void> {
  const unseen = entity.lines.filter((name) => !tables.some((table) => table.entity.name === name));
  for (const name of unseen) {
    const lines = entityOf(at.ctx.registry, name);
    const [old, now]: [Row, Row] = [fromHead(before, entity, lines), fromHead(head, entity, lines)];
    const moved: Record<string, Cell> = {};
    for (const [field, cell] of Object.entries(now)) if (cell !== old[field]) moved[field] = cell;
    if (lines.head === null || Object.keys(moved).length === 0) continue;
    await at.store.update(lines, { [lines.head.field]: old[lines.head.field] ?? null }, moved);
  }
}

interface Reference {
  readonly from: Entity;
  readonly field: Field;
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

function referencesTo(registry: Registry, entity: Entity): Reference[] {
  const stored = Object.values(registry.entities).filter(({ view }) => view === null);
  return stored.flatMap((from) =>
    Object.values(from.fields).flatMap((field): Reference[] => {
      const isOwnLine = from.head?.entity === entity.name && from.head.field === field.name;
      if (field.ref?.entity !== entity.name || field.computed !== null || isOwnLine) return [];
      return [{ from, field, key: field.ref.key }];
    }),
  );
}
