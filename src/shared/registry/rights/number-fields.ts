import type { CheckName } from "../language.ts";
import type { Dict, Entity, Field } from "../model.ts";

/** What documents of others are told by. */
const OTHERS: readonly (CheckName | null)[] = ["invoiceNumber"];

/** Whether people tell documents by the field: it is their number, that of one they name, or an invoice's. */
export function isNumberField(entities: Dict<Entity>, { number }: Entity, field: Field): boolean {
  if (field.type !== "string" && field.type !== "ref") return false;
  const named = field.ref === null ? undefined : entities[field.ref.entity];
  if (named !== undefined) return named.number?.field === field.ref?.key;
  return number?.field === field.name || OTHERS.includes(field.check) || numberNames(entities).has(field.name);
}

const made = new WeakMap<Dict<Entity>, ReadonlySet<string>>();

/** What numbers are called: rows of other entities, and of views, hold them as plain texts under the same name. */
function numberNames(entities: Dict<Entity>): ReadonlySet<string> {
  const names = made.get(entities) ?? new Set(Object.values(entities).flatMap(({ number }) => number?.field ?? []));
  made.set(entities, names);
  return names;
}
