import type { Cell, Row } from "../../shared/domain/cell.ts";
import { convertCell } from "../../shared/domain/convert-cell.ts";
import { fieldsOfPredicate, holds, type PredicateEnv } from "../../shared/domain/predicate.ts";
import type { Entity, Field, Registry } from "../../shared/registry/model.ts";

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
  if (ref.choices !== null && !holds(ref.choices, target.fields, found, env)) return false;
  return Object.entries(ref.narrow).every(([theirs, name]) => {
    const cell = own(name);
    return cell === null || cell === "" || String(found[theirs] ?? "") === String(cell);
  });
}
