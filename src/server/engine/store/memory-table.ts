import type { Cell, Row } from "../../../shared/domain/cell.ts";

/** By the values of some fields the ids of the rows that have them; most values are those of one row. */
type Index = Map<string, number | Set<number>>;

/** One entity's rows in memory, of all shops, found through indexes that are made for the fields asked by. */
export class MemoryTable {
  readonly #rows = new Map<number, Row>();
  /** Names of fields, joined, to the ids of the rows by the values of these fields. */
  readonly #indexes = new Map<string, { readonly names: readonly string[]; readonly ids: Index }>();
  #lastId = 0;

  get lastId(): number {
    return this.#lastId;
  }

  /** Every row, by Id. */
  all(): Row[] {
    return this.after(0);
  }

  /** Rows that have come since the one of this Id. */
  after(id: number): Row[] {
    const rows: Row[] = [];
    for (let next = id + 1; next <= this.#lastId; next++) {
      const row = this.#rows.get(next);
      if (row !== undefined) rows.push(row);
    }
    return rows;
  }

  get(id: number): Row | undefined {
    return this.#rows.get(id);
  }

  /** Keeps a row that nobody else has, and gives it its Id. */
  insert(row: Record<string, Cell>): Row {
    this.#lastId++;
    row.Id = this.#lastId;
    this.#rows.set(this.#lastId, row);
    for (const { names, ids } of this.#indexes.values()) put(ids, keyOf(names, row), this.#lastId);
    return row;
  }

  replace(id: number, next: Row): void {
    const old = this.#rows.get(id);
    if (!old) throw new Error(`no row ${id}`);
    this.#rows.set(id, next);
    for (const { names, ids } of this.#indexes.values()) {
      if (names.every((name) => old[name] === next[name])) continue;
      take(ids, keyOf(names, old), id);
      put(ids, keyOf(names, next), id);
    }
  }

  remove(id: number): void {
    const old = this.#rows.get(id);
    if (!old) throw new Error(`no row ${id}`);
    this.#rows.delete(id);
    for (const { names, ids } of this.#indexes.values()) take(ids, keyOf(names, old), id);
  }

  /** Rows whose fields equal `match`, by Id. */
  find(match: Row): Row[] {
    const names = Object.keys(match).sort();
    if (typeof match.Id === "number") {
      const row = this.#rows.get(match.Id);
      return row !== undefined && names.every((name) => (row[name] ?? null) === match[name]) ? [row] : [];
    }
    const found = this.#indexOf(names).get(keyOf(names, match)) ?? [];
    const ids = typeof found === "number" ? [found] : [...found].sort((a, b) => a - b);
    return ids.map((id) => this.#rows.get(id)).filter((row) => row !== undefined);
  }

  #indexOf(names: readonly string[]): Index {
    const found = this.#indexes.get(names.join());
    if (found) return found.ids;
    const ids: Index = new Map();
    for (const [id, row] of this.#rows) put(ids, keyOf(names, row), id);
    this.#indexes.set(names.join(), { names, ids });
    return ids;
  }
}

function put(ids: Index, key: string, id: number): void {
  const known = ids.get(key);
  if (known === undefined) ids.set(key, id);
  else if (typeof known === "number") ids.set(key, new Set([known, id]));
  else known.add(id);
}

function take(ids: Index, key: string, id: number): void {
  const known = ids.get(key);
  if (known === id) ids.delete(key);
  else if (typeof known === "object") known.delete(id);
}

/** Cells of one field have one type, so that their texts tell them apart, and none holds what parts them; null is no text. */
function keyOf(names: readonly string[], row: Row): string {
  let key = "";
  for (const name of names) {
    const cell: Cell = row[name] ?? null;
    key += cell === null ? "\u0000" : `=${cell}\u0000`;
  }
  return key;
}
