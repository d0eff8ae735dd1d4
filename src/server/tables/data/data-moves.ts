import { type Conversion, conversionOf, fateOf, keepsBytes, type StoredForm } from "../../../shared/domain/conversion.ts";
import type { Entity, Field, Registry } from "../../../shared/registry/model.ts";
import type { Change } from "../../../shared/registry/plan/change.ts";
import { same } from "../../../shared/registry/plan/rule.ts";
import { ABOUT, KEY, SHOP } from "../../base/technical.ts";
import { sqlTypeOf } from "../../query/sql-type.ts";
import type { ExistingSchema } from "../sync-schema-diff.ts";
import { type Column, storedFields, tablesOf } from "../tables-of.ts";
import { type Aside, isWrittenOnce } from "./set-aside.ts";

/*
 * Long on purpose: where the values of a field come from is one decision, and every case of it rules out the others.
 */

type Entities = Pick<Registry, "entities">;

/** What becomes of a table that is there and stays. */
export interface TableMove {
  readonly was: Entity;
  readonly is: Entity;
  readonly columns: readonly ColumnMove[];
  /** Columns that no field has from now on. */
  readonly gone: readonly { readonly name: string; readonly form: StoredForm | null }[];
}

/** Whether rows belong to a shop from now on, or no longer: the shop is a part of their key then. */
export const hasOtherKey = ({ was, is }: TableMove) => (was.tenancy === "global") !== (is.tenancy === "global");

/** Where the values of a field come from. */
export interface ColumnMove {
  readonly field: Field;
  readonly column: Column;
  readonly from: Source;
}

/** kept: in the column of this name; converted: made of it; unsaid: nobody says how; restored: set aside before; new: nowhere. */
export type Source =
  | {
      readonly kind: "kept";
      readonly name: string;
      /** The word that would cut texts that are too long from now on; null: none can be. */
      readonly tooLong: string | null;
      /** Old code to new one. */
      readonly codes: Codes;
      /** The codes are written into a column beside it, which takes its place: there are very many. */
      readonly isBeside: boolean;
    }
  | { readonly kind: "converted"; readonly name: string; readonly was: Field; readonly conversion: Conversion; readonly undo: Aside | null }
  | { readonly kind: "unsaid"; readonly name: string; readonly was: Field; readonly write: string | null }
  | { readonly kind: "restored"; readonly aside: Aside }
  | { readonly kind: "new" };

/** Values of a column that are other ones from now on, as they are written: codes, and names by which rows refer to something. */
export type Codes = Readonly<Record<string, string>>;

/** What a step from one model to the next does to what is stored, beside giving it other names. */
export interface DataMoves {
  readonly tables: readonly TableMove[];
  /** Tables that no entity has from now on. */
  readonly gone: readonly Entity[];
  /** Tables that an entity has again. */
  readonly restored: readonly { readonly aside: Aside; readonly is: Entity }[];
}

/** The names that things of the next model have in the one before. */
export interface NamesBefore {
  entity(name: string): string;
  field(entity: string, name: string): string;
  /** Of a field of the next model: old code to new one. Of one that refers to modules or entities: old name to new one. */
  codes(entity: string, field: Field): Codes;
}

/** By this name rows refer to a module. */
const MODULE_ID = "MdlId";

export function namesBefore(renamings: readonly Change[]): NamesBefore {
  const referredTo = (by: (at: Change["at"]) => string | undefined): Codes =>
    Object.fromEntries(
      renamings.flatMap(({ at, was }) => {
        const name = by(at);
        return name === undefined ? [] : [[String(was), name] as const];
      }),
    );
  const names = new Map<string, string>();
  for (const { verb, at, was } of renamings)
    if (verb === "renamed" && at.entity !== undefined && at.code === undefined) names.set(keyOf(at.entity, at.field), String(was));
  return {
    entity: (name) => names.get(keyOf(name)) ?? name,
    field: (entity, name) => names.get(keyOf(entity, name)) ?? name,
    codes(entity, { name, type }) {
      if (name === MODULE_ID && type === "int") return referredTo(({ module }) => module);
      if (name === ABOUT.entity && type === "string") return referredTo((at) => (at.field === undefined ? at.entity : undefined));
      return referredTo((at) => (at.entity === entity && at.field === name ? at.code : undefined));
    },
  };
}

const keyOf = (entity: string, field?: string) => JSON.stringify([entity, field]);

/** Compares what is stored with what the next model stores. Nothing is read but the catalogue (`existing`) and what was set aside. */
export function movesOf(was: Entities, is: Entities, before: NamesBefore, existing: ExistingSchema, asides: readonly Aside[]): DataMoves {
  const columns = new Map(tablesOf(is).map((table) => [table.entity.name, table.columns]));
  const tables: TableMove[] = [];
  const restored: { aside: Aside; is: Entity }[] = [];
  const followed = new Set<string>();
  for (const entity of Object.values(is.entities)) {
    if (entity.view !== null) continue;
    const old = was.entities[before.entity(entity.name)];
    if (old && old.view === null && existing.tables.has(old.table)) {
      followed.add(old.name);
      tables.push(tableMove(old, entity, columns.get(entity.name) ?? [], before, existing, asides));
    } else if (!existing.tables.has(entity.table)) {
      const aside = asides.find(({ holds, entity: name }) => holds.kind === "table" && name === entity.name);
      if (aside) restored.push({ aside, is: entity });
    }
  }
  const gone = Object.values(was.entities).filter(
    (old) => old.view === null && !followed.has(old.name) && existing.tables.has(old.table) && !isWrittenOnce(old),
  );
  return { tables, gone, restored };
}

function tableMove(
  was: Entity,
  is: Entity,
  columns: readonly Column[],
  before: NamesBefore,
  existing: ExistingSchema,
  asides: readonly Aside[],
): TableMove {
  const has = existing.tables.get(was.table);
  const stored = new Map(storedFields(was).map((field) => [field.name, field]));
  const ofTable = asides.filter(({ table, field, name }) => field !== null && table === was.table && has?.has(name));
  const taken = new Set<string>();
  const strays: string[] = [];
  const sourceOf = (field: Field): Source => {
    const name = before.field(is.name, field.name);
    const old = stored.get(name);
    if (old && has?.has(name)) {
      taken.add(name);
      if (isWrittenOnce(is)) return keptOrNot(old, field);
      const source = sourceOfStored(old, field, ofTable);
      const codes = before.codes(is.name, field);
      if (source.kind === "kept") return { ...source, codes };
      if (source.kind !== "converted") return source;
      // What is converted takes its new codes on the way.
      const map = { ...codes, ...source.conversion.map };
      return { ...source, conversion: { ...source.conversion, map } };
    }
    const stray = has?.get(field.name);
    // A column of that name and type that no model knows, e.g. of the time before columns were set aside.
    if (stray && !stored.has(field.name)) {
      if (stray.type === sqlTypeOf(field)) return { kind: "kept", name: field.name, tooLong: null, codes: {}, isBeside: false };
      strays.push(field.name);
    }
    const aside = ofTable.find(
      ({ field: of, holds }) => of === field.name && holds.kind === "removed" && holds.form !== null && isSameForm(holds.form, field),
    );
    return aside ? { kind: "restored", aside } : { kind: "new" };
  };
  const moves = columns.map((column): ColumnMove | null => {
    const field = is.fields[column.name];
    return field ? { field, column, from: sourceOf(field) } : null;
  });
  const isKey = (name: string) => name === KEY || (name === SHOP && is.tenancy !== "global");
  const gone = [...stored.values()].filter(({ name }) => !taken.has(name) && has?.has(name) && !isKey(name) && !isWrittenOnce(is));
  return {
    was,
    is,
    columns: moves.filter((move) => move !== null),
    gone: [...gone.map((field) => ({ name: field.name, form: field })), ...strays.map((name) => ({ name, form: null }))],
  };
}

function keptOrNot(old: Field, field: Field): Source {
  if (keepsBytes(old, field)) return { kind: "kept", name: old.name, tooLong: null, codes: {}, isBeside: false };
  return { kind: "unsaid", name: old.name, was: old, write: null };
}

function sourceOfStored(old: Field, field: Field, asides: readonly Aside[]): Source {
  const fate = fateOf(old, field);
  const undo = asides.find(
    ({ field: of, holds }) => of === old.name && holds.kind === "converted" && isWayBack(holds.conversion, old, field),
  );
  const said = fate.kind === "made" ? fate.conversion : null;
  // Whoever says what becomes of a value means that, and not what it was.
  const isMapped = said !== null && Object.keys(said.map).length > 0;
  if (undo?.holds.kind === "converted" && !isMapped) {
    return { kind: "converted", name: old.name, was: old, conversion: said ?? backwards(undo.holds.conversion, old, field), undo };
  }
  if (fate.kind === "made") return { kind: "converted", name: old.name, was: old, conversion: fate.conversion, undo: null };
  if (fate.kind === "unsaid") return { kind: "unsaid", name: old.name, was: old, write: fate.write };
  return { kind: "kept", name: old.name, tooLong: fate.isNarrowed ? fate.write : null, codes: {}, isBeside: false };
}

/** Whether a field goes back to the form that its values were once made of. */
function isWayBack({ from, to }: Conversion, was: StoredForm, is: StoredForm): boolean {
  if (!isSameForm(to, was) || !isSameForm(from, is)) return false;
  // Of one type the codes or the length must tell that it is the way back, and not just another edit.
  return !keepsBytes(from, to) || (!same(told(was), told(is)) && same(told(to), told(was)) && same(told(from), told(is)));
}

const isSameForm = (one: StoredForm, other: StoredForm) => one.type === other.type && one.codeType === other.codeType;
const told = ({ length, values }: StoredForm) => [length, values.map(({ code }) => code)];

/** The conversion the other way: nothing is rounded, and of a map what can be told. */
function backwards({ map }: Conversion, was: Field, is: Field): Conversion {
  const olds = Object.entries(map).filter(([, value]) => value !== null);
  const counts = new Map<string, number>();
  for (const [, value] of olds) counts.set(String(value), (counts.get(String(value)) ?? 0) + 1);
  const unique = olds.filter(([, value]) => counts.get(String(value)) === 1);
  const isNumber = is.type === "enum" && is.codeType === "int";
  const back = Object.fromEntries(unique.map(([old, value]) => [String(value), isNumber ? Number(old) : old]));
  return conversionOf(was, is, { rounding: "exact", cut: false, map: back });
}
