import { sql } from "kysely";
import type { Entity, Field } from "../../shared/registry/model.ts";
import type { Scoped } from "./scoped.ts";

const ALIAS = "k";

/**
 * What stands in a text field of the rows that the viewer may see, each text once, as far as it holds what was typed; those that begin with it
 * come first (docs/decisions/107).
 */
export async function knownTexts(scope: Scoped, entity: Entity, field: Field, typed: string, most: number): Promise<string[]> {
  const text = scope.columns(entity, ALIAS).expr(field.name);
  const pattern = typed.replace(/[\\%_]/g, "\\$&");
  const found = await scope
    .rows(entity, ALIAS)
    .select(text.as("text"))
    .where(sql<boolean>`${text} ilike ${`%${pattern}%`} and ${text} <> ''`)
    .groupBy(text)
    .orderBy(sql`(${text} ilike ${`${pattern}%`}) desc`)
    .orderBy(text)
    .limit(most)
    .execute();
  return found.map(({ text: one }) => String(one));
}
