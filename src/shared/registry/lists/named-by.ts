import type { Dict, Entity, Field } from "../model.ts";

/** Where the names come from that a field of an entity shows. */
export interface NamedBy {
  readonly entity: Entity;
  /** The field that labels its rows. */
  readonly label: Field;
}

/** How far a name may have come: a payment has its supplier's from the statement it was made for. */
const STEPS = 4;

/** The names that a field shows: its entity's own, or copied from the row that a field beside it names. null: it shows no names. */
export function namedBy(entities: Dict<Entity>, entity: Entity, field: Field, steps = STEPS): NamedBy | null {
  if (field.type !== "string" || steps === 0) return null;
  if (entity.view !== null) return namedAlike(entities, field);
  if (field.name === entity.label) return { entity, label: field };
  const copy = field.derived?.kind === "copy" ? field.derived : field.computed?.kind === "copy" ? field.computed.copy : null;
  const other = entities[entity.fields[copy?.via ?? ""]?.ref?.entity ?? ""];
  const source = other?.fields[copy?.field ?? ""];
  return other === undefined || source === undefined ? null : namedBy(entities, other, source, steps - 1);
}

/** A view shows names under the name that they have where they come from. */
function namedAlike(entities: Dict<Entity>, field: Field): NamedBy | null {
  const same = Object.values(entities).filter(({ view, label }) => view === null && label === field.name);
  const [entity] = same;
  const label = entity?.fields[field.name];
  return entity === undefined || label === undefined || same.length > 1 ? null : { entity, label };
}
