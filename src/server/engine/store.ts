import type { Cell, Row } from "../../shared/domain/cell.ts";
import type { Entity } from "../../shared/registry/model.ts";
import type { Db } from "../db/connect.ts";

/** Adds to what the field holds; an empty field counts as zero. */
export interface Plus {
  readonly plus: bigint | number;
}

/** Fields to write. */
export type Patch = Readonly<Record<string, Cell | Plus>>;

/** Which row must still look as it did, for its state to change. */
export interface Expected {
  readonly id: number;
  /** The state field and the code it must hold. */
  readonly field: string;
  readonly from: Cell;
  readonly rowver: number;
}

/** A row to add to, or to create with the same amounts when there is none. */
export interface Upsert {
  /** The fields of one of the entity's unique keys. */
  readonly key: Row;
  readonly by: Readonly<Record<string, bigint | number>>;
  /** Further fields of a new row. */
  readonly fresh: Row;
}

/**
 * What the flows need of a database, for one shop: every statement is constrained to that SHOP_ID, but for what belongs to no
 * shop: that is read by everybody, and a mall changes the rows of its market's shops. Rows hold the stored fields as cells. Two implementations (SQL, memory) with the same results; a test runs the same work on both.
 */
export interface Store {
  readonly shopId: string;
  /** The open transaction, for tables that no entity describes. null: rows in memory, of which nobody outside may hear. */
  readonly trx: Db | null;
  /** Rows whose fields equal `match`, by Id. `lock` keeps others from changing them until the transaction ends. */
  find(entity: Entity, match: Row, lock?: boolean): Promise<readonly Row[]>;
  /** Locks the rows with these ids, in the order of their Ids so that two callers never wait for each other, and reads them. */
  lock(entity: Entity, ids: readonly number[]): Promise<readonly Row[]>;
  /** Writes new rows; fields not given get their initial values. Returns them with their Ids. */
  insert(entity: Entity, rows: readonly Row[]): Promise<readonly Row[]>;
  /** Whether exactly one row was as expected and has been changed; its rowver is one higher. */
  updateGuarded(entity: Entity, expected: Expected, patch: Patch): Promise<boolean>;
  /** Changes all rows whose fields equal `match`. Returns how many. */
  update(entity: Entity, match: Row, patch: Patch): Promise<number>;
  /** Removes all rows whose fields equal `match`. Returns how many. */
  remove(entity: Entity, match: Row): Promise<number>;
  /** Whether any row's fields equal `match`. */
  exists(entity: Entity, match: Row): Promise<boolean>;
  /** Adds to rows, creating the missing ones. No two entries may have the same key. */
  upsertAdd(entity: Entity, entries: readonly Upsert[]): Promise<void>;
  /** The next bill number: prefix + yyyyMMdd + 4 digits, counted per shop, prefix and day. */
  nextNumber(prefix: string, day: string): Promise<string>;
}

export function isPlus(value: Cell | Plus): value is Plus {
  return typeof value === "object" && value !== null;
}

/** The row as the patch leaves it. */
export function patched(row: Row, patch: Patch): Row {
  const next: Record<string, Cell> = { ...row };
  for (const [name, value] of Object.entries(patch)) next[name] = isPlus(value) ? sum(row[name] ?? null, value.plus) : value;
  return next;
}

/** A bill number from its parts; the sequence grows beyond four digits when a day needs it. */
export function billNumber(prefix: string, day: string, sequence: number): string {
  return prefix + day.replaceAll("-", "") + String(sequence).padStart(4, "0");
}

function sum(old: Cell, plus: bigint | number): Cell {
  return typeof plus === "bigint" ? BigInt((old as bigint | null) ?? 0n) + plus : Number(old ?? 0) + plus;
}
