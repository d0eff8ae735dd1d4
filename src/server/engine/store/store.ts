import type { Cell, Row } from "../../../shared/domain/cell.ts";
import type { Db } from "../../db/connect.ts";
import type { AmountsOf, EntityOf, FieldsOf, Patch, PatchOf, Plus, RowOf } from "./typed-rows.ts";

/** Which row must still look as it did, for its state to change. */
export interface Expected {
  readonly id: number;
  /** The state field and the code it must hold. */
  readonly field: string;
  readonly from: Cell;
  readonly rowver: number;
}

/** A row to add to, or to create with the same amounts when there is none. */
export interface Upsert<Name extends string = string> {
  /** The fields of one of the entity's unique keys. */
  readonly key: FieldsOf<Name>;
  readonly by: AmountsOf<Name>;
  /** Further fields of a new row. */
  readonly fresh: FieldsOf<Name>;
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
  find<Name extends string>(entity: EntityOf<Name>, match: FieldsOf<Name>, lock?: boolean): Promise<readonly RowOf<Name>[]>;
  /** Rows of which this field holds one of the values, by Id; `lock` as of {@link find}. */
  findIn<Name extends string>(
    entity: EntityOf<Name>,
    field: keyof FieldsOf<Name> & string,
    values: readonly Cell[],
    lock?: boolean,
  ): Promise<readonly RowOf<Name>[]>;
  /** These fields of rows of which `field` holds one of the values and whose fields equal `match`, by Id: for work that looks at little of many rows. */
  pickIn<Name extends string, Picked extends keyof RowOf<Name> & string>(
    entity: EntityOf<Name>,
    fields: readonly Picked[],
    field: keyof FieldsOf<Name> & string,
    values: readonly Cell[],
    match: FieldsOf<Name>,
  ): Promise<readonly Pick<RowOf<Name>, Picked>[]>;
  /** Locks the rows with these ids, in the order of their Ids so that two callers never wait for each other, and reads them. */
  lock<Name extends string>(entity: EntityOf<Name>, ids: readonly number[]): Promise<readonly RowOf<Name>[]>;
  /** Writes new rows; fields not given get their initial values. Returns them with their Ids. */
  insert<Name extends string>(entity: EntityOf<Name>, rows: readonly FieldsOf<Name>[]): Promise<readonly RowOf<Name>[]>;
  /** As {@link insert}, of rows that this work does not look at again: one over many rows writes them together. */
  insertLater<Name extends string>(entity: EntityOf<Name>, rows: readonly FieldsOf<Name>[]): Promise<void>;
  /** Whether exactly one row was as expected and has been changed; its rowver is one higher. */
  updateGuarded<Name extends string>(entity: EntityOf<Name>, expected: Expected, patch: PatchOf<Name>): Promise<boolean>;
  /** Changes all rows whose fields equal `match`. Returns how many. */
  update<Name extends string>(entity: EntityOf<Name>, match: FieldsOf<Name>, patch: PatchOf<Name>): Promise<number>;
  /** Changes all rows of which this field holds one of the values and whose fields equal `match`; a work over many rows writes them together. */
  updateIn<Name extends string>(
    entity: EntityOf<Name>,
    field: keyof FieldsOf<Name> & string,
    values: readonly Cell[],
    match: FieldsOf<Name>,
    patch: PatchOf<Name>,
  ): Promise<void>;
  /** Writes these fields of rows that the caller has locked, each row told by its Id and with values of its own. Returns how many. */
  updateEach<Name extends string>(
    entity: EntityOf<Name>,
    fields: readonly (keyof FieldsOf<Name> & string)[],
    rows: readonly FieldsOf<Name>[],
  ): Promise<number>;
  /** Removes all rows whose fields equal `match`. Returns how many. */
  remove<Name extends string>(entity: EntityOf<Name>, match: FieldsOf<Name>): Promise<number>;
  /** Removes rows of which this field holds one of the values and whose fields equal `match`. Returns how many. */
  removeIn<Name extends string>(
    entity: EntityOf<Name>,
    field: keyof FieldsOf<Name> & string,
    values: readonly Cell[],
    match?: FieldsOf<Name>,
  ): Promise<number>;
  /** Whether any row's fields equal `match`. */
  exists<Name extends string>(entity: EntityOf<Name>, match: FieldsOf<Name>): Promise<boolean>;
  /** Adds to rows, creating the missing ones. No two entries may have the same key. */
  upsertAdd<Name extends string>(entity: EntityOf<Name>, entries: readonly Upsert<Name>[]): Promise<void>;
  /** The next bill number: prefix + yyyyMMdd + 4 digits, counted per shop, prefix and day. */
  nextNumber(prefix: string, day: string): Promise<string>;
}

/** A store as its implementations see it: of any entity, its rows are records of cells. */
export type RowStore = {
  readonly [Method in keyof Store]: Store[Method] extends (...args: infer Args) => infer Answer ? (...args: Args) => Answer : Store[Method];
};

/** The store with its rows as the entities' names tell them. The registry was checked to have the fields that the types were made of. */
export function typedStore(store: RowStore): Store {
  return store as Store;
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
