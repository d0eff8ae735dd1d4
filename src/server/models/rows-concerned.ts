import { type RawBuilder, sql } from "kysely";
import type { Entity, Registry } from "../../shared/registry/model.ts";
import { type Change, MOST_ROWS } from "../../shared/registry/plan/change.ts";
import type { Db } from "../db/driver/database.ts";
import { introspect } from "../tables/sync-schema-diff.ts";

/**
 * Counts, of each change, the stored rows it concerns. What is held for the sake of stored rows is not when there are none.
 *
 * @param was the model in force, in whose tables the rows are
 */
export async function countRows(db: Db, was: Pick<Registry, "entities">, changes: readonly Change[]): Promise<readonly Change[]> {
  const concerned = changes.map((change) => concernedBy(change, was.entities[change.at.entity ?? ""]));
  if (concerned.every((each) => each === null)) return changes;
  const { tables } = await introspect(db);
  const counted: Change[] = [];
  for (const [index, change] of changes.entries()) {
    const each = concerned[index] ?? null;
    const columns = each && tables.get(each.table);
    if (!each || !columns || (each.column !== null && !columns.has(each.column))) {
      counted.push(change);
      continue;
    }
    const query = sql<{ rows: number }>`
      select count(*)::int as rows from (select 1 from ${sql.table(each.table)} where ${each.where} limit ${MOST_ROWS + 1}) as concerned`;
    const rows = (await query.execute(db)).rows[0]?.rows ?? 0;
    counted.push({ ...change, rows, class: change.class === "held" && rows === 0 ? "access" : change.class });
  }
  return counted;
}

interface Concerned {
  readonly table: string;
  /** null: whole rows. */
  readonly column: string | null;
  readonly where: RawBuilder<unknown>;
}

/** The rows that a change is about; null: it is not about stored rows. */
function concernedBy({ at, part, verb, is }: Change, entity: Entity | undefined): Concerned | null {
  if (!entity || entity.view !== null || at.module !== undefined || at.transition !== undefined || at.machine !== undefined) return null;
  if (at.field === undefined) {
    const isWhole = (part === null && verb === "removed") || part === "tenancy";
    return isWhole ? { table: entity.table, column: null, where: sql`true` } : null;
  }
  const field = entity.fields[at.field];
  if (!field || field.computed !== null) return null;
  const column = sql.ref(at.field);
  const filled = sql`(${column} is not null and ${column}::text <> '')`;
  const rows = (where: RawBuilder<unknown>): Concerned => ({ table: entity.table, column: field.name, where });
  if (at.code !== undefined) return part === null && verb === "removed" ? rows(sql`${column}::text = ${at.code}`) : null;
  if (part === "length") return verb === "narrowed" ? rows(sql`char_length(${column}::text) > ${is}`) : null;
  if (part === "isRequired") return verb === "narrowed" ? rows(sql`not ${filled}`) : null;
  return (part === null && verb === "removed") || part === "type" || part === "codeType" ? rows(filled) : null;
}
