import { type RawBuilder, sql } from "kysely";
import type { Cell, Row } from "../../shared/domain/cell.ts";
import { convertCell } from "../../shared/domain/convert-cell.ts";
import { fieldsOfPredicate, holds, isSet, type PredicateEnv } from "../../shared/domain/predicate.ts";
import { namedBy } from "../../shared/registry/lists/named-by.ts";
import type { Entity, Field, Registry } from "../../shared/registry/model.ts";
import { asSounds, namesBySound } from "./name-sounds.ts";
import { anyOf, predicateSql } from "./predicate-sql.ts";
import { inSql, readCells, selectFields } from "./read-cells.ts";
import type { Columns, Rows, Scoped } from "./scoped.ts";
import { familyOf } from "./sql-type.ts";
import { textVariants } from "./text-variants.ts";

/** A ref field with the entity it leads to and what a form takes from the row it finds there. */
export interface RefUse {
  readonly field: Field;
  readonly ref: NonNullable<Field["ref"]>;
  readonly target: Entity;
  /** Own field to the field it is copied or proposed from. */
  readonly taken: readonly { readonly own: Field; readonly from: Field }[];
  /** The fields of the target that choosing and copying look at. */
  readonly needed: readonly string[];
}

/** How the entity uses a ref field; null where it is none. */
export function refUseOf(registry: Pick<Registry, "entities">, entity: Entity, field: Field): RefUse | null {
  const { ref } = field;
  const target = ref === null ? undefined : registry.entities[ref.entity];
  if (ref === null || target === undefined) return null;
  const taken = Object.values(entity.fields).flatMap((own) => {
    const source = own.derived?.kind === "copy" ? own.derived : own.prefill;
    const from = source?.via === field.name ? target.fields[source.field] : undefined;
    return from ? [{ own, from }] : [];
  });
  const conditions = ref.choices === null ? [] : fieldsOfPredicate(ref.choices);
  const needed = [ref.key, ...Object.keys(ref.narrow), ...conditions, ...taken.map(({ from }) => from.name)];
  return { field, ref, target, taken, needed: [...new Set(needed)] };
}

/** What the row found gives to the fields of the row that names it. */
export function fillOf({ taken }: RefUse, found: Row): Row {
  return Object.fromEntries(taken.map(({ own, from }) => [own.name, convertCell(found[from.name] ?? null, from, own)]));
}

/** Whether the row found may be chosen: what the field's choices ask, and equal to the chooser's fields where those are filled. */
export function isChoice({ ref, target }: RefUse, found: Row, own: (name: string) => Cell, env: PredicateEnv): boolean {
  // guard predicate: tests/server/flows/save-row.test.ts
  if (ref.choices !== null && !holds(ref.choices, target.fields, found, env)) return false;
  // guard predicate as true: tests/server/flows/save-lines.test.ts
  return Object.entries(ref.narrow).every(([theirs, name]) => {
    const cell = own(name);
    return cell === null || cell === "" || String(found[theirs] ?? "") === String(cell);
  });
}

const ALIAS = "o";
const AT_ONCE = 1000;

/**
 * The rows that these values of a ref field name, by value, as far as the viewer may refer to them: what is his to see, and rows
 * of entities that are closed to suppliers as a whole, because a page asks him to name one.
 */
export async function refRows(scope: Scoped, use: RefUse, values: Iterable<string>): Promise<ReadonlyMap<string, Row>> {
  const wanted = [...new Set(values)];
  const found = new Map<string, Row>();
  const columns = scope.columns(use.target, ALIAS);
  const fields = inSql(use.needed, columns);
  for (let start = 0; start < wanted.length; start += AT_ONCE) {
    const some = wanted.slice(start, start + AT_ONCE);
    const rows = scope.rows(use.target, ALIAS, "reference").where(isOneOf(keyText(use, columns), some));
    for (const answer of await selectFields(rows, fields, columns).execute()) {
      const row = readCells(answer, fields);
      found.set(String(row[use.ref.key]), row);
    }
  }
  return found;
}

/**
 * The keys of the rows of which a field reads so, by the text: rows that the viewer may refer to. Of several rows with one text those
 * that may be chosen count, where there are any.
 */
export async function rowsByText(
  scope: Scoped,
  use: RefUse,
  name: string,
  texts: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const { target, ref } = use;
  const columns = scope.columns(target, ALIAS);
  const fields = inSql([...use.needed, name], columns);
  const told = target.fields[name];
  const text = told && familyOf(told) === "text" ? columns.expr(name) : sql`cast(${columns.expr(name)} as text)`;
  const found = new Map<string, Row[]>();
  for (let start = 0; start < texts.length; start += AT_ONCE) {
    const rows = scope.rows(target, ALIAS, "reference").where(isOneOf(text, texts.slice(start, start + AT_ONCE)));
    for (const answer of await selectFields(rows, fields, columns).select(text.as("_told")).orderBy(keyText(use, columns)).execute()) {
      const of = String(answer._told);
      found.set(of, [...(found.get(of) ?? []), readCells(answer, fields)]);
    }
  }
  const mayBeChosen = (row: Row) => ref.choices === null || holds(ref.choices, target.fields, row, scope.env);
  const keysOf = (rows: readonly Row[]) => {
    const open = rows.length > 1 ? rows.filter(mayBeChosen) : rows;
    return (open.length > 0 ? open : rows).map((row) => String(row[ref.key]));
  };
  return new Map([...found].map(([of, rows]) => [of, keysOf(rows)]));
}

interface Choice {
  readonly value: string;
  readonly label: string;
  readonly row: Row;
}

/** By what a form asks for rows: what somebody typed, or the codes its fields hold. */
export type Wanted = { readonly search: string } | { readonly codes: readonly string[] };

/**
 * Rows a form offers for a ref field: those whose code or label holds the text, one with exactly this code first. Or the rows
 * with these codes, chosen already, whether or not they could be chosen today.
 */
export async function refChoices(scope: Scoped, use: RefUse, own: (name: string) => Cell, wanted: Wanted, most: number): Promise<Choice[]> {
  const { target, ref } = use;
  const columns = scope.columns(target, ALIAS);
  const label = target.label ?? ref.key;
  const fields = inSql([...use.needed, label], columns);
  const code = keyText(use, columns);
  const all = scope.rows(target, ALIAS, "reference");
  const rows =
    "codes" in wanted
      ? all.where(sql<boolean>`${code} in (${sql.join(wanted.codes)})`)
      : offered(all, use, columns, own, scope, wanted.search, await namesHeard(scope, target, wanted.search));
  const found = await selectFields(rows, fields, columns)
    .orderBy(sql`(${code} = ${"search" in wanted ? wanted.search : ""}) desc`)
    .orderBy(code)
    .limit(most)
    .execute();
  return found.map((answer) => {
    const row = readCells(answer, fields);
    const value = String(row[ref.key] ?? "");
    return { value, label: String(row[label] ?? "") || value, row };
  });
}

/** The labels that sound as what was typed. */
async function namesHeard(scope: Scoped, target: Entity, search: string): Promise<readonly string[]> {
  const letters = asSounds(search);
  const label = target.fields[target.label ?? ""];
  const named = letters === null || label === undefined ? null : namedBy(scope.entities, target, label);
  return letters === null || named === null ? [] : namesBySound(scope, named, letters);
}

function offered(
  all: Rows,
  use: RefUse,
  columns: Columns,
  own: (name: string) => Cell,
  scope: Scoped,
  search: string,
  names: readonly string[],
): Rows {
  const { target, ref } = use;
  // guard predicate as all: tests/server/flows/form-options.test.ts
  let rows = ref.choices === null ? all : all.where(predicateSql(ref.choices, columns, scope.env));
  for (const [theirs, name] of Object.entries(ref.narrow)) {
    const cell = own(name);
    if (isSet(cell)) rows = rows.where(sql<boolean>`cast(${columns.expr(theirs)} as text) = ${String(cell)}`);
  }
  if (search === "") return rows;
  const label = sql`cast(${columns.expr(target.label ?? ref.key)} as text)`;
  const patterns = textVariants(search).map((one) => `%${one.replace(/[\\%_]/g, "\\$&")}%`);
  const written = patterns.map((pattern) => sql<boolean>`(${keyText(use, columns)} ilike ${pattern} or ${label} ilike ${pattern})`);
  return rows.where(anyOf(names.length === 0 ? written : [...written, isOneOf(label, names)]));
}

/** One parameter, however many texts there are. */
const isOneOf = (text: RawBuilder<unknown>, texts: readonly string[]) => sql<boolean>`${text} = any(cast(${texts} as text[]))`;

/** Values of ref fields are texts, also where they name a row by its Id. */
function keyText({ ref, target }: RefUse, columns: Columns): RawBuilder<unknown> {
  const field = target.fields[ref.key];
  const value = columns.expr(ref.key);
  return field && familyOf(field) === "text" ? value : sql`cast(${value} as text)`;
}
