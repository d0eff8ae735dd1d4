import type { CheckName } from "../language.ts";
import type { Dict, Entity, Field, Module } from "../model.ts";

/** What documents of others are told by. */
const OTHERS: readonly (CheckName | null)[] = ["invoiceNumber"];

/** Whether people tell documents by the field: it is their number, that of one they name, or an invoice's. */
export function isNumberField(entities: Dict<Entity>, { number }: Entity, field: Field): boolean {
  if (field.type !== "string" && field.type !== "ref") return false;
  const named = field.ref === null ? undefined : entities[field.ref.entity];
  if (named !== undefined) return named.number?.field === field.ref?.key;
  return number?.field === field.name || OTHERS.includes(field.check) || numberNames(entities).has(field.name);
}

/** The numbers that rows of the entity have themselves: what documents are searched by. Empty: it has no documents. */
export function ownNumbers({ view, number, fields }: Entity): readonly string[] {
  if (view !== null) return [];
  const others = Object.values(fields).filter(({ check, computed }) => computed === null && OTHERS.includes(check));
  return [...new Set([...(number === null ? [] : [number.field]), ...others.map(({ name }) => name)])];
}

/**
 * The amount that decides about a document on a page, by which it is searched: what is always in view, else the first of its columns. null: none is
 * stored.
 */
export function decidingAmount({ pinned, columns }: Pick<Module, "pinned" | "columns">, { fields }: Entity): string | null {
  const names = [...pinned, ...columns.map(({ field }) => field)];
  return names.find((name) => fields[name]?.type === "money" && fields[name].computed === null) ?? null;
}

const made = new WeakMap<Dict<Entity>, ReadonlySet<string>>();

/** What numbers are called: rows of other entities, and of views, hold them as plain texts under the same name. */
function numberNames(entities: Dict<Entity>): ReadonlySet<string> {
  const names = made.get(entities) ?? new Set(Object.values(entities).flatMap(({ number }) => number?.field ?? []));
  made.set(entities, names);
  return names;
}
