import { createHash } from "node:crypto";
import { sql } from "kysely";
import { fieldsOfPredicate } from "../../shared/domain/predicate.ts";
import type { Predicate } from "../../shared/registry/language.ts";
import type { Entity, IndexPart } from "../../shared/registry/model.ts";
import { decidingAmount, ownNumbers } from "../../shared/registry/rights/number-fields.ts";
import { KEY, SHOP } from "../base/technical.ts";
import { lookedFor } from "../query/computed-kinds.ts";
import { formOf } from "../query/rollup-table.ts";
import { FOLDS, type Fold, foldedSql } from "./identity-sql.ts";
import { type ListIndex, listIndexesOf, type SchemaSource, storedInputs } from "./list-indexes.ts";

/** A part of an index. */
export interface KeyPart extends IndexPart {
  /** How its texts are compared, where not as they are. */
  readonly fold?: Fold;
}

/** An index as the registry wants it. Its name tells its parts, so a changed index is another index. */
export interface Index {
  readonly name: string;
  readonly table: string;
  readonly parts: readonly KeyPart[];
  readonly isUnique: boolean;
  /** Columns carried along, so that sums and filters are answered from the index alone. */
  readonly include: readonly string[];
  /** Of which rows it is, told by fields of the entity; left out: of all. */
  readonly only?: { readonly where: Predicate; readonly entity: Entity };
}

/** The columns whose values are in it, or decide whether a row is. */
export function columnsOf({ parts, include, only }: Index): string[] {
  const deciding = only === undefined ? [] : fieldsOfPredicate(only.where).flatMap((name) => storedInputs(only.entity, name));
  return [...parts.map(({ field }) => field), ...include, ...deciding];
}

/**
 * What the files declare; what lists of rows that become ever more are read by (docs/decisions/123); each supplier's rows, newest first; and what lines,
 * lookups, counts and totals are found by. The primary key serves a shop's newest rows, read backwards. What begins as another one does is not made twice.
 */
export function indexesOf(registry: SchemaSource): Index[] {
  const related = relatedKeys(registry);
  const lists = listIndexesOf(registry);
  const searched = searchedKeys(registry);
  return Object.values(registry.entities)
    .filter((entity) => entity.view === null)
    .flatMap((entity) => {
      const { name } = entity;
      return indexesOfEntity(entity, related.get(name) ?? [], searched.get(name) ?? [], lists.get(name) ?? []);
    });
}

function indexesOfEntity(
  entity: Entity,
  relatedFields: readonly string[],
  searched: readonly (readonly IndexPart[])[],
  lists: readonly ListIndex[],
): Index[] {
  const shopFirst = (parts: readonly IndexPart[]) =>
    entity.tenancy === "global" ? parts : [asc(SHOP), ...parts.filter((part) => part.field !== SHOP)];
  const unique = [
    ...entity.unique.map((fields) => shopFirst(fields.map(asc))),
    ...entity.uniqueEverywhere.map((fields) => fields.map(asc)),
  ];
  const listed = lists.map(({ parts, carried, where }) => indexOf(entity, shopFirst(parts), false, carried, where));
  const ofAll = listed.filter(({ only }) => only === undefined);
  const plain: (readonly IndexPart[])[] = [];
  const isServed = (parts: readonly IndexPart[]) =>
    [...unique, ...ofAll.map((index) => index.parts), ...plain].some((other) => startsWith(other, parts));
  for (const parts of entity.indexes.map(shopFirst))
    if (parts.length > 2 || !ofAll.some((index) => startsWith(index.parts, parts))) plain.push(parts);
  for (const field of relatedFields) {
    const parts = shopFirst([asc(field)]);
    if (field !== KEY && !isServed(parts)) plain.push(parts);
  }
  for (const parts of searched.map(shopFirst)) if (!isServed(parts)) plain.push(parts);
  const supplier = entity.supplierField === null ? [] : [shopFirst([asc(entity.supplierField), NEWEST])];
  for (const parts of supplier) if (!isServed(parts)) plain.push(parts);
  const made = [...unique.map((parts) => indexOf(entity, parts, true)), ...plain.map((parts) => indexOf(entity, parts, false)), ...listed];
  // Last: of a row that is there already, to the letter, the plain key tells.
  made.push(...unique.flatMap((parts) => foldedOf(entity, parts)));
  return [...new Map(made.map((index) => [index.name, index])).values()];
}

/** Whether texts are compared otherwise than as they are in it. */
export const isFolding = ({ parts }: Pick<Index, "parts">): boolean => parts.some(({ fold }) => fold !== undefined);

/** Entity to the fields by which other rows look for its rows. */
function relatedKeys(registry: SchemaSource): Map<string, string[]> {
  const keys = new Map<string, string[]>();
  const add = (entity: string, field: string) => keys.set(entity, [...(keys.get(entity) ?? []), field]);
  for (const entity of Object.values(registry.entities)) {
    if (entity.head !== null) {
      add(entity.name, entity.head.field);
      add(entity.head.entity, entity.head.key);
    }
    for (const field of Object.values(entity.fields)) {
      const looked = lookedFor(field, entity);
      if (looked) add(looked.entity, looked.field);
    }
    for (const join of entity.view?.parts.flatMap(({ joins }) => joins) ?? []) {
      const [first] = join.on;
      if (first) add(join.entity, first.joined);
    }
  }
  return keys;
}

/** Entity to what its documents are searched by (docs/decisions/115): their numbers, and the amounts that decide on its pages, the newest first. */
function searchedKeys({ entities, modules = {} }: SchemaSource): Map<string, IndexPart[][]> {
  const keys = new Map<string, IndexPart[][]>();
  for (const module of Object.values(modules)) {
    const entity = entities[module.entity];
    const numbers = entity === undefined ? [] : ownNumbers(entity);
    if (entity === undefined || numbers.length === 0) continue;
    const amount = decidingAmount(module, entity);
    const parts = [...numbers.map((name) => [asc(name)]), ...(amount === null ? [] : [[asc(amount), NEWEST]])];
    keys.set(entity.name, [...(keys.get(entity.name) ?? []), ...parts]);
  }
  return keys;
}

const NEWEST: IndexPart = { field: KEY, descending: true };

function asc(field: string): IndexPart {
  return { field, descending: false };
}

function startsWith(parts: readonly IndexPart[], start: readonly IndexPart[]): boolean {
  return start.every((part, at) => parts[at]?.field === part.field);
}

/** Keys that see through case, width and look-alikes, for those in which a field says that rows are told by it. */
function foldedOf(entity: Entity, parts: readonly KeyPart[]): Index[] {
  const isFolded = ({ field }: KeyPart) => entity.fields[field]?.isIdentity === true;
  if (!parts.some(isFolded)) return [];
  return FOLDS.map((fold) => {
    // Another table of look-alikes makes another index.
    const version = shortHash(JSON.stringify(foldedSql(fold, sql.lit("")).toOperationNode()));
    const name = boundedName(["ux", entity.table, ...parts.map(({ field }) => field), fold, version].join("__"));
    return {
      name,
      table: entity.table,
      parts: parts.map((part) => (isFolded(part) ? { ...part, fold } : part)),
      isUnique: true,
      include: [],
    };
  });
}

function indexOf(
  entity: Entity,
  parts: readonly IndexPart[],
  isUnique: boolean,
  include: readonly string[] = [],
  where?: Predicate,
): Index {
  const fields = parts.map((part) => (part.descending ? `${part.field}_desc` : part.field));
  const carried = include.filter((name) => !parts.some(({ field }) => field === name));
  const suffix = carried.length === 0 ? [] : [`with_${shortHash(carried.join())}`];
  const some = where === undefined ? [] : [`where_${shortHash(JSON.stringify(formsOf(entity, where)))}`];
  const name = boundedName([isUnique ? "ux" : "ix", entity.table, ...fields, ...suffix, ...some].join("__"));
  const index = { name, table: entity.table, parts, isUnique, include: carried };
  return where === undefined ? index : { ...index, only: { where, entity } };
}

/** A condition with what its values are made of: another calculation makes another index. */
const formsOf = (entity: Entity, where: Predicate) => [where, fieldsOfPredicate(where).map((name) => formOf(entity, name))];

const LONGEST_NAME = 63;

/** PostgreSQL would cut a longer name by itself, and two names might become one. */
export function boundedName(name: string): string {
  if (name.length <= LONGEST_NAME) return name;
  return `${name.slice(0, LONGEST_NAME - 9)}_${shortHash(name)}`;
}

export function shortHash(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 8);
}
