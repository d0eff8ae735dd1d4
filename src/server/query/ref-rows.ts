import { type RawBuilder, sql } from "kysely";
import type { Cell, Row } from "../../shared/domain/cell.ts";
import { isSet } from "../../shared/domain/predicate.ts";
import { predicateSql } from "./predicate-sql.ts";
import { inSql, readCells, selectFields } from "./read-cells.ts";
import type { RefUse } from "./ref-use.ts";
import type { Columns, Rows, Scoped } from "./scoped.ts";
import { familyOf } from "./sql-type.ts";

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
    const rows = scope.rows(use.target, ALIAS, "reference").where(sql<boolean>`${keyText(use, columns)} in (${sql.join(some)})`);
    for (const answer of await selectFields(rows, fields, columns).execute()) {
      const row = readCells(answer, fields);
      found.set(String(row[use.ref.key]), row);
    }
  }
  return found;
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
      : offered(all, use, columns, own, scope, wanted.search);
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

function offered(all: Rows, use: RefUse, columns: Columns, own: (name: string) => Cell, scope: Scoped, search: string): Rows {
  const { target, ref } = use;
  let rows = ref.choices === null ? all : all.where(predicateSql(ref.choices, columns, scope.env));
  for (const [theirs, name] of Object.entries(ref.narrow)) {
    const cell = own(name);
    if (isSet(cell)) rows = rows.where(sql<boolean>`cast(${columns.expr(theirs)} as text) = ${String(cell)}`);
  }
  if (search === "") return rows;
  const pattern = `%${search.replace(/[\\%_]/g, "\\$&")}%`;
  const label = columns.expr(target.label ?? ref.key);
  return rows.where(sql<boolean>`(${keyText(use, columns)} ilike ${pattern} or cast(${label} as text) ilike ${pattern})`);
}

/** Values of ref fields are texts, also where they name a row by its Id. */
function keyText({ ref, target }: RefUse, columns: Columns): RawBuilder<unknown> {
  const field = target.fields[ref.key];
  const value = columns.expr(ref.key);
  return field && familyOf(field) === "text" ? value : sql`cast(${value} as text)`;
}
