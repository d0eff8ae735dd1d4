import type { Cell, Row } from "../../../shared/domain/cell.ts";
import type { Entity } from "../../../shared/registry/model.ts";
import { KEY } from "../../base/technical.ts";
import { refuseOverflow } from "./overflow.ts";
import { patched, type RowStore, type Store, typedStore, type Upsert } from "./store.ts";
import { withVersion } from "./stored-fields.ts";
import type { Patch } from "./typed-rows.ts";

// Long on purpose: what is put off, and each way of looking that brings it in, must be seen side by side.

/** Counters of unread rows: nothing is decided by them. */
const UNREAD = "TaskState";
/** What belongs to so many heads is read together. */
const HEADS = 50;

/** A store, and what it has put off until now. */
export interface Gathering {
  readonly store: Store;
  /** Writes it. To be called before the transaction ends. */
  write(): Promise<void>;
}

/**
 * The store of one work over many rows, each of which is done as it would be alone, with fewer questions to the database (docs/decisions/120). What is
 * only noted (`insertLater`, `updateIn`), counters of unread rows and changes of locked rows are written together in the end, or as soon as anybody looks at their
 * entity. Rows that the work has locked, lines of such rows, what it locks because it names them, and the shop are read once, until the work itself writes them:
 * nobody else can change a locked row, so that what the work makes of it is known before it is written.
 */
export function gathering(plain: Store): Gathering {
  const gathered = new GatheringStore(plain as RowStore);
  return { store: gathered.store(), write: () => gathered.write() };
}

interface Pending {
  readonly entity: Entity;
  readonly rows: Row[];
  /** By their keys. */
  readonly adds: Map<string, Upsert>;
  readonly updates: Map<string, PendingUpdate>;
  /** Changes of locked rows, in the order in which they are written. */
  readonly changes: PendingChange[];
}

/** What is written of some rows, by their Ids: the same fields of each. A row that is changed twice is in two of them. */
interface PendingChange {
  readonly fields: readonly string[];
  readonly rows: Map<number, Row>;
}

interface PendingUpdate {
  readonly field: string;
  readonly values: Set<Cell>;
  readonly match: Row;
  readonly patch: Patch;
}

class GatheringStore {
  readonly #plain: RowStore;
  readonly #pending = new Map<string, Pending>();
  /** Rows as they were locked and nobody has written them since, by entity and Id. */
  readonly #locked = new Map<string, Map<number, Row>>();
  /** All that were locked, by entity and Id: they stay so to the end. */
  readonly #heads = new Map<string, Map<number, Row>>();
  /** The number's field of documents that were locked, by entity. */
  readonly #documents = new Map<string, string>();
  /** By line entity and the key of the head. */
  readonly #lines = new Map<string, Map<Cell, Row[]>>();
  /** Locked rows that name a locked head, by entity and by field and key of the head. */
  readonly #naming = new Map<string, Map<string, Row[]>>();
  /** Rows of what belongs to no shop, by entity and what they were looked for by: the shop itself. */
  readonly #shared = new Map<string, Map<string, Promise<readonly Row[]>>>();

  constructor(plain: RowStore) {
    this.#plain = plain;
  }

  store(): Store {
    const plain = this.#plain;
    return typedStore({
      ...plain,
      find: async (entity, match, lock = false) => {
        await this.#settle(entity);
        if (!lock && entity.tenancy === "global") return this.#sharedOf(entity, match);
        if (!lock) return (await this.#linesOf(entity, match)) ?? plain.find(entity, match);
        return (await this.#namingOf(entity, match)) ?? this.#keep(entity, await plain.find(entity, match, true));
      },
      findIn: async (entity, field, values, lock) => {
        await this.#settle(entity);
        return plain.findIn(entity, field, values, lock);
      },
      pickIn: async (entity, fields, field, values, match) => {
        await this.#settle(entity);
        return plain.pickIn(entity, fields, field, values, match);
      },
      lock: (entity, ids) => this.#lock(entity, ids),
      exists: async (entity, match) => {
        await this.#settle(entity);
        return plain.exists(entity, match);
      },
      insert: async (entity, rows) => {
        await this.#settle(entity);
        this.#lines.delete(entity.name);
        this.#naming.delete(entity.name);
        return plain.insert(entity, rows);
      },
      insertLater: async (entity, rows) => {
        this.#lines.delete(entity.name);
        this.#naming.delete(entity.name);
        // What was to be changed before is nothing of these.
        if ((this.#pending.get(entity.name)?.updates.size ?? 0) > 0) await this.#settle(entity);
        this.#of(entity).rows.push(...rows);
      },
      updateGuarded: async (entity, expected, patch) => {
        const { id, field, from, rowver } = expected;
        const row = this.#ownRow(entity, id);
        if (row !== undefined) {
          const isExpected = (row[field] ?? null) === from && row.rowver === rowver;
          if (isExpected) await this.#change(entity, row, patch);
          return isExpected;
        }
        await this.#forget(entity, { [KEY]: expected.id }, Object.keys(patch));
        return plain.updateGuarded(entity, expected, patch);
      },
      update: async (entity, match, patch) => {
        const row = Object.keys(match).length === 1 ? this.#ownRow(entity, match[KEY]) : undefined;
        if (row !== undefined) {
          await this.#change(entity, row, patch);
          return 1;
        }
        await this.#forget(entity, match, Object.keys(patch));
        return plain.update(entity, match, patch);
      },
      updateIn: (entity, field, values, match, patch) => this.#updateIn(entity, { field, values: new Set(values), match, patch }),
      updateEach: async (entity, fields, rows) => {
        for (const row of rows) await this.#forget(entity, { [KEY]: row[KEY] ?? null }, fields);
        return plain.updateEach(entity, fields, rows);
      },
      remove: async (entity, match) => {
        await this.#forget(entity, match);
        return plain.remove(entity, match);
      },
      removeIn: async (entity, field, values, match) => {
        await this.#forget(entity, {});
        return plain.removeIn(entity, field, values, match);
      },
      upsertAdd: async (entity, entries) => {
        if (entity.name !== UNREAD) {
          await this.#forget(entity, {});
          return plain.upsertAdd(entity, entries);
        }
        for (const entry of entries) await this.#add(entity, entry);
      },
    });
  }

  async write(): Promise<void> {
    for (const { entity } of [...this.#pending.values()]) await this.#settle(entity);
  }

  #of(entity: Entity): Pending {
    const found = this.#pending.get(entity.name) ?? { entity, rows: [], adds: new Map(), updates: new Map(), changes: [] };
    this.#pending.set(entity.name, found);
    return found;
  }

  /** Writes what was put off of an entity: what somebody looks at is as it would be without. */
  async #settle({ name }: Entity): Promise<void> {
    const pending = this.#pending.get(name);
    if (pending === undefined) return;
    this.#pending.delete(name);
    const { entity, rows, adds, updates, changes } = pending;
    for (const change of changes) {
      const written = await this.#plain.updateEach(entity, change.fields, [...change.rows.values()]);
      if (written !== change.rows.size) throw new Error(`${name}: ${written} of ${change.rows.size} locked rows were changed`);
    }
    if (rows.length > 0) await this.#plain.insert(entity, rows);
    // In one order, so that two works never wait for each other.
    const sorted = [...adds].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, entry]) => entry);
    if (sorted.length > 0) await this.#plain.upsertAdd(entity, sorted);
    for (const { field, values, match, patch } of updates.values()) await this.#plain.updateIn(entity, field, [...values], match, patch);
  }

  /** What is about to be written is read anew the next time. `fields`: what is written of it; left out: it goes. */
  async #forget(entity: Entity, match: Row, fields?: readonly string[]): Promise<void> {
    await this.#settle(entity);
    this.#shared.delete(entity.name);
    const id = match[KEY];
    if (typeof id === "number") this.#locked.get(entity.name)?.delete(id);
    else this.#locked.delete(entity.name);
    this.#forgetAround(entity, id, fields);
  }

  /** Lines of the entity, and rows that name somebody, are looked for anew: one of them is written, or all may be. */
  #forgetAround(entity: Entity, id: Cell | undefined, fields?: readonly string[]): void {
    this.#lines.delete(entity.name);
    const naming = this.#naming.get(entity.name);
    const isNamedAnew = fields === undefined || fields.some((field) => entity.fields[field]?.ref);
    if (naming === undefined) return;
    if (typeof id !== "number" || isNamedAnew) this.#naming.delete(entity.name);
    else for (const [key, rows] of naming) if (rows.some((row) => row[KEY] === id)) naming.delete(key);
  }

  /** A row as the work has locked it, and as it has changed it since; undefined: it has to ask for it. */
  #ownRow({ name, tenancy }: Entity, id: Cell | undefined): Row | undefined {
    return name === UNREAD || tenancy === "global" ? undefined : this.#locked.get(name)?.get(Number(id));
  }

  /** Puts off the change of a locked row. Throws what the row would be refused for if it were written now. */
  async #change(entity: Entity, row: Row, patch: Patch): Promise<void> {
    const id = Number(row[KEY]);
    const after = patched(row, withVersion(entity, patch));
    refuseOverflow(entity, after);
    const fields = Object.keys(patch);
    const form = fields.join();
    const isSame = (change: PendingChange) => change.fields.join() === form;
    const { changes } = this.#of(entity);
    const place = changes.findLastIndex(isSame);
    // A row's second change is written after its first.
    if (place >= 0 && changes.findLastIndex(({ rows }) => rows.has(id)) >= place) await this.#settle(entity);
    const pending = this.#of(entity).changes;
    const change = pending.findLast(isSame) ?? { fields, rows: new Map() };
    if (!pending.includes(change)) pending.push(change);
    change.rows.set(id, Object.fromEntries([KEY, ...fields].map((name) => [name, after[name] ?? null])));
    this.#locked.get(entity.name)?.set(id, after);
    this.#forgetAround(entity, id, fields);
  }

  async #lock(entity: Entity, ids: readonly number[]): Promise<readonly Row[]> {
    const known = this.#locked.get(entity.name) ?? new Map<number, Row>();
    const kept = [...ids]
      .sort((a, b) => a - b)
      .map((id) => known.get(id))
      .filter((row) => row !== undefined);
    if (kept.length === ids.length) return kept;
    await this.#settle(entity);
    return this.#keep(entity, await this.#plain.lock(entity, ids));
  }

  #keep(entity: Entity, rows: readonly Row[]): readonly Row[] {
    if (entity.number !== null) this.#documents.set(entity.name, entity.number.field);
    for (const all of [this.#locked, this.#heads]) {
      const known = all.get(entity.name) ?? new Map<number, Row>();
      for (const row of rows) known.set(Number(row[KEY]), row);
      all.set(entity.name, known);
    }
    return rows;
  }

  /** Lines of a locked head, which are read with those of the heads that come after it; null: it is something else that is looked for. */
  async #linesOf(entity: Entity, match: Row): Promise<readonly Row[] | null> {
    const { head } = entity;
    const wanted = head === null ? undefined : match[head.field];
    if (head === null || wanted === undefined || wanted === null) return null;
    const known = this.#lines.get(entity.name) ?? new Map<Cell, Row[]>();
    if (!known.has(wanted)) {
      const heads = [...(this.#heads.get(head.entity)?.values() ?? [])].map((row) => row[head.key] ?? null);
      const at = heads.indexOf(wanted);
      if (at < 0) return null;
      const next = heads.slice(at, at + HEADS);
      for (const key of next) known.set(key, []);
      for (const line of await this.#plain.findIn(entity, head.field, next)) known.get(line[head.field] ?? null)?.push(line);
      this.#lines.set(entity.name, known);
    }
    const others = Object.entries(match).filter(([name]) => name !== head.field);
    return known.get(wanted)?.filter((line) => others.every(([name, cell]) => (line[name] ?? null) === cell)) ?? null;
  }

  /**
   * Rows that name a locked head and are to be locked themselves: with those of the heads that come after it, whose turn they would be locked in anyway. Null: it
   * is something else that is looked for.
   */
  async #namingOf(entity: Entity, match: Row): Promise<readonly Row[] | null> {
    for (const [field, wanted] of Object.entries(match)) {
      const { entity: to = "", key = "" } = entity.fields[field]?.ref ?? {};
      // What names a document is little; what names a supplier may be all that there is of him.
      if (wanted === null || to === entity.name || this.#documents.get(to) !== key) continue;
      const heads = [...(this.#heads.get(to)?.values() ?? [])].map((row) => row[key] ?? null);
      const at = heads.indexOf(wanted);
      if (at < 0) continue;
      const known = this.#naming.get(entity.name) ?? new Map<string, Row[]>();
      this.#naming.set(entity.name, known);
      const placeOf = (head: Cell) => textOf([field, head]);
      if (!known.has(placeOf(wanted))) {
        const next = heads.slice(at, at + HEADS).filter((head) => !known.has(placeOf(head)));
        for (const head of next) known.set(placeOf(head), []);
        for (const row of this.#keep(entity, await this.#plain.findIn(entity, field, next, true)))
          known.get(placeOf(row[field] ?? null))?.push(row);
      }
      const others = Object.entries(match).filter(([name]) => name !== field);
      return (known.get(placeOf(wanted)) ?? []).filter((row) => others.every(([name, cell]) => (row[name] ?? null) === cell));
    }
    return null;
  }

  #sharedOf(entity: Entity, match: Row): Promise<readonly Row[]> {
    const known = this.#shared.get(entity.name) ?? new Map<string, Promise<readonly Row[]>>();
    this.#shared.set(entity.name, known);
    const key = textOf(match);
    const found = known.get(key) ?? this.#plain.find(entity, match);
    known.set(key, found);
    return found;
  }

  /** Counts of one row, which may have been put off, are added up. */
  async #add(entity: Entity, entry: Upsert): Promise<void> {
    const { adds, updates } = this.#of(entity);
    const isUpdated = [...updates.values()].some((update) => touches(update, entry.key));
    if (isUpdated || [...adds.values()].some((other) => formOf(other) !== formOf(entry))) await this.#settle(entity);
    const pending = this.#of(entity).adds;
    const key = textOf(entry.key);
    const known = pending.get(key);
    pending.set(key, known === undefined ? entry : { ...known, by: sumOf(known.by, entry.by) });
  }

  async #updateIn(entity: Entity, update: PendingUpdate): Promise<void> {
    this.#lines.delete(entity.name);
    this.#naming.delete(entity.name);
    this.#locked.delete(entity.name);
    const { adds, rows, changes } = this.#of(entity);
    if (rows.length + changes.length > 0 || [...adds.values()].some(({ key }) => touches(update, key))) await this.#settle(entity);
    const { updates } = this.#of(entity);
    const { field, match, patch, values } = update;
    const form = textOf([field, match, patch]);
    const known = updates.get(form);
    if (known === undefined) updates.set(form, update);
    else for (const value of values) known.values.add(value);
  }
}

/** The same text for the same values. */
const textOf = (values: unknown): string =>
  JSON.stringify(values, (_name, value: unknown) => (typeof value === "bigint" ? `${value}n` : value));

/** Whether the update may be of the row with this key. */
function touches({ field, values, match }: PendingUpdate, key: Row): boolean {
  if (key[field] !== undefined && !values.has(key[field])) return false;
  return Object.entries(match).every(([name, cell]) => key[name] === undefined || key[name] === cell);
}

/** Counters that are written in one statement count the same and are told by the same fields. */
const formOf = ({ key, by, fresh }: Upsert): string => [key, by, fresh].map((part) => Object.keys(part).join()).join(";");

function sumOf(one: Upsert["by"], other: Upsert["by"]): Upsert["by"] {
  const sum = (a: bigint | number, b: bigint | number) => (typeof a === "bigint" ? a + BigInt(b) : a + Number(b));
  return Object.fromEntries(Object.entries(one).map(([name, by]) => [name, sum(by, other[name] ?? 0)]));
}
