import type { Expression, ExpressionBuilder, SqlBool } from "kysely";
import type { Entity, Registry } from "../../shared/registry/model.ts";
import { type Change, MOST_ROWS } from "../../shared/registry/plan/change.ts";
import type { Db, Tables } from "../db/driver/database.ts";
import { type NamesBefore, namesBefore } from "../tables/data/data-moves.ts";
import { introspect } from "../tables/sync-schema-diff.ts";

/**
 * Counts, of each change, the stored rows it concerns. What is held for the sake of stored rows is not when there are none.
 *
 * @param was the model in force, in whose tables the rows are
 * @param changes with the new names of what is renamed
 */
export async function countRows(db: Db, was: Pick<Registry, "entities">, changes: readonly Change[]): Promise<readonly Change[]> {
  const before = namesBefore(changes);
  const concerned = changes.map((change) => concernedBy(change, was.entities[before.entity(change.at.entity ?? "")], before));
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
    const found = await db
      .selectFrom((inner) =>
        inner
          .selectFrom(each.table)
          .select((eb) => eb.lit(1).as("one"))
          .where(each.where)
          .limit(MOST_ROWS + 1)
          .as("concerned"),
      )
      .select((eb) => eb.fn.countAll().as("rows"))
      .executeTakeFirst();
    const rows = Number(found?.rows ?? 0);
    counted.push({ ...change, rows, class: change.class === "held" && rows === 0 ? "access" : change.class });
  }
  return counted;
}

/** A condition on the rows of a table. */
type Where = (eb: ExpressionBuilder<Tables, string>) => Expression<SqlBool>;

interface Concerned {
  readonly table: string;
  /** null: whole rows. */
  readonly column: string | null;
  readonly where: Where;
}

/** The rows that a change is about; null: it is not about stored rows. */
function concernedBy({ at, part, verb, was, is }: Change, entity: Entity | undefined, before: NamesBefore): Concerned | null {
  if (!entity || entity.view !== null || at.module !== undefined || at.transition !== undefined || at.machine !== undefined) return null;
  const isRenamed = verb === "renamed";
  const isRemoved = part === null && verb === "removed";
  if (at.field === undefined)
    return isRemoved || isRenamed || part === "tenancy" ? { table: entity.table, column: null, where: (eb) => eb.lit(true) } : null;
  const field = entity.fields[before.field(at.entity ?? "", at.field)];
  if (!field || field.computed !== null) return null;
  const rows = (where: Where): Concerned => ({ table: entity.table, column: field.name, where });
  const text = (eb: ExpressionBuilder<Tables, string>) => eb.cast<string>(eb.ref(field.name), "text");
  const filled: Where = (eb) => eb.and([eb(field.name, "is not", null), eb(text(eb), "<>", "")]);
  const code = isRenamed ? String(was) : at.code;
  if (at.code !== undefined) return isRemoved || isRenamed ? rows((eb) => eb(text(eb), "=", code ?? "")) : null;
  if (part === "length") return verb === "narrowed" ? rows((eb) => eb(eb.fn<number>("char_length", [text(eb)]), ">", Number(is))) : null;
  if (part === "isRequired") return verb === "narrowed" ? rows((eb) => eb.not(filled(eb))) : null;
  return isRemoved || isRenamed || part === "type" || part === "codeType" ? rows(filled) : null;
}
